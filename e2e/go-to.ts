import { expect, type Page } from './vitrine.ts'

/** Goes from one screen to another without reloading the app, and waits until it is there. */
export async function goTo(page: Page, path: string): Promise<void> {
  const before = await page.title()
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
  await expect(page, path).not.toHaveTitle(before)
}
