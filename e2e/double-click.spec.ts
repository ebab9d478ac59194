import { setTimeout } from 'node:timers/promises'
import { screens } from '@vitrine/contract'
import { goTo } from './go-to.ts'
import { addItem, post, unique } from './items.ts'
import { expect, type Page, test } from './vitrine.ts'

// What is pressed changes and deletes things: a server of its own.
test.use({ variables: { BACKUP_HOUR: '3' }, ownContext: true, viewport: { width: 1280, height: 900 } })

// A hundred and fifty buttons, each pressed three times.
const withAll = { tag: '@only-with-all' }

interface Button {
  /** Buttons of rows differ by what they are about, and screens have some in common: one of each kind is pressed. */
  readonly kind: string
  readonly name: string
  readonly x: number
  readonly y: number
}

// In the page. `leftOut` ends the session, opens a window of the system, closes its dialog when a file is made, or fails on purpose.
const script = `
  const layers = () => [...document.querySelectorAll('[role="dialog"], [role="menu"]')].filter((one) => one.checkVisibility())
  const leftOut = /^(Logout|Print|Sign out|Take photo|Upload|Add pictures|PDF )|error$/i
  const texts = (selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent.slice(0, 40)).join()
  window.probe = {
    layers: () => layers().length,

    /** Scrolls to the first button of the topmost dialog or menu, or else of the screen, whose kind is not in the list. */
    next([withBar, done]) {
      const layer = layers().at(-1)
      const place = layer ?? document.querySelector(withBar ? '#root' : 'main')
      for (const one of place.querySelectorAll('button, [role="tab"], summary, input[type="checkbox"]')) {
        const name = (one.ariaLabel ?? (one.textContent || one.title)).trim()
        const words = name.split(/[ (:…]+/).slice(0, one.closest('li, td, dd') ? 1 : 2).join(' ')
        const kind = one.className.split(' ').at(-1) + (one.closest('fieldset, summary, [role="menu"]') ? '' : words)
        if (done.includes(kind) || leftOut.test(name)) continue
        if (one.matches(':disabled, [aria-disabled="true"], [data-repeatable]')) continue
        one.scrollIntoView({ block: 'center' })
        const { left, top, width, height } = one.getBoundingClientRect()
        const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
        const hit = document.elementFromPoint(x, y)
        if (width > 0 && hit && (one.contains(hit) || hit.contains(one))) return { kind, name, x, y }
      }
      return null
    },

    /** What a person sees of the state of the screen. */
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

    /** Watches a button for two frames. */
    async stays({ x, y }) {
      const button = document.elementFromPoint(x, y)?.closest('button, summary')
      const place = () => JSON.stringify(button?.getBoundingClientRect())
      const before = place()
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      return place() === before
    },
  }`

const ask = <T>(page: Page, method: string, argument?: unknown): Promise<T> =>
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
    /** Waits until nothing is on its way and the screen has stopped changing. */
    async settle(before = ''): Promise<string> {
      let state = ''
      await expect(async () => {
        const last = state
        state = await ask<string>(page, 'state')
        expect([pending.size, state]).toEqual([0, last])
      }).toPass({ intervals: [40] })
      if (state !== before) return state
      // React shows code that was loaded late only after 300 ms.
      await setTimeout(400)
      return ask<string>(page, 'state')
    },
  }
}

const parts = Object.groupBy(Object.entries(screens), ([path, screen]) => {
  if (path.startsWith('/inventory-detail')) return 'an item’s page'
  // Both lists are one component.
  if (path.startsWith('/inventory')) return path === '/inventory/art' ? 'a list' : 'left out'
  // Loads its page anew, without what is asked of it here.
  if ('scans' in screen) return 'left out'
  if (screen.access === 'anyone') return 'left out'
  return 'menu' in screen && screen.menu.in === 'Utilities' ? 'the utilities' : 'all other screens'
})

for (const [part, screensOfPart] of Object.entries(parts).filter(([part]) => part !== 'left out'))
  test(
    `a double click on any button of ${part} does what one click does`,
    withAll,
    async ({ page, server, signInAs, expectFault }) => {
      test.setTimeout(600_000)
      const itemId = await addItem(server, {
        type: 'art',
        identifier: unique('LG'),
        name: 'Study',
        tags: { year: '1929' },
      })
      for (const comment of ['Frame is loose', 'Glass is broken'])
        await post(server, 'root', '/inventory/add-comment', { itemId, comment, task: {} })
      // Of the preview of a page, which runs no scripts.
      expectFault("Blocked script execution in 'about:srcdoc'")
      await signInAs('root')
      const { writes, settle } = watchRequests(page)
      await page.goto('/test-error')
      await page.evaluate(script)
      const [faults, changes]: [string[], string[]] = [[], []]
      let pressed = 0

      // Loading the whole app takes ten times as long.
      async function open(address: string): Promise<string> {
        for (let layers = await ask<number>(page, 'layers'); layers > 0; layers--) await page.keyboard.press('Escape')
        const here = new URL(page.url()).pathname
        await goTo(page, ['/about', '/audit', '/report'].find((path) => path !== address && path !== here) ?? '/')
        await goTo(page, address)
        return settle()
      }

      /** Clicks twice at once, and a third time on what is there then. */
      async function pressTwice(where: string, { name, x, y }: Button): Promise<string> {
        const { mouse } = page
        const click = async (clickCount: number) => {
          await mouse.down({ clickCount })
          await mouse.up({ clickCount })
        }
        pressed++
        writes.length = 0
        const before = await ask<string>(page, 'state')
        await mouse.move(x, y)
        await mouse.down({ clickCount: 1 })
        if (!(await ask<boolean>(page, 'stays', { x, y }))) faults.push(`${where}, ${name}: moves while it is pressed`)
        await mouse.up({ clickCount: 1 })
        await click(2)
        const once = await settle(before)
        await click(3)
        const again = await settle()
        if (writes.length > 1) faults.push(`${where}, ${name}: sent ${writes.join(', ')}`)
        if (again !== once) changes.push(`${where}, ${name}: became\n${again} after\n${once}`)
        return again
      }

      async function pressAll(): Promise<void> {
        const done: string[] = []
        for (const [path] of screensOfPart) {
          const address = path.replace(/:id$/, path.includes('detail') ? String(itemId) : '2')
          const start = await open(address)
          // It is the same on every screen.
          const withBar = path === '/'
          for (;;) {
            const button = await ask<Button | null>(page, 'next', [withBar, done])
            if (!button) break
            let state = await pressTwice(path, button)
            const inside: string[] = []
            while ((await ask<number>(page, 'layers')) > 0) {
              const inner = await ask<Button | null>(page, 'next', [withBar, inside])
              if (!inner) break
              inside.push(inner.kind)
              state = await pressTwice(`${path}, ${button.name}`, inner)
              if ((await ask<number>(page, 'layers')) > 0) continue
              // It has closed: once more for what else is in it.
              await open(address)
              const opener = await ask<Button | null>(page, 'next', [withBar, done])
              if (opener?.kind !== button.kind) break
              await page.mouse.click(opener.x, opener.y)
              state = await settle()
            }
            done.push(button.kind)
            if (writes.length > 0 || state !== start) await open(address)
          }
        }
      }

      await pressAll()
      // Code that was loaded late changes the screen after the click: the second time all of it is there.
      if (changes.splice(0).length > 0) await pressAll()
      expect([...faults, ...changes]).toEqual([])
      expect(pressed).toBeGreaterThan(15)
    },
  )
