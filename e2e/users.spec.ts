import { axeFindings } from './axe.ts'
import { post } from './items.ts'
import { newcomer, password } from './people.ts'
import { expect, test } from './vitrine.ts'

test('an admin creates, corrects, invites and deletes a user', async ({ page, house, signInAs }) => {
  await signInAs('admin')
  await page.goto('/employees')
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  await page.getByRole('link', { name: 'New User' }).click()
  await expect(page.getByRole('heading', { name: 'New User' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Admin' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Mr.' })).toBeChecked()
  await page.getByLabel('E-mail').fill('simone@example.org')
  await page.getByRole('radio', { name: 'Ms.' }).check()
  await page.getByLabel('First name').fill('Simone')
  await page.getByLabel('Last name').fill('Rochat')
  await page.getByRole('button', { name: 'Save', exact: true }).click()

  await expect(page).toHaveURL('/employees')
  const row = page.getByRole('row', { name: /Simone Rochat/ })
  await expect(row).toContainText('Admin')

  await row.getByRole('button', { name: /Send password link/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Send Password-Link' })
  await expect(dialog).toContainText(
    'Do you want to send a password link for creating a password for the first time to the following e-mail address?',
  )
  await expect(dialog).toContainText('simone@example.org')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Email with password link sent to: simone@example.org')).toBeVisible()
  expect(await house.linkMailedTo('simone@example.org')).toContain('/set-password/')

  await row.getByRole('link', { name: /Edit user/ }).click()
  await expect(page.getByRole('heading', { name: 'Edit User' })).toBeVisible()
  await page.getByLabel('Phone').fill('+41 26 555 10 10')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('User successfully saved.')).toBeVisible()
  // As somebody who comes straight here, with no page to go back to.
  const address = page.url()
  await page.goto('/comments')
  await page.goto(address)
  await expect(page.getByLabel('Phone')).toHaveValue('+41 26 555 10 10')

  await page.getByRole('button', { name: 'Delete User' }).click()
  const confirm = page.getByRole('dialog', { name: 'Delete Employee' })
  await expect(confirm).toContainText('Are you sure you want to delete the employee?')
  await expect(confirm.getByRole('button', { name: 'Ok' })).toBeFocused()
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  await expect(confirm).toBeHidden()
  await page.getByRole('button', { name: 'Delete User' }).click()
  await expect(confirm.getByRole('button', { name: 'Ok' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Luca Bernasconi/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Simone Rochat/ })).toBeHidden()
  await page.getByRole('link', { name: 'New User' }).click()
  await expect(page.getByRole('heading', { name: 'New User' })).toBeVisible()
})

test('somebody new is saved and invited in one go; the list says who has signed in, and how', async ({
  page,
  house,
  signInAs,
}) => {
  const { email, id } = await newcomer(house)
  await post(house, 'root', '/auth/', { email, password })
  await signInAs('admin')
  const axe = (width: number) =>
    axeFindings(page, [{ width, colorScheme: 'light' }], { runOnly: ['wcag2a', 'wcag2aa', 'wcag22aa'] })
  for (const width of [1280, 390]) {
    const wide = width === 1280
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/employees/new')
    await page.getByLabel('First name').fill('Nora')
    await page.getByLabel('Last name').fill(`Neu ${width}`)
    await page.getByRole('button', { name: 'Save and send link' }).click()
    await expect(page.getByRole('alert')).toHaveText('Nothing was saved.')
    const field = page.getByRole('textbox', { name: 'E-mail' })
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription(/Please enter the e-mail address to send the link to\./)
    expect(await axe(width)).toEqual([])
    const address = `nora.${width}@example.org`
    await field.fill(address)
    await page.getByRole('button', { name: 'Save and send link' }).click()
    await expect(
      page.getByText(`User successfully created. Email with password link sent to: ${address}`),
    ).toBeVisible()
    expect(await house.linkMailedTo(address)).toContain('/set-password/')

    await expect(page).toHaveURL('/employees')
    const row = page.getByRole('row', { name: `Nora Neu ${width}` })
    await expect(row).toContainText(wide ? 'Not yet signed inOff' : 'Not yet signed in · Second step off')
    const year = new Date().getFullYear()
    await expect(page.getByRole('row', { name: email })).toContainText(
      new RegExp(wide ? `\\w ${year}Off` : `Last sign-in .* ${year} · Second step off`),
    )
    // Nothing about somebody whom an admin may not manage.
    await expect(page.getByRole('row', { name: /Claire Aebischer/ })).toContainText(wide ? 'Root––' : 'example.org')
    expect(await axe(width)).toEqual([])
  }
  await page.goto(`/employees/edit/${id}`)
  await expect(page.getByText(/^Last sign-in .* · Second step off$/)).toBeVisible()

  // The mail server fails: what was saved is saved, and it says what to do.
  await page.route('**/api/admin/users/send-password-link', (route) =>
    route.fulfill({ status: 502, json: { statusCode: 502, message: 'Could not send the e-mail.' } }),
  )
  await page.getByLabel('Phone').fill('+41 26 555 20 20')
  await page.getByRole('button', { name: 'Save and send link' }).click()
  await expect(page.getByText('User successfully saved. Error: Could not send the e-mail.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Phone')).toHaveValue('+41 26 555 20 20')
})

test('a taken address is told in the form, which keeps what was typed', async ({ page, signInAs }) => {
  await signInAs('root')
  await page.goto('/employees/new')
  await page.getByLabel('E-mail').fill('ROOT@example.org')
  await page.getByLabel('First name').fill('Zweite')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Error saving: e-mail address already exists.')
  await expect(page.getByLabel('First name')).toHaveValue('Zweite')
})

test('a save that fails and one that works are never told side by side', async ({ page, signInAs }) => {
  await signInAs('root')
  await page.goto('/employees')
  await page.getByRole('link', { name: /Edit user \(Luca/ }).click()
  const save = async (email: string) => {
    // Not by its label: on the list of users, buttons speak of e-mail as well.
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
  }
  const failure = page.getByText('Error saving: e-mail address already exists.')
  const success = page.getByText('User successfully saved.')
  await save('root@example.org')
  await expect(failure).toBeVisible()
  await save('luca.bernasconi@example.org')
  await expect(success).toBeVisible()
  await expect(failure).toHaveCount(0)
  await save('root@example.org')
  await expect(failure).toBeVisible()
  await expect(success).toHaveCount(0)
})

test('an admin without an address is refused at the field', async ({ page, signInAs }) => {
  await signInAs('root')
  await page.goto('/employees/new')
  await page.getByLabel('First name').fill('Ohne')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Error while saving.')
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/only employees can do without/)
})

test('leaving with unsaved changes asks first', async ({ page, signInAs }) => {
  await signInAs('root')
  await page.goto('/employees')
  await page.getByRole('link', { name: /Edit user \(Luca/ }).click()
  await page.getByLabel('Phone').fill('+41 91 555 00 00')
  await page.getByRole('button', { name: 'Back' }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Phone')).toHaveValue('+41 91 555 00 00')
  await page.getByRole('button', { name: 'Back' }).click()
  await question.getByRole('button', { name: 'Ok' }).click()
  await expect(page).toHaveURL('/employees')
})

test('an admin is offered nothing to do to a root', async ({ page, signInAs }) => {
  await signInAs('admin')
  await page.goto('/employees')
  const root = page.getByRole('row', { name: /Claire Aebischer/ })
  await expect(root).toBeVisible()
  await expect(root.getByRole('button')).toHaveCount(0)
  await expect(root.getByRole('link')).toHaveCount(0)
  await page.goto('/employees/new')
  await expect(page.getByRole('radio', { name: 'Root' })).toHaveCount(0)
})

test('a mail that can’t be sent, and what can’t be loaded or deleted, are told', async ({ page, signInAs }) => {
  await signInAs('root')
  await page.route('**/api/admin/users/send-password-link', (route) =>
    route.fulfill({ status: 502, json: { statusCode: 502, message: 'Could not send the e-mail.' } }),
  )
  await page.goto('/employees')
  await page.getByRole('button', { name: /Send password link \(Luca/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Error: Could not send the e-mail.')

  // A slow answer about one person does not close the dialog about the next.
  const { promise: opened, resolve: go } = Promise.withResolvers<void>()
  await page.route('**/api/admin/users/send-password-link', async (route) => {
    await opened
    await route.fulfill({ json: { ok: true } })
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: /Send password link \(Matthias/ }).click()
  await expect(page.getByRole('dialog')).toContainText('admin@example.org')
  go()
  await expect(page.getByText(/^Email with password link sent to: /)).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText('admin@example.org')

  await page.route('**/api/admin/employees', (route) =>
    route.fulfill({ status: 500, json: { statusCode: 500, message: 'Please call Claire.' } }),
  )
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Error while downloading the employees. Please call Claire.')
  await page.route('**/api/admin/employees', (route) => route.fulfill({ json: [] }))
  await page.reload()
  await expect(page.getByText('There are no employees yet.')).toBeVisible()

  await page.goto('/employees/edit/5')
  await page.getByRole('button', { name: 'Delete User' }).click()
  await page.route('**/api/admin/employees/5', (route) =>
    route.fulfill({ status: 500, json: { statusCode: 500, message: 'Please call Claire.' } }),
  )
  await page.getByRole('dialog', { name: 'Delete Employee' }).getByRole('button', { name: 'Ok' }).click()
  await expect(page.getByRole('alert')).toHaveText('Error during deletion. Please call Claire.')
  await page.reload()
  await expect(page.getByRole('alert')).toContainText(
    'Error downloading the details of the employee. Please call Claire.',
  )
})
