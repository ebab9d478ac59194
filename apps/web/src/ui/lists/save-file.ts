/** Hands a file made in the browser to the person, as a download. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Deferred: some browsers start reading only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

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
