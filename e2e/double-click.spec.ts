import { screens } from '@vitrine/contract'
import { addItem, personId, post, unique } from './items.ts'
import { expect, type Page, test } from './vitrine.ts'

// What it presses changes and deletes things: a server of its own.
test.use({ variables: { GUIDE_DAILY_LIMIT: '1000' }, ownContext: true, viewport: { width: 1280, height: 900 } })

/** Ends the session, opens a window of the system, or fails on purpose. */
const leftOut = /^(Logout|Print|Sign out|Choose file|Take photo|Upload|Add pictures|.* error$)/i

interface Pressed {
  readonly name: string
  readonly x: number
  readonly y: number
}

interface Search {
  /** The topmost dialog or menu, or the screen below it. */
  readonly within: 'layer' | 'screen'
  readonly done: readonly string[]
}

const layers = '[role="dialog"], [role="menu"]'

/** Scrolls to the first button of a kind that was not pressed yet. Buttons of rows differ by what they are about. */
const nextButton = (page: Page, search: Search): Promise<(Pressed & { readonly kind: string }) | null> =>
  page.evaluate(
    ({ within, done, layers, leftOut }) => {
      const layer = [...document.querySelectorAll(layers)].at(-1)
      const place = within === 'layer' ? layer : document.querySelector('#root')
      const buttons = 'button, [role="menuitem"], [role="tab"], summary, input[type="checkbox"]'
      for (const element of place?.querySelectorAll<HTMLElement>(buttons) ?? []) {
        const label = element.getAttribute('aria-label') ?? (element.textContent || element.title)
        const name = label.trim()
        const kind = `${element.className.split(' ').at(-1)} ${name.split(/[ (:…]/, 2).join(' ')}`.replaceAll(/\d+/g, '')
        if (done.includes(kind) || new RegExp(leftOut, 'i').test(name)) continue
        if (element.matches(':disabled, [aria-disabled="true"], [data-repeatable]')) continue
        element.scrollIntoView({ block: 'center' })
        const { left, top, width, height } = element.getBoundingClientRect()
        const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
        const hit = document.elementFromPoint(x, y)
        if (width > 0 && hit && (element.contains(hit) || hit.contains(element))) return { kind, name, x, y }
      }
      return null
    },
    { ...search, layers, leftOut: leftOut.source },
  )

/** What a person sees of the state of the screen. */
const stateOf = (page: Page) =>
  page.evaluate((layers) => {
    const texts = (selector: string) =>
      [...document.querySelectorAll(selector)].map((element) => element.textContent?.slice(0, 40))
    return {
      address: location.pathname + location.search,
      layers: document.querySelectorAll(layers).length,
      headings: texts('h1, h2'),
      expanded: texts('[aria-expanded="true"], details[open] > summary'),
      pressed: texts('[aria-pressed="true"]'),
      selected: texts('[aria-selected="true"], [aria-sort]:not([aria-sort="none"])'),
      ticked: document.querySelectorAll('input:checked').length,
      fields: document.querySelectorAll('input, textarea').length,
      focus: document.activeElement?.tagName,
    }
  }, layers)

/** Where the pressed button is while the pointer is down. */
const placeOf = (page: Page, { x, y }: Pressed) =>
  page.evaluate(
    ([x, y]) =>
      new Promise((resolve) => {
        const button = document.elementFromPoint(x, y)?.closest('button, a, summary')
        const place = () => JSON.stringify(button?.getBoundingClientRect())
        const before = place()
        requestAnimationFrame(() => setTimeout(() => resolve(place() === before ? 'same' : `${before} → ${place()}`)))
      }),
    [x, y] as const,
  )

function watchRequests(page: Page) {
  let pending = 0
  const writes: string[] = []
  const isCall = (url: string) => new URL(url).pathname.startsWith('/api/')
  page.on('request', (request) => {
    if (!isCall(request.url())) return
    pending++
    if (request.method() !== 'GET') writes.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end, (request) => {
      if (isCall(request.url())) pending--
    })
  return {
    writes,
    async settled(): Promise<void> {
      let before = ''
      await expect
        .poll(
          async () => {
            const now = JSON.stringify(await stateOf(page))
            const isSame = now === before && pending <= 0
            before = now
            return isSame
          },
          { intervals: [30] },
        )
        .toBe(true)
    },
  }
}

test('a double click on any button of any screen does what one click does', async ({ page, server, signInAs }) => {
  const itemId = await addItem(server, { type: 'art', identifier: unique('LG'), name: 'Study', tags: { year: '1929' } })
  const assigneeId = await personId(server, 'Yves')
  for (const comment of ['Frame is loose', 'Glass is broken'])
    await post(server, 'root', '/inventory/add-comment', { itemId, comment, task: { assigneeId } })
  await signInAs('root')
  const { writes, settled } = watchRequests(page)
  const found: string[] = []
  let count = 0

  async function open(address: string): Promise<void> {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await settled()
  }

  /** Two clicks at once, and a third one on what is there then. */
  async function pressTwice(screen: string, button: Pressed): Promise<void> {
    count++
    writes.length = 0
    const { mouse } = page
    await mouse.move(button.x, button.y)
    await mouse.down({ clickCount: 1 })
    const moved = await placeOf(page, button)
    await mouse.up({ clickCount: 1 })
    await mouse.down({ clickCount: 2 })
    await mouse.up({ clickCount: 2 })
    await settled()
    const after = await stateOf(page)
    await mouse.down({ clickCount: 3 })
    await mouse.up({ clickCount: 3 })
    await settled()
    const about = `${screen}: ${button.name}`
    if (moved !== 'same') found.push(`${about} moves while it is pressed: ${moved}`)
    if (writes.length > 1) found.push(`${about} wrote ${writes.join(', ')}`)
    const again = await stateOf(page)
    if (JSON.stringify(again) !== JSON.stringify(after))
      found.push(`${about} led from ${JSON.stringify(after)} to ${JSON.stringify(again)}`)
  }

  const ofShell: string[] = []
  for (const [path, { access }] of Object.entries(screens)) {
    if (access === 'anyone') continue
    const address = path.replace(/:id$/, path.includes('detail') ? String(itemId) : '2')
    await open(address)
    const start = JSON.stringify(await stateOf(page))
    const done = [...ofShell]
    for (let button = await nextButton(page, { within: 'screen', done }); button; ) {
      done.push(button.kind)
      await pressTwice(path, button)
      const layersAfter = (await stateOf(page)).layers
      if (layersAfter > 0) {
        const inside: string[] = []
        for (;;) {
          const inner = await nextButton(page, { within: 'layer', done: inside })
          if (!inner) break
          inside.push(inner.kind)
          await pressTwice(`${path}, ${button.name}`, inner)
          if ((await stateOf(page)).layers === layersAfter) continue
          await open(address)
          const again = await nextButton(page, { within: 'screen', done: done.slice(0, -1) })
          if (again?.kind !== button.kind) break
          await page.mouse.click(again.x, again.y)
          await settled()
          if ((await stateOf(page)).layers !== layersAfter) break
        }
      }
      if (writes.length > 0 || JSON.stringify(await stateOf(page)) !== start) await open(address)
      button = await nextButton(page, { within: 'screen', done })
    }
    if (ofShell.length === 0) ofShell.push(...done)
  }
  expect(found).toEqual([])
  expect(count).toBeGreaterThan(100)
})
