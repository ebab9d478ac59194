/**
 * Copies a text. Where the browser keeps the clipboard to itself, as it does on a page without TLS, the element that
 * shows the text is selected and copied the old way; it stays selected if that fails, too.
 */
export async function copyText(text: string, shownIn: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    getSelection()?.selectAllChildren(shownIn)
    return document.execCommand('copy')
  }
}
