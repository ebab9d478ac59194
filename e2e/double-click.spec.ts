import { setTimeout } from 'node:timers/promises'
import { goTo } from './go-to.ts'
import { addItem, postAs, uniqueName } from './items.ts'
import { expect, type Page, test } from './vitrine.ts'

// Pressing every button changes and deletes data, so this story has its own server.
test.use({
  variables: { BACKUP_HOUR: '3' },
  ownContext: true,
  viewport: { width: 1280, height: 900 },
})

// Presses about fifty buttons three times. apps/web/src/app/shell/double-clicks.test.ts tests the
// rule itself.
const withAll = { tag: '@only-with-all' }

/**
 * One screen for each kind of control: menus and tiles; a list and its forms; editors in place;
 * dialogs; cards.
 */
const screens = ['/', '/inventory/art', '/inventory-detail/:id', '/journal', '/cms']

interface Button {
  /**
   * Style and first words: one button of each kind is pressed, because rows and screens repeat
   * them.
   */
  readonly kind: string
  readonly name: string
  readonly x: number
  readonly y: number
}

// Runs in the page. The buttons in `leftOut` end the session, open a system dialog, close theirs
// after a download, or fail on purpose.
const script = `
  const layers = () => [...document.querySelectorAll('[role="dialog"], [role="menu"]')].filter((element) => element.checkVisibility())
  const leftOut = /^(Logout|Print|Sign out|Take photo|Upload|Add pictures|PDF )|error$/i
  const texts = (selector) => [...document.querySelectorAll(selector)].map((element) => element.textContent.slice(0, 40)).join()
  window.probe = {
    layers: () => layers().length,

    /**
     * Scrolls to the first button of the topmost dialog or menu, or else of the screen, whose kind
     * is not in the list.
     */
    next([withBar, done]) {
      const layer = layers().at(-1)
      const place = layer ?? document.querySelector(withBar ? '#root' : 'main')
      for (const button of place.querySelectorAll('button, [role="tab"], summary, input[type="checkbox"]')) {
        const name = (button.ariaLabel ?? (button.textContent || button.title)).trim()
        const words = name.split(/[ (:…]+/).slice(0, button.closest('li, td, dd') ? 1 : 2).join(' ')
        const kind = button.className.split(' ').at(-1) + (button.closest('fieldset, summary, [role="menu"]') ? '' : words)
        if (done.includes(kind) || leftOut.test(name)) continue
        if (button.matches(':disabled, [aria-disabled="true"], [data-repeatable]')) continue
        button.scrollIntoView({ block: 'center' })
        const { left, top, width, height } = button.getBoundingClientRect()
        const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
        const hit = document.elementFromPoint(x, y)
        if (width > 0 && hit && (button.contains(hit) || hit.contains(button))) return { kind, name, x, y }
      }
      return null
    },

    /** The visible state of the screen. */
    state: () =>
      [
        location.pathname + location.search,
        layers().length + ' layers',
        texts('h1, h2'),
        texts('[aria-expanded="true"], details[open] > summary'),
        texts('[aria-pressed="true"], [aria-selected="true"], [aria-sort]:not([aria-sort="none"])'),
        document.querySelectorAll('input:checked').length + ' ticked',
        document.querySelectorAll('input:not(td *, [data-place]), textarea').length + ' fields',
      ].join(' | '),

    /** Tells whether a button keeps its place for two frames. */
    async stays({ x, y }) {
      const button = document.elementFromPoint(x, y)?.closest('button, summary')
      const place = () => JSON.stringify(button?.getBoundingClientRect())
      const before = place()
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      return place() === before
    },
  }`

/** Calls a function of the script in the page. */
const callProbe = <T>(page: Page, method: string, argument?: unknown): Promise<T> =>
  page.evaluate(`probe.${method}(${JSON.stringify(argument)})`)

function watchRequests(page: Page) {
  const pending = new Set<unknown>()
  const writes: string[] = []
  page.on('request', (request) => {
    pending.add(request)
    if (request.method() !== 'GET') writes.push(new URL(request.url()).pathname)
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return {
    writes,
    /** Waits until no request is pending and the screen has stopped changing. */
    async settle(before = ''): Promise<string> {
      let state = ''
      await expect(async () => {
        const last = state
        state = await callProbe<string>(page, 'state')
        expect([pending.size, state]).toEqual([0, last])
      }).toPass({ intervals: [40] })
      if (state !== before) return state
      // React shows lazily loaded code only after 300 ms.
      await setTimeout(400)
      return callProbe<string>(page, 'state')
    },
  }
}

test(
  'a double click on any control does the same as one click',
  withAll,
  async ({ page, server, signInAs, expectFault }) => {
    test.setTimeout(600_000)
    const itemId = await addItem(server, {
      type: 'art',
      identifier: uniqueName('LG'),
      name: 'Study',
      tags: { year: '1929' },
    })
    for (const comment of ['Frame is loose', 'Glass is broken'])
      await postAs(server, 'root', '/inventory/add-comment', { itemId, comment, task: {} })
    // The preview of a page runs no scripts.
    expectFault("Blocked script execution in 'about:srcdoc'")
    await signInAs('root')
    const { writes, settle } = watchRequests(page)
    await page.goto('/test-error')
    await page.evaluate(script)
    const faults: string[] = []
    const changes: { readonly path: string; readonly text: string }[] = []
    let pressedCount = 0

    // Navigates inside the app; loading it takes ten times as long.
    async function open(address: string): Promise<string> {
      for (let layers = await callProbe<number>(page, 'layers'); layers > 0; layers--)
        await page.keyboard.press('Escape')
      const here = new URL(page.url()).pathname
      await goTo(page, here === '/about' ? '/audit' : '/about')
      await goTo(page, address)
      return settle()
    }

    /** Double-clicks, then clicks a third time at the same place. */
    async function pressTwice(path: string, { name, x, y }: Button, opener = ''): Promise<string> {
      const where = `${path}, ${opener}${name}`
      const { mouse } = page
      const click = async (clickCount: number) => {
        await mouse.down({ clickCount })
        await mouse.up({ clickCount })
      }
      pressedCount++
      writes.length = 0
      const before = await callProbe<string>(page, 'state')
      await mouse.move(x, y)
      await mouse.down({ clickCount: 1 })
      if (!(await callProbe<boolean>(page, 'stays', { x, y })))
        faults.push(`${where}: moves while it is pressed`)
      await mouse.up({ clickCount: 1 })
      await click(2)
      const stateAfterDouble = await settle(before)
      await click(3)
      const stateAfterThird = await settle()
      if (writes.length > 1) faults.push(`${where}: sent ${writes.join(', ')}`)
      if (stateAfterThird !== stateAfterDouble)
        changes.push({
          path,
          text: `${where}: became\n${stateAfterThird} after\n${stateAfterDouble}`,
        })
      return stateAfterThird
    }

    async function pressAll(paths: readonly string[]): Promise<void> {
      const pressedKinds: string[] = []
      for (const path of paths) {
        const address = path.replace(':id', String(itemId))
        const start = await open(address)
        // The bar is the same on every screen.
        const withBar = path === '/'
        for (;;) {
          const button = await callProbe<Button | null>(page, 'next', [withBar, pressedKinds])
          if (!button) break
          let state = await pressTwice(path, button)
          const pressedInside: string[] = []
          while ((await callProbe<number>(page, 'layers')) > 0) {
            const inner = await callProbe<Button | null>(page, 'next', [withBar, pressedInside])
            if (!inner) break
            pressedInside.push(inner.kind)
            state = await pressTwice(path, inner, `${button.name}, `)
            if ((await callProbe<number>(page, 'layers')) > 0) continue
            // The dialog has closed: open it again for its other buttons.
            await open(address)
            const opener = await callProbe<Button | null>(page, 'next', [withBar, pressedKinds])
            if (opener?.kind !== button.kind) break
            await page.mouse.click(opener.x, opener.y)
            state = await settle()
          }
          pressedKinds.push(button.kind)
          if (writes.length > 0 || state !== start) await open(address)
        }
      }
    }

    await pressAll(screens)
    // Code that is loaded on demand changes the screen after the click. The second time it is
    // loaded already.
    await pressAll([...new Set(changes.splice(0).map(({ path }) => path))])
    expect([...faults, ...changes.map(({ text }) => text)]).toEqual([])
    // Fewer would mean that a screen was not searched.
    expect(pressedCount).toBeGreaterThan(40)
  },
)
