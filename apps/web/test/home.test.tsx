import { fireEvent, screen } from '@testing-library/react'
import { type Access, rootOnly, type ScreenPath, screens } from '@vitrine/contract'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { closeScreen, openScreen, reason, refusal } from './open-screen.tsx'

afterEach(closeScreen)

const nothing = {
  ...{ tasks: [], changes: [], events: [], gaps: [] },
  ...{ openForMe: 0, openForAll: 0, unansweredQuestions: 0, expectedBack: 0 },
}

test('an empty Home says what there is nothing of', async () => {
  openScreen('/', { 'GET /home': nothing }, 'employee')
  await screen.findByText(/^Everything is in order/)
  for (const sentence of ['Nothing is waiting for you.', 'No changes yet.', 'No upcoming events.'])
    expect(screen.getByRole('main').textContent).toContain(sentence)
})

test('a Home that fails still has its tiles', async () => {
  openScreen('/', { 'GET /home': refusal(500) }, 'employee')
  expect((await screen.findByRole('alert')).textContent).toContain(
    `The overview could not be loaded. ${reason}`,
  )
  for (const tile of ['Le Manège', 'La Grange', 'Comments', 'Save the Date'])
    expect(screen.getAllByRole('link', { name: tile }).length).toBeGreaterThan(0)
})

/** Only root may open these screens while the test runs. */
function closeToOthers(...paths: ScreenPath[]): void {
  for (const path of paths) {
    const row: { access: Access } = screens[path]
    const { access } = row
    row.access = rootOnly
    onTestFinished(() => {
      row.access = access
    })
  }
}

const change = {
  at: '2026-11-01T10:00:00.000Z',
  by: 'Anna',
  did: 'commented on LG-001',
  about: 'Étude',
}
const changed = {
  ...nothing,
  changes: [{ ...change, screen: '/inventory-detail/101', part: 'comments' }],
}
const groups = ['Open for me', 'To complete', 'Recent changes', 'Next events']

test('Home shows the groups whose screens a role may open, and links to no other screen', async () => {
  openScreen('/', { 'GET /home': changed }, 'employee')
  await screen.findByText('Anna commented on LG-001')
  for (const name of groups) expect(screen.getByRole('region', { name })).toBeTruthy()
  expect(screen.getByRole('link', { name: /^Anna commented/ }).getAttribute('href')).toBe(
    '/inventory-detail/101#comments',
  )

  closeToOthers('/inventory/car', '/inventory/art', '/inventory-detail/:id', '/cms')
  openScreen('/', { 'GET /home': changed }, 'employee')
  await screen.findByText('Anna commented on LG-001')
  expect(groups.filter((name) => screen.queryByRole('region', { name }))).toEqual([
    'Open for me',
    'Recent changes',
  ])
  expect(screen.queryByRole('link', { name: /^Anna commented/ })).toBeNull()
})

test('a comment that is found leads to its item, or to the comments where a role may not open items', async () => {
  const none = { count: 0, hits: [] }
  const hit = { id: 5, item_id: 101, title: { text: 'Frame is loose.', marks: [] }, lines: [] }
  const found = {
    item: none,
    event: none,
    journal: none,
    user: none,
    comment: { count: 1, hits: [hit] },
  }
  const hrefOfHit = async () => {
    openScreen('/', { 'GET /home': nothing, 'GET /search': found }, 'employee')
    fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'loose' } })
    const option = await screen.findByRole('option', { name: /Frame is loose/ })
    return option.getAttribute('href') ?? option.querySelector('a')?.getAttribute('href')
  }
  expect(await hrefOfHit()).toBe('/inventory-detail/101#comment-5')
  closeToOthers('/inventory-detail/:id')
  expect(await hrefOfHit()).toBe('/comments')
})
