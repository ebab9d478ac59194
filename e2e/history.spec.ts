import { api } from '@vitrine/contract'
import { addItem, createClient, postAs, tinyPicture, uniqueName } from './items.ts'
import { expect, type Locator, type TestServer, test } from './vitrine.ts'

const undoButton = (changes: Locator) => changes.getByRole('button', { name: /^Undo this change/ })

/** Adds an event and changes its date and title. */
async function addChangedEvent(server: TestServer, title: string) {
  const events = [{ date: '2098-05-31', text_en: `<p>${title}</p>`, active: true }]
  const saved = await postAs<{ events: { id: number; text_en: string }[] }>(
    server,
    'root',
    '/cms/save-the-date',
    events,
  )
  const event = saved.events.find(({ text_en }) => text_en.includes(title))
  await postAs(server, 'admin', '/cms/save-the-date', [
    { ...event, date: '2098-06-01', text_en: `<p>${title}, later</p>` },
  ])
}

test('an employee undoes a change of an item; pictures are shown, the initial state is folded', async ({
  page,
  server,
  signInAs,
}) => {
  const identifier = uniqueName('LG')
  const id = await addItem(server, {
    type: 'art',
    identifier,
    name: 'First',
    tags: { artist: 'Anker' },
  })
  await postAs(server, 'admin', '/inventory/save-tags', {
    itemId: id,
    tags: { artist: 'Hodler', year: '1885' },
  })
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  await page
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: tinyPicture })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()

  const changes = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await test.step('pictures are shown, and the initial state is folded', async () => {
    await expect(changes).toHaveCount(4)
    await expect(changes.first().getByRole('figure')).toHaveText('dot.png')
    const firstPicture = changes.first().locator('img')
    await firstPicture.scrollIntoViewIfNeeded()
    await expect(firstPicture).not.toHaveJSProperty('naturalWidth', 0)
    await expect(undoButton(changes.last())).toHaveCount(0)
    await expect(changes.last().getByText('First')).toBeHidden()
    await changes.last().getByText('Show 3 fields').click()
    await expect(changes.last().getByText('First')).toBeVisible()
  })

  await test.step('a change is undone by any user, but not before later changes of the same field', async () => {
    await expect(undoButton(changes.nth(2))).toHaveCount(0)
    await expect(changes.nth(2)).toContainText('Changed again since')
    await undoButton(changes.nth(1)).click()
    await expect(changes).toHaveCount(5)
    await expect(changes.nth(2).getByRole('status')).toHaveText('Change undone.')
    await expect(changes.first()).toContainText('Undone')
    await expect(changes.first()).toContainText('Hodler → became Anker')
    const attributes = page.getByRole('region', { name: 'Attributes' })
    await expect(attributes.getByRole('definition')).toHaveText(['Anker'])
    await undoButton(changes.first()).click()
    await expect(attributes.getByRole('definition')).toHaveText(['Hodler', '1885'])
  })
})

test('an earlier value or state is restored despite later changes, unless they are unseen', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const id = await addItem(server, {
    type: 'art',
    identifier: uniqueName('LG'),
    name: 'First',
    tags: { artist: 'Anker' },
  })
  const saveByAdmin = (tags: object) =>
    postAs(server, 'admin', '/inventory/save-tags', { itemId: id, tags })
  await saveByAdmin({ artist: 'Hodler', year: '1885' })
  await saveByAdmin({ artist: 'Klee', year: '1920' })
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  const changes = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  const values = page.getByRole('region', { name: 'Attributes' }).getByRole('definition')
  await expect(changes).toHaveCount(4)

  await test.step('an earlier value is restored despite later changes', async () => {
    await changes.nth(1).getByRole('button', { name: 'Restore Anker' }).click()
    await expect(changes).toHaveCount(5)
    await expect(changes.nth(2).getByText('Restored.')).toBeFocused()
    await expect(changes.first()).toContainText('Klee → became Anker')
    await expect(values).toHaveText(['Anker', '1920'])
  })

  await test.step('an earlier state is restored once unseen changes have been shown', async () => {
    await saveByAdmin({ technique: 'Öl' })
    const restoreAll = changes.nth(2).getByRole('button', { name: /^Restore everything as before/ })
    await restoreAll.click()
    await expect(changes.nth(3).getByRole('alert')).toContainText(
      'Matthias Zurbriggen changed this in the meantime.',
    )
    await expect(changes).toHaveCount(6)
    await changes
      .nth(3)
      .getByRole('button', { name: /^Restore everything as before/ })
      .click()
    await expect(changes).toHaveCount(7)
    await expect(values).toHaveText(['Anker'])
    await undoButton(changes.first()).click()
    await expect(values).toHaveText(['Anker', '1920', 'Öl'])
  })
})

test('changes of an event and of a journal entry are undone where they are edited', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  await signInAs('admin')

  await test.step('a change of an event is undone in its card, unless it has unsaved edits', async () => {
    const title = uniqueName('Rally')
    await addChangedEvent(server, title)
    await page.goto('/cms')
    const card = page.getByRole('article').filter({ hasText: title })
    await card.getByText('History', { exact: true }).click()
    const changes = card.locator('details ol > li')
    await expect(changes.first()).toContainText('Matthias Zurbriggen')

    await card.getByLabel('Date').fill('2098-07-01')
    await expect(undoButton(changes.first())).toBeDisabled()
    await expect(
      card.getByText('Save your edits first; then you can undo and restore.'),
    ).toBeVisible()
    await card.getByLabel('Date').fill('2098-06-01')
    await undoButton(changes.first()).focus()
    await page.keyboard.press('Enter')
    await expect(changes).toHaveCount(3)
    await expect(card.getByLabel('Date')).toHaveValue('2098-05-31')
    await expect(card.getByRole('textbox', { name: 'English text' })).toHaveText(title)
    await expect(changes.nth(1).getByText('Change undone.')).toBeFocused()

    // An undo is a change like any other, and does not block the next save.
    await card.getByLabel('Date').fill('2098-07-01')
    await page.getByRole('button', { name: 'Save Events' }).click()
    await expect(page.getByText('Events successfully saved.')).toBeVisible()
    await expect(changes).toHaveCount(4)
  })

  await test.step('a change of a journal entry is undone in its dialog', async () => {
    const text = uniqueName('Ölwechsel')
    const entry = { comment: text, date: '2026-05-31', tags: [] }
    const { id } = await postAs<{ id: number }>(server, 'root', '/journal', entry)
    const staff = await createClient(server, 'root')
    await staff.call(api.journal.change, {
      params: { id },
      body: { ...entry, comment: `${text}, zu früh` },
    })
    await page.goto(`/journal?filter=${text}`)
    const row = page.getByRole('article').filter({ hasText: text })
    const dialog = page.getByRole('dialog', { name: 'Edit Entry' })
    const changes = dialog.locator('details ol > li')
    await row.getByRole('button', { name: /Edit entry/ }).click()
    await dialog.getByText('History', { exact: true }).click()
    await expect(changes).toHaveCount(2)
    await undoButton(changes.first()).click()
    await expect(changes).toHaveCount(3)
    await expect(dialog.getByLabel('Comment')).toHaveValue(text)
    await dialog.getByLabel('Comment').fill(`${text}, ${id}`)
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog).toBeHidden()
    await expect(row).toContainText(`${text}, ${id}`)
  })
})
