import { addItem, findPersonId, postAs, uniqueName } from './items.ts'
import { expect, test } from './vitrine.ts'

test('Home shows open tasks, changes, coming events and gaps, and links to them', async ({
  page,
  server,
  signInAs,
}) => {
  const [identifier, task] = [uniqueName('LG'), uniqueName('Dust it')]
  const itemId = await addItem(server, { type: 'art', identifier, name: 'Study in blue' })
  await postAs(server, 'admin', '/inventory/save-tags', {
    itemId,
    tags: { artist: 'Anker', year: '0' },
  })
  const assigneeId = await findPersonId(server, 'Noémie')
  await postAs(server, 'root', '/inventory/add-comment', {
    itemId,
    comment: task,
    task: { assigneeId, due: '2001-01-01' },
  })
  await signInAs('employee')
  await page.goto('/')

  const openTasks = page.getByRole('region', { name: 'Open for me' })
  await expect(openTasks.getByRole('link').filter({ hasText: task })).toContainText('overdue since')
  const changes = page.getByRole('region', { name: 'Recent changes' })
  const change = changes.getByRole('link', {
    name: `Matthias changed 2 fields of ${identifier} Today`,
  })
  await expect(change).toBeVisible()
  await expect(
    changes.getByRole('link', { name: `Claire commented on ${identifier} Today` }),
  ).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Next events' }).getByRole('listitem').first(),
  ).toBeVisible()
  const gaps = page.getByRole('region', { name: 'To complete' })
  await expect(gaps.getByRole('listitem')).toHaveCount(5)
  await gaps.getByRole('button', { name: /^All gaps \(\d+\)$/ }).click()
  await expect(gaps.getByRole('listitem').filter({ hasText: 'Implausible values' })).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Utilities' }).getByRole('link', { name: 'Comments' }),
  ).toBeVisible()

  await test.step('a change links to the history of its item', async () => {
    await change.click()
    await expect(page).toHaveURL(new RegExp(`/inventory-detail/${itemId}#history`))
    await expect(page.locator('#history')).toBeFocused()
    await page.goBack()
  })
  await test.step('a gap links to the items that have it', async () => {
    await gaps.getByRole('button', { name: /^All gaps/ }).click()
    await gaps
      .getByRole('listitem')
      .filter({ hasText: 'Implausible values' })
      .getByRole('link', { name: /La Grange/ })
      .click()
    await expect(page).toHaveURL('/inventory/art?gap=implausible')
    await page.goBack()
  })
  await test.step('an open task is one interaction away', async () => {
    await openTasks.getByRole('link').filter({ hasText: task }).click()
    await expect(page.getByRole('region', { name: 'Comments' }).getByText(task)).toBeVisible()
  })
})

test('Home links screens without a tile, and shows the scans of a stocktake in one line', async ({
  page,
  server,
  signInAs,
}) => {
  const name = uniqueName('Depot')
  const { id: placeId } = await postAs<{ id: number }>(server, 'root', '/places', {
    place: {
      code: uniqueName('P'),
      name,
      kind: 'store',
      parent_id: null,
      note: '',
      archived: false,
    },
  })
  const ids = [
    await addItem(server, { type: 'car', identifier: uniqueName('LM') }),
    await addItem(server, { type: 'car', identifier: uniqueName('LM') }),
  ]
  await postAs(server, 'root', '/places/move', { ids, to: placeId, reason: 'store' })
  const { id: stocktakeId } = await postAs<{ id: number }>(server, 'root', '/stocktake/open', {
    name,
    scope: { places: [placeId] },
    members: [],
  })
  for (const itemId of ids) {
    const fact = {
      id: crypto.randomUUID(),
      kind: 'seen',
      placeId,
      code: 'x',
      itemId,
      condition: '',
      remark: '',
      photo: false,
      seenAt: new Date().toISOString(),
      by: '',
    }
    await postAs(server, 'employee', `/stocktake/${stocktakeId}/facts`, {
      since: '',
      facts: [fact],
    })
  }
  await signInAs('admin')
  await page.goto('/')
  const more = page.getByRole('region', { name: 'More' })
  for (const title of ['Places', 'Stocktake', 'Journal', 'Report', 'Questions', 'Assistant'])
    await expect(more.getByRole('link', { name: title })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Open for me' })).toBeVisible()
  // Each of these regions has at least half of the window.
  for (const region of ['Open for me', 'To complete', 'Recent changes'])
    expect((await page.getByRole('region', { name: region }).boundingBox())?.width).toBeGreaterThan(
      500,
    )

  await page
    .getByRole('region', { name: 'Recent changes' })
    .getByRole('link', { name: `Noémie scanned 2 items in the stocktake ‘${name}’ Today` })
    .click()
  await expect(page).toHaveURL('/stocktake')
  await page.goBack()
  await more.getByRole('link', { name: 'Places' }).click()
  await expect(page).toHaveURL('/places')
})

test('an item last checked years ago is marked as checked with one press', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const itemId = await addItem(server, { type: 'art', identifier: uniqueName('LG') })
  await postAs(server, 'root', '/inventory/set-checked', { itemId, day: '2019-05-31' })
  await signInAs('employee')
  await page.goto('/')
  const gaps = page.getByRole('region', { name: 'To complete' })
  await gaps.getByRole('button', { name: /^All gaps/ }).click()
  const gap = gaps.getByRole('listitem').filter({ hasText: 'five years' })
  await expect(gap.getByRole('link')).toHaveText(/La Grange \d+/)
  await page.goto(`/inventory-detail/${itemId}`)
  await expect(page.getByText('Last checked 31 May 2019')).toBeVisible()
  await page.getByRole('button', { name: 'Checked today' }).click()
  await expect(page.getByRole('button', { name: 'Checked today' })).toHaveCount(0)
  await expect(page.getByText(/^Last checked/)).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Last checked 31 May 2019')).toBeVisible()
})

test('a reply is on Home until it is seen, and a change is undone from All changes', async ({
  page,
  server,
  signInAs,
}) => {
  const [identifier, answer] = [uniqueName('LG'), uniqueName('The golden one')]
  const itemId = await addItem(server, { type: 'art', identifier, name: 'Study in blue' })
  await postAs(server, 'employee', '/inventory/save-tags', { itemId, tags: { year: '1911' } })
  const { id: replyTo } = await postAs<{ id: number }>(server, 'admin', '/inventory/add-comment', {
    itemId,
    comment: 'Which frame?',
  })
  await postAs(server, 'employee', '/inventory/add-comment', { itemId, comment: answer, replyTo })
  await signInAs('admin')
  await page.goto('/')
  await test.step('a notice disappears once it is followed', async () => {
    const notice = page
      .getByRole('list', { name: 'New for me' })
      .getByRole('link', { name: answer })
    await expect(notice).toContainText('Noémie Chappuis replied')
    const markedAsRead = page.waitForResponse(/api\/inventory\/read-notices/)
    await notice.click()
    expect((await markedAsRead).status()).toBe(200)
    await page.goBack()
    await expect(page.getByRole('region', { name: 'Recent changes' })).toBeVisible()
    await expect(notice).toHaveCount(0)
  })

  await test.step('a change is found by kind and person, and undone', async () => {
    await page.getByRole('link', { name: 'All changes' }).last().click()
    await page.getByLabel('What').selectOption('Items')
    await page.getByLabel('Who').selectOption('Noémie Chappuis')
    await expect(page).toHaveURL(/\/changes\?what=item&person=\d+/)
    const row = page.getByRole('listitem').filter({ hasText: identifier })
    await expect(row).toContainText('1911')
    await row.getByRole('button', { name: /^Undo/ }).click()
    await expect(row.getByText('Change undone.')).toBeFocused()
    await row.getByRole('link', { name: identifier }).click()
    await expect(page).toHaveURL(`/inventory-detail/${itemId}#history`)
    const attributes = page.getByRole('region', { name: 'Attributes' })
    await expect(attributes).toBeVisible()
    await expect(attributes).not.toContainText('1911')
  })
})
