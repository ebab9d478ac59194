import axe, { type AxeResults, type ElementContext, type RunOptions } from 'axe-core'
import type { Page } from './vitrine.ts'

export interface Look {
  readonly width: number
  readonly colorScheme: 'light' | 'dark'
}

/** The rules of WCAG 2.2 up to level AA. */
export const wcagRules: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
}

// Both widths and both schemes; further combinations would find nothing new.
export const desktop: Look = { width: 1280, colorScheme: 'light' }
export const phone: Look = { width: 375, colorScheme: 'dark' }

export async function applyLook(page: Page, { width, colorScheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ colorScheme })
  // Half under a sticky bar, a button counts as too small; during a transition, a colour is neither.
  // Scripts are notified of the new width and scheme with the next frame, and draw with the one after.
  await page.evaluate(`(async () => {
    for (const one of document.querySelectorAll('*')) {
      const { position, bottom } = getComputedStyle(one)
      if (position === 'sticky' && bottom !== 'auto') one.style.position = 'static'
    }
    scrollTo(0, 0)
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    // Not awaited: inside a closed <details> an animation never ends by itself.
    for (const one of document.getAnimations()) if (one.effect.getComputedTiming().endTime < Infinity) one.finish()
  })()`)
}

/** The findings of axe in the page, in one look after the other; ends with the first look. */
export async function findAxeViolations(
  page: Page,
  looks: readonly [Look, ...Look[]],
  options: RunOptions,
  context: ElementContext = { include: ['html'] },
): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  // Axe measures rows out of sight before they are laid out, when a long one reaches over those below it.
  await page.evaluate(`(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(sheet)
  })()`)
  const found: string[] = []
  // Describing passes would take as long again, and fetching the style sheets a quarter; no rule here reads them.
  const args = [context, { ...options, resultTypes: ['violations'], preload: false }]
    .map((arg) => JSON.stringify(arg))
    .join()
  for (const look of looks) {
    await applyLook(page, look)
    const { violations } = await page.evaluate<AxeResults>(`axe.run(${args})`)
    for (const { id, nodes } of violations) {
      found.push(
        `${id} at ${look.width} px, ${look.colorScheme}: ${nodes.map((node) => node.target).join(', ')}`,
      )
    }
  }
  // Drawn again and again, a long list would take longer than axe.
  await page.evaluate('document.adoptedStyleSheets.pop()')
  if (looks.length > 1) await applyLook(page, looks[0])
  return found
}
