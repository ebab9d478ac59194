import { fireEvent, screen, within } from '@testing-library/react'
import { type Access, rootOnly, type ScreenPath, screens } from '@vitrine/contract'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { closeScreen, openScreen, rejection, rejectionMessage } from './open-screen.tsx'
import { emptyHome } from './samples.ts'

afterEach(closeScreen)

test('each group of an empty Home says that it is empty', async () => {
  openScreen('/', { 'GET /home': emptyHome }, 'employee')
  await screen.findByText(/^Everything is in order/)
  for (const sentence of ['Nothing is waiting for you.', 'No changes yet.', 'No upcoming events.'])
    expect(screen.getByRole('main').textContent).toContain(sentence)
})

test('Home has its tiles even if the overview fails to load', async () => {
  openScreen('/', { 'GET /home': rejection(500) }, 'employee')
  expect((await screen.findByRole('alert')).textContent).toContain(
    `The overview could not be loaded. ${rejectionMessage}`,
  )
  for (const tile of ['Le Manège', 'La Grange', 'Comments', 'Save the Date'])
    expect(screen.getAllByRole('link', { name: tile }).length).toBeGreaterThan(0)
})

/** Restricts screens to root until the test has finished. */
function restrictToRoot(...paths: ScreenPath[]): void {
  for (const path of paths) {
    const screenRow: { access: Access } = screens[path]
    const originalAccess = screenRow.access
    screenRow.access = rootOnly
    onTestFinished(() => {
      screenRow.access = originalAccess
    })
  }
}

const homeWithChange = {
  ...emptyHome,
  changes: [
    {
      at: '2026-11-01T10:00:00.000Z',
      by: 'Anna',
      did: 'commented on LG-001',
      about: 'Étude',
      screen: '/inventory-detail/101',
      part: 'comments',
    },
  ],
}

/** Opens Home, and lists its groups and the address of its change. */
async function readHome() {
  openScreen('/', { 'GET /home': homeWithChange }, 'employee')
  await screen.findByText('Anna commented on LG-001')
  const groups = ['Open for me', 'To complete', 'Recent changes', 'Next events']
  return {
    shownGroups: groups.filter((name) => screen.queryByRole('region', { name })),
    changeAddress: screen.queryByRole('link', { name: /^Anna commented/ })?.getAttribute('href'),
  }
}

test('Home shows and links only what a role may open', async () => {
  expect(await readHome()).toEqual({
    shownGroups: ['Open for me', 'To complete', 'Recent changes', 'Next events'],
    changeAddress: '/inventory-detail/101#comments',
  })

  restrictToRoot('/inventory/car', '/inventory/art', '/inventory-detail/:id', '/cms')
  expect(await readHome()).toEqual({
    shownGroups: ['Open for me', 'Recent changes'],
    changeAddress: undefined,
  })
})

test('the search links a comment to a screen that the role may open', async () => {
  const noHits = { count: 0, hits: [] }
  const hit = { id: 5, item_id: 101, title: { text: 'Frame is loose.', marks: [] }, lines: [] }
  const hits = {
    item: noHits,
    event: noHits,
    journal: noHits,
    user: noHits,
    condition: noHits,
    comment: { count: 1, hits: [hit] },
  }
  const findHitHref = async () => {
    openScreen('/', { 'GET /home': emptyHome, 'GET /search': hits }, 'employee')
    fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'loose' } })
    const option = await screen.findByRole('option', { name: /Frame is loose/ })
    return option.getAttribute('href') ?? option.querySelector('a')?.getAttribute('href')
  }

  expect(await findHitHref()).toBe('/inventory-detail/101#comment-5')

  restrictToRoot('/inventory-detail/:id')
  expect(await findHitHref()).toBe('/comments')
})

test('To complete lists urgent conditions first, then the most frequent gaps', async () => {
  const gaps = [
    { rule: 'location', type: 'car', count: 7 },
    { rule: 'text', type: 'art', count: 9 },
    { rule: 'condition', type: 'art', count: 1 },
  ] as const
  openScreen('/', { 'GET /home': { ...emptyHome, gaps: [...gaps] } }, 'employee')
  const group = await screen.findByRole('region', { name: 'To complete' })
  const rows = within(group).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Urgent conditionLa Grange 1',
    'Without textLa Grange 9',
    'Without placeLe Manège 7',
  ])
})
