import { expect, type Page } from './vitrine.ts'

/** Goes to a screen without loading the app anew, once it is there. */
export async function goTo(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') {
    await page.goto(path)
    return
  }
  const before = await page.title()
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
  await expect(page, path).not.toHaveTitle(before)
}
