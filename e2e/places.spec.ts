import { addDays, toDay } from '@vitrine/contract'
import { addItem, postAs, uniqueName } from './items.ts'
import { expect, type Locator, type Page, test } from './vitrine.ts'

const tree = (page: Page) => page.getByRole('treegrid', { name: 'Places' })
const panel = (page: Page, name: string) => page.getByRole('region', { name })
const contents = (page: Page) => page.getByRole('region', { name: 'Contents' })
/** Types into a combobox and chooses the first option. */
const chooseFirst = async (page: Page, field: Locator, text: string) => {
  await field.click()
  await field.fill(text)
  // The attribute skips the options of native selects, which have no explicit role.
  await page.locator('[role="option"]').first().click()
}
const daysAgo = (count: number) => addDays(toDay(new Date()), -count)

test('root adds a building and a box, fills and moves the box, and archives it once it is empty', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const name = uniqueName('Umzug')
  const [building, hall, box] = [`Neubau ${name}`, `Saal ${name}`, `Kiste ${name}`]
  const ids: number[] = []
  for (const number of [1, 2])
    ids.push(
      await addItem(server, { type: 'art', identifier: `${name}-${number}`, name: 'Studie' }),
    )
  await signInAs('root')
  await page.goto('/places')

  await test.step('several places are added in the same panel, each with a code of its own', async () => {
    await page.getByRole('button', { name: 'Add place' }).click()
    const form = panel(page, 'Add place')
    const add = async (place: string, code: string, kind: string, parent: string) => {
      await form.getByLabel('Name').fill(place)
      await form.getByLabel('Code').fill(code)
      await form.getByLabel('Kind').selectOption(kind)
      const field = form.getByRole('combobox', { name: 'In', exact: true })
      if (parent) await chooseFirst(page, field, parent)
      await form.getByRole('button', { name: 'Add', exact: true }).click()
      await expect(form.getByRole('status')).toContainText(`Added: ${place}.`)
      await expect(form.getByLabel('Name')).toBeFocused()
    }
    await add(building, `${name}-N`, 'Building', '')
    await add(hall, `${name}-S`, 'Hall', `${name}-N`)
    await form.getByLabel('Code').fill(`${name}-s`)
    await form.getByLabel('Name').fill(box)
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(form).toContainText(`There is a place with the code ‘${name}-s’ already.`)
    await add(box, `${name}-K`, 'Box', `${name}-N`)
    await form.getByRole('button', { name: 'Close', exact: true }).click()
  })

  await test.step('the tree shows matches of the filter with the places around them', async () => {
    await page.getByLabel('Filter the places').fill(`${name}-K`)
    await expect(tree(page).getByRole('row')).toHaveText([
      /Place/,
      new RegExp(building),
      new RegExp(box),
    ])
    await page.getByLabel('Filter the places').fill('')
  })
  await test.step('the tree is folded, unfolded and followed by keyboard', async () => {
    const row = tree(page).getByRole('row', { name: building })
    await row.getByRole('link').focus()
    await page.keyboard.press('ArrowLeft')
    await expect(row).toHaveAttribute('aria-expanded', 'false')
    await expect(tree(page).getByRole('link', { name: box })).toHaveCount(0)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(tree(page).getByRole('link', { name: box })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: box })).toBeVisible()
    await expect(contents(page)).toContainText('Nothing is in here.')
  })
  const boxAddress = page.url()

  // The list's call moves two items to the hall; moving them on to the box takes at most six
  // interactions.
  await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: building }).click()
  await expect(page.getByRole('heading', { level: 1, name: building })).toBeVisible()
  const idIn = (url: string) => Number(url.split('/').at(-1))
  const buildingId = idIn(page.url())
  await contents(page).getByRole('link', { name: hall }).click()
  await expect(page.getByRole('heading', { level: 1, name: hall })).toBeVisible()
  await postAs(server, 'root', '/places/move', { ids, to: idIn(page.url()), reason: 'store' })
  await page.reload()
  await expect(contents(page).getByRole('listitem')).toHaveText([
    `${name}-1 Studie`,
    `${name}-2 Studie`,
  ])
  await test.step('everything in a hall moves on to a box, and Undo reverts it', async () => {
    await contents(page).getByRole('button', { name: 'Move everything…' }).click()
    const move = panel(page, 'Move items')
    await expect(move.getByRole('combobox', { name: 'To' })).toBeFocused()
    await page.keyboard.type(`${name}-k`)
    await page.keyboard.press('Enter')
    await move.getByLabel('Reason').selectOption('Conservation')
    await move.getByLabel('Expected back').fill('2099-01-31')
    await move.getByRole('button', { name: 'Move 2 items' }).click()
    const moved = panel(page, 'Just moved')
    await expect(moved).toContainText(`2 items moved to ${box}.`)
    await expect(contents(page)).toContainText('Nothing else is in here.')
    await expect(
      page.getByRole('region', { name: 'Recent movements' }).getByRole('listitem').first(),
    ).toContainText('Conservation, expected back 31 Jan 2099')
    await moved.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('2 items were reverted.')).toBeVisible()
    await expect(contents(page).getByRole('listitem')).toHaveCount(2)
  })

  await test.step('one selected item is moved; a return in the past is refused', async () => {
    await contents(page)
      .getByRole('checkbox', { name: `Select ${name}-2` })
      .check()
    await contents(page).getByRole('button', { name: 'Move 1 item…' }).click()
    await chooseFirst(page, panel(page, 'Move item').getByRole('combobox', { name: 'To' }), box)
    await panel(page, 'Move item').getByLabel('Expected back').fill('2020-01-31')
    await panel(page, 'Move item').getByRole('button', { name: 'Move one item' }).click()
    await expect(panel(page, 'Move item')).toContainText('Please choose today or a later date.')
    await panel(page, 'Move item').getByLabel('Expected back').fill('2099-01-31')
    await panel(page, 'Move item').getByRole('button', { name: 'Move one item' }).click()
    await expect(
      contents(page).getByRole('list', { name: 'Items', exact: true }).getByRole('listitem'),
    ).toHaveText([`${name}-1 Studie`])
  })

  await test.step('the day of a return is changed where items that are away are listed', async () => {
    await page.goto('/places?away')
    const away = page.getByRole('list', { name: 'Away and due back' }).getByRole('listitem')
    const secondItem = away.filter({ hasText: `${name}-2` })
    await expect(secondItem).toContainText(/31 Jan 2099Due in \d+ days/)
    await secondItem.getByRole('button', { name: 'Change the day' }).click()
    await secondItem.getByLabel('Expected back').fill('2099-03-31')
    await secondItem.getByRole('button', { name: 'Save' }).click()
    await expect(secondItem).toContainText('31 Mar 2099')
    await page
      .getByRole('alert')
      .filter({ hasText: 'Expected back on' })
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect(secondItem).toContainText('31 Jan 2099')
  })

  // The box moves to the hall with its items.
  await page.goto(boxAddress)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  await chooseFirst(
    page,
    panel(page, `Move ${box}`).getByRole('combobox', { name: 'To' }),
    `${name}-S`,
  )
  await panel(page, `Move ${box}`).getByLabel('Reason').selectOption('Storage')
  await panel(page, `Move ${box}`).getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Path' })).toHaveText(
    `Places › ${building} › ${hall}`,
  )
  await expect(
    page.getByRole('region', { name: 'Recent movements' }).getByRole('listitem').first(),
  ).toContainText(new RegExp(`^${name}-2 Studie${building} → ${hall}, with ${box}.* · Storage$`))
  await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: hall }).click()
  await expect(contents(page).getByRole('list', { name: 'Places in here' })).toHaveText(`${box} 1`)
  await expect(
    contents(page).getByRole('list', { name: 'Items' }).getByRole('listitem'),
  ).toHaveText([`${name}-1 Studie`, `${name}-2 Studie${box}`])
  await contents(page).getByRole('button', { name: 'Only directly in here' }).click()
  await expect(
    contents(page).getByRole('list', { name: 'Items' }).getByRole('listitem'),
  ).toHaveCount(1)

  // Yesterday the hall had none of them.
  await contents(page).getByLabel('On a day').fill(daysAgo(1))
  await expect(contents(page)).toContainText(/0 items on \d+ \w+ \d{4}\./)
  await expect(contents(page).getByRole('button', { name: /^Move/ })).toHaveCount(0)

  // A place can be archived once it is empty.
  const archive = async () => {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
  }
  await page.goto(boxAddress)
  await expect(contents(page).getByRole('listitem')).toHaveCount(1)
  await archive()
  await expect(
    page.getByText('Not archived. It can’t be archived while there is something in it'),
  ).toBeVisible()
  await postAs(server, 'root', '/places/move', { ids, to: buildingId, reason: 'display' })
  await page.reload()
  await archive()
  await expect(page.getByText('This place is archived.')).toBeVisible()
})

test('twelve works are moved into a new box in at most ten interactions, and dated back', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const name = uniqueName('Depot')
  const movedCount = 12
  // Two digits, so that the works are in the order of their numbers.
  const works = Array.from({ length: movedCount + 2 }, (_, index) => `${name}-${10 + index}`)
  const ids = await Promise.all(
    works.map((identifier) => addItem(server, { type: 'art', identifier, name: 'Blatt' })),
  )
  const hallFields = { kind: 'hall', parent_id: null, note: '', archived: false }
  const hall = await postAs<{ id: number }>(server, 'root', '/places', {
    place: { ...hallFields, name: `Saal ${name}`, code: `${name}-S` },
  })
  await postAs(server, 'root', '/places', {
    place: { ...hallFields, name: `Werkstatt ${name}`, code: `${name}-W` },
  })
  const movement = { ids, to: hall.id, reason: 'display', day: daysAgo(2) }
  await postAs(server, 'root', '/places/move', movement)
  await signInAs('root')
  await page.goto(`/places/${hall.id}`)
  const items = contents(page).getByRole('list', { name: 'Items', exact: true })
  await expect(items.getByRole('listitem')).toHaveCount(works.length)

  let interactions = 0
  const interact = (action: Promise<void>) => {
    interactions++
    return action
  }
  const form = panel(page, 'Move items')
  const moved = panel(page, 'Just moved')
  const select = (work = '') => items.getByRole('checkbox', { name: `Select ${work}` })
  await test.step('twelve works are selected and moved into a new box', async () => {
    await interact(select(works[0]).click())
    await interact(select(works[movedCount - 1]).click({ modifiers: ['Shift'] }))
    await interact(contents(page).getByRole('button', { name: 'Move 12 items…' }).click())
    await interact(form.getByRole('button', { name: 'Create box here…' }).click())
    await interact(form.getByLabel('Name').fill(`Kiste ${name}`))
    await interact(form.getByLabel('Code').fill(`${name}-K`))
    await expect(form.getByLabel('Reason')).toHaveValue('store')
    await interact(form.getByRole('button', { name: 'Create box and move 12 items' }).click())
    await expect(moved).toContainText(`12 items moved to Kiste ${name}.`)
    expect(interactions).toBeLessThanOrEqual(10)
    await expect(moved).toBeFocused()
    await expect(moved.getByRole('listitem')).toHaveCount(movedCount)
    await contents(page).getByRole('button', { name: 'Only directly in here' }).click()
    await expect(items.getByRole('listitem')).toHaveText([
      `${works[movedCount]} Blatt`,
      `${works[movedCount + 1]} Blatt`,
    ])
  })

  await test.step('a movement of yesterday goes into the histories of the works, which stay in the box', async () => {
    await moved.getByRole('link', { name: `Kiste ${name}` }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Kiste ${name}` })).toBeVisible()
    await contents(page).getByRole('button', { name: 'Move everything…' }).click()
    await form.getByLabel('Date').fill(daysAgo(1))
    await chooseFirst(page, form.getByRole('combobox', { name: 'To' }), `${name}-W`)
    const staySentence = '12 items were moved again since and stay where they are'
    await expect(form.getByRole('status')).toContainText(staySentence)
    await form.getByLabel('Remark').fill('Für die Rahmung')
    await form.getByRole('button', { name: 'Move 12 items' }).click()
    await expect(moved).toContainText(staySentence)
    await expect(items.getByRole('listitem')).toHaveCount(movedCount)
    await expect(panel(page, 'Recent movements').getByRole('listitem').first()).toContainText(
      `Werkstatt ${name} → Kiste ${name}`,
    )
  })
  await moved.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('12 items were reverted.')).toBeVisible()
  await expect(panel(page, 'Recent movements').getByRole('listitem').first()).toContainText(
    `Saal ${name} → Kiste ${name}`,
  )
})

test('an employee moves an item in at most four interactions, but can’t change places', async ({
  page,
  server,
  signInAs,
}) => {
  const name = uniqueName('Beleg')
  const id = await addItem(server, { type: 'art', identifier: name, name: 'Skizze' })
  const place = { kind: 'hall', parent_id: null, note: 'Schlüssel bei der Kasse.', archived: false }
  const [oldPlace, newPlace] = [
    await postAs<{ id: number }>(server, 'root', '/places', {
      place: { ...place, name: `Von ${name}`, code: `${name}-V` },
    }),
    await postAs<{ id: number }>(server, 'root', '/places', {
      place: { ...place, name: `Nach ${name}`, code: `${name}-N` },
    }),
  ]
  await postAs(server, 'root', '/places/move', { ids: [id], to: oldPlace.id, reason: 'store' })
  await signInAs('employee')
  const block = page.getByRole('region', { name: 'Place', exact: true })
  await test.step('an employee sees no buttons that change places', async () => {
    await page.goto('/places')
    await expect(tree(page).getByRole('link', { name: `Von ${name}` })).toBeVisible()
    await expect(page.getByRole('button', { name: /Add place|Move to…/ })).toHaveCount(0)
    await page.goto(`/places/${oldPlace.id}`)
    await expect(page.getByText('Schlüssel bei der Kasse.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Edit|More)$/ })).toHaveCount(0)
  })

  await test.step('an item is moved by pressing Move, typing a place, Enter and one button', async () => {
    await contents(page).getByRole('link', { name }).click()
    await expect(block).toContainText(`No place → Von ${name}`)
    await block.getByRole('button', { name: 'Move…' }).click()
    await expect(block.getByRole('combobox', { name: 'To' })).toBeFocused()
    await page.keyboard.type(`${name}-N`)
    await page.keyboard.press('Enter')
    await block.getByRole('button', { name: 'Move one item' }).click()
    await expect(block.getByRole('listitem').first()).toContainText(`Von ${name} → Nach ${name}`)
    await expect(block.getByRole('button', { name: 'Move…' })).toBeFocused()
  })
  await test.step('the page of an item tells where it was on a day, and links its place', async () => {
    await block.getByLabel('Where was it on a day').fill(daysAgo(1))
    await expect(block.getByRole('status')).toHaveText('No place')
    await block
      .getByRole('link', { name: `Nach ${name}` })
      .first()
      .click()
    await expect(page).toHaveURL(new RegExp(`/places/${newPlace.id}$`))
    await expect(contents(page).getByRole('listitem')).toHaveCount(1)
  })
})
