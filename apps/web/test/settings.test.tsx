import { fireEvent, screen, within } from '@testing-library/react'
import type { Settings } from '@vitrine/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { closeScreen, openScreen } from './open-screen.tsx'

afterEach(closeScreen)

const settings: Settings = {
  foundation: { name: 'Fondation Exemple', address: 'Rue du Lac 1, 1700 Fribourg' },
  demo: null,
  needsFirstRoot: false,
}

test('the login without accounts says how to create the first root', async () => {
  openScreen('/login', { 'GET /settings': { ...settings, needsFirstRoot: true } })
  const hint = await screen.findByRole('region', { name: 'First steps' })
  expect(hint.textContent).toContain('vitrine create-root --email you@example.org')
})

test('the login of a demo lists its accounts instead of the first steps', async () => {
  openScreen('/login', {
    'GET /settings': { ...settings, demo: { emails: ['root@example.org'], password: 'x' } },
  })
  await screen.findByRole('region', { name: 'Demo accounts' })
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
})

test('Home shows root the external tools, with the information that each tool returns', async () => {
  const logs = {
    title: 'Chat Logs',
    url: 'https://logs.example.org',
    info: 'https://logs.example.org/info',
  }
  const assistant = {
    title: 'Assistant',
    url: 'https://assistant.example.org',
    info: 'https://assistant.example.org/info',
  }
  openScreen('/', { 'GET /settings': settings, 'GET /external-tools': [logs, assistant] })
  const mockedFetch = fetch
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address === logs.info) return new Response('12 questions today')
    if (address === assistant.info) return new Response('', { status: 500 })
    return mockedFetch(address, init)
  })

  const section = within(await screen.findByRole('region', { name: 'AI Tools External' }))
  await section.findByText('12 questions today')
  const [logsLink, assistantLink] = section.getAllByRole<HTMLAnchorElement>('link')
  expect(logsLink?.href).toBe('https://logs.example.org/')
  expect(logsLink?.target).toBe('_blank')
  expect(assistantLink?.textContent).toBe('Assistant(opens a new tab)')
})

test('the footer of Home links to the screen About', async () => {
  openScreen('/', { 'GET /settings': settings, 'GET /external-tools': [] })
  const footerLink = await screen.findByRole('link', { name: 'Vitrine' })
  expect(footerLink.getAttribute('href')).toBe('/about')
})

test('the login redirects signed-in users to the return address', async () => {
  openScreen('/login?returnUrl=%2Fabout', {}, 'employee')
  expect(await screen.findByRole('heading', { level: 1, name: /About/ })).toBeTruthy()
})

/** Opens the user's menu, and counts the settings of the keys J and K in it. */
async function countSettingsOfKeys() {
  openScreen('/about', { 'GET /user/task-mail': { on: true } })
  fireEvent.click(await screen.findByRole('button', { name: 'root@example.org' }))
  await screen.findByText(/Morning mail/)
  return screen.queryAllByText(/Keys J and K/).length
}

test('the user’s menu has a setting of the keys J and K', async () => {
  expect(await countSettingsOfKeys()).toBe(1)
})

test('devices without a keyboard have no setting of the keys J and K', async () => {
  // The app takes a device for one without a keyboard if it can only be touched.
  const matchMedia = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query.includes('hover: none')
      ? ({ ...matchMedia(query), matches: true } as MediaQueryList)
      : matchMedia(query),
  )
  expect(await countSettingsOfKeys()).toBe(0)
})
