import { expect, type Page } from './vitrine.ts'

/** Goes to another screen without reloading the app, and waits for its title. */
export async function goTo(page: Page, path: string): Promise<void> {
  const previousTitle = await page.title()
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
  await expect(page, path).not.toHaveTitle(previousTitle)
}
