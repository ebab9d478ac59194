import { postAs, uniqueName } from './items.ts'
import { createUser, userPassword } from './people.ts'
import { expect, test } from './vitrine.ts'

test('an admin creates, corrects, invites and deletes a user, but can’t change a root', async ({
  page,
  server,
  signInAs,
}) => {
  await signInAs('admin')
  await page.goto('/employees')
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  const root = page.getByRole('row', { name: /Claire Aebischer/ })
  await expect(root).toBeVisible()
  await expect(root.getByRole('button')).toHaveCount(0)
  await expect(root.getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Audit log' })).toHaveCount(0)
  const row = page.getByRole('row', { name: /Simone Rochat/ })
  await test.step('a new user is saved, with the role and form of address that the form offers', async () => {
    await page.getByRole('link', { name: 'New User' }).click()
    await expect(page.getByRole('heading', { name: 'New User' })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Root' })).toHaveCount(0)
    await expect(page.getByRole('radio', { name: 'Admin' })).toBeChecked()
    await expect(page.getByRole('radio', { name: 'Mr.' })).toBeChecked()
    await page.getByLabel('E-mail').fill('simone@example.org')
    await page.getByRole('radio', { name: 'Ms.' }).check()
    await page.getByLabel('First name').fill('Simone')
    await page.getByLabel('Last name').fill('Rochat')
    await page.getByRole('button', { name: 'Save', exact: true }).click()

    await expect(page).toHaveURL('/employees')
    await expect(row).toContainText('Admin')
  })

  await test.step('an invitation is sent after a question', async () => {
    await row.getByRole('button', { name: /Send password link/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Send Password-Link' })
    await expect(dialog).toContainText(
      'Do you want to send a password link for creating a password for the first time to the following e-mail address?',
    )
    await expect(dialog).toContainText('simone@example.org')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(
      page.getByText('Email with password link sent to: simone@example.org'),
    ).toBeVisible()
    expect(await server.linkMailedTo('simone@example.org')).toContain('/set-password/')
  })

  await test.step('a corrected user is saved, and shown by an address opened directly', async () => {
    await row.getByRole('link', { name: /Edit user/ }).click()
    await expect(page.getByRole('heading', { name: 'Edit User' })).toBeVisible()
    await page.getByLabel('Phone').fill('+41 26 555 10 10')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('User successfully saved.')).toBeVisible()
    const address = page.url()
    await page.goto('/comments')
    await page.goto(address)
    await expect(page.getByLabel('Phone')).toHaveValue('+41 26 555 10 10')
  })

  await test.step('a user is deleted after a question', async () => {
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
})

test('an admin saves and invites a user in one step; the list shows sign-ins', async ({
  page,
  server,
  signInAs,
}) => {
  const { email, id } = await createUser(server)
  await postAs(server, 'root', '/auth/', { email, password: userPassword })
  await signInAs('admin')
  await page.goto('/employees/new')
  await page.getByLabel('First name').fill('Nora')
  const lastName = uniqueName('Neu')
  await page.getByLabel('Last name').fill(lastName)
  await page.getByRole('button', { name: 'Save and send link' }).click()
  await expect(page.getByRole('alert')).toHaveText('Nothing was saved.')
  const field = page.getByRole('textbox', { name: 'E-mail' })
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(
    /Please enter the e-mail address to send the link to\./,
  )
  const address = `${lastName.toLowerCase()}@example.org`
  await field.fill(address)
  await page.getByRole('button', { name: 'Save and send link' }).click()
  await expect(
    page.getByText(`User successfully created. Email with password link sent to: ${address}`),
  ).toBeVisible()
  expect(await server.linkMailedTo(address)).toContain('/set-password/')

  await expect(page).toHaveURL('/employees')
  const year = new Date().getFullYear()
  for (const [width, unused, used, managed] of [
    [1280, 'Not yet signed inOff', `\\w ${year}Off`, 'Root––'],
    [
      390,
      'Not yet signed in · Second step off',
      `Last sign-in .* ${year} · Second step off`,
      'example.org',
    ],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole('row', { name: lastName })).toContainText(unused)
    await expect(page.getByRole('row', { name: email })).toContainText(new RegExp(used))
    // An admin sees no sign-in details of accounts that they may not manage.
    await expect(page.getByRole('row', { name: /Claire Aebischer/ })).toContainText(managed)
  }
  await page.goto(`/employees/edit/${id}`)
  await expect(page.getByText(/^Last sign-in .* · Second step off$/)).toBeVisible()

  // The mail server fails: the user is saved, and the message says what to do.
  await page.route('**/api/admin/users/send-password-link', (route) =>
    route.fulfill({
      status: 502,
      json: { statusCode: 502, message: 'Could not send the e-mail.' },
    }),
  )
  await page.getByLabel('Phone').fill('+41 26 555 20 20')
  await page.getByRole('button', { name: 'Save and send link' }).click()
  await expect(
    page.getByText('User successfully saved. Error: Could not send the e-mail.'),
  ).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Phone')).toHaveValue('+41 26 555 20 20')
})

test('a user with a new role has to sign in again, as the form announces', {
  tag: '@only-with-all',
}, async ({ page, server, browser, baseURL, signInAs }) => {
  const { email, id } = await createUser(server)
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const otherPage = await context.newPage()
  await otherPage.goto('/login')
  await otherPage.getByLabel('E-mail').fill(email)
  await otherPage.getByLabel('Password', { exact: true }).fill(userPassword)
  await otherPage.getByRole('button', { name: 'Login' }).click()
  await expect(otherPage.getByRole('heading', { name: 'Home' })).toBeVisible()

  await signInAs('root')
  await page.goto(`/employees/edit/${id}`)
  await expect(page.getByText('With another role, this user has to sign in again.')).toBeVisible()
  await page.getByRole('radio', { name: 'Admin' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('User successfully saved.')).toBeVisible()

  await otherPage.goto('/comments')
  await expect(otherPage.getByRole('alert')).toHaveText(
    'Your role was changed. Please sign in again.',
  )
  await otherPage.getByLabel('E-mail').fill(email)
  await otherPage.getByLabel('Password', { exact: true }).fill(userPassword)
  await otherPage.getByRole('button', { name: 'Login' }).click()
  await expect(otherPage).toHaveURL('/comments')
  await context.close()
})

test('root sees why a user can’t be saved, invited or deleted', async ({ page, signInAs }) => {
  await signInAs('root')
  await page.goto('/employees/new')
  const alert = page.getByRole('alert')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  // By role, because buttons in the list of users mention e-mail as well.
  const email = page.getByRole('textbox', { name: 'E-mail' })

  await test.step('an admin without an address is rejected at the field', async () => {
    await page.getByLabel('First name').fill('Zweite')
    await save.click()
    await expect(alert).toContainText('Error while saving.')
    await expect(email).toHaveAccessibleDescription(/only employees can do without/)
  })
  await test.step('a taken address is reported in the form, which keeps the typed text', async () => {
    await email.fill('ROOT@example.org')
    await save.click()
    await expect(alert).toHaveText('Error saving: e-mail address already exists.')
    await expect(page.getByLabel('First name')).toHaveValue('Zweite')
  })

  const question = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Back' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('link', { name: /Edit user \(Luca/ }).click()
  await test.step('a failed and a successful save never show messages side by side', async () => {
    const failure = page.getByText('Error saving: e-mail address already exists.')
    const success = page.getByText('User successfully saved.')
    for (const [address, shown, silent] of [
      ['root@example.org', failure, success],
      ['luca.bernasconi@example.org', success, failure],
      ['root@example.org', failure, success],
    ] as const) {
      await email.fill(address)
      await save.click()
      await expect(shown).toBeVisible()
      await expect(silent).toHaveCount(0)
    }
  })
  await test.step('leaving with unsaved changes asks first', async () => {
    await page.getByRole('button', { name: 'Back' }).click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(email).toHaveValue('root@example.org')
    await page.getByRole('button', { name: 'Back' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL('/employees')
  })

  await test.step('a link that can’t be sent is reported in the dialog', async () => {
    await page.route('**/api/admin/users/send-password-link', (route) =>
      route.fulfill({
        status: 502,
        json: { statusCode: 502, message: 'Could not send the e-mail.' },
      }),
    )
    await page.getByRole('button', { name: /Send password link \(Luca/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
      'Error: Could not send the e-mail.',
    )
  })

  await test.step('a slow answer about one user does not close the dialog of the next', async () => {
    const answerReleased = Promise.withResolvers<void>()
    await page.route('**/api/admin/users/send-password-link', async (route) => {
      await answerReleased.promise
      await route.fulfill({ json: { ok: true } })
    })
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: /Send password link \(Matthias/ }).click()
    await expect(page.getByRole('dialog')).toContainText('admin@example.org')
    answerReleased.resolve()
    await expect(page.getByText(/^Email with password link sent to: /)).toBeVisible()
    await expect(page.getByRole('dialog')).toContainText('admin@example.org')
  })

  await test.step('a failed deletion says why', async () => {
    await page.goto('/employees/edit/5')
    await page.getByRole('button', { name: 'Delete User' }).click()
    await page.route('**/api/admin/employees/5', (route) =>
      route.fulfill({ status: 500, json: { statusCode: 500, message: 'Please call Claire.' } }),
    )
    await page
      .getByRole('dialog', { name: 'Delete Employee' })
      .getByRole('button', { name: 'Ok' })
      .click()
    await expect(alert).toHaveText('Error during deletion. Please call Claire.')
  })
})
