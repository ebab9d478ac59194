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

// Two looks cover both widths and both colour schemes; more combinations find nothing new.
export const desktop: Look = { width: 1280, colorScheme: 'light' }
export const phone: Look = { width: 375, colorScheme: 'dark' }

export async function applyLook(page: Page, { width, colorScheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ colorScheme })
  // axe counts a button half under a sticky bar as too small, and reads wrong colours during a
  // transition. Scripts learn of the new width and scheme in the next frame and draw in the one
  // after.
  await page.evaluate(`(async () => {
    for (const element of document.querySelectorAll('*')) {
      const { position, bottom } = getComputedStyle(element)
      if (position === 'sticky' && bottom !== 'auto') element.style.position = 'static'
    }
    scrollTo(0, 0)
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    // Finished instead of awaited: inside a closed <details> an animation never ends.
    for (const animation of document.getAnimations())
      if (animation.effect.getComputedTiming().endTime < Infinity) animation.finish()
  })()`)
}

/** Returns what axe finds in each look, and leaves the page in the first one. */
export async function findAxeViolations(
  page: Page,
  looks: readonly [Look, ...Look[]],
  options: RunOptions,
  context: ElementContext = { include: ['html'] },
): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  // axe would measure off-screen rows before they are laid out, when a long one overlaps those
  // below it.
  await page.evaluate(`(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(sheet)
  })()`)
  const findings: string[] = []
  // Reporting passes would double the time, and preloading style sheets add a quarter; no rule here
  // needs them.
  const args = [context, { ...options, resultTypes: ['violations'], preload: false }]
    .map((arg) => JSON.stringify(arg))
    .join()
  for (const look of looks) {
    await applyLook(page, look)
    const { violations } = await page.evaluate<AxeResults>(`axe.run(${args})`)
    for (const { id, nodes } of violations) {
      findings.push(
        `${id} at ${look.width} px, ${look.colorScheme}: ${nodes.map((node) => node.target).join(', ')}`,
      )
    }
  }
  // Redrawing long lists in full would take longer than axe.
  await page.evaluate('document.adoptedStyleSheets.pop()')
  if (looks.length > 1) await applyLook(page, looks[0])
  return findings
}
