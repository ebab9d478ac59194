/** By then, the browser has read the file. */
const maxReadingMs = 60_000

/** Downloads a file created in the browser. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Deferred, because some browsers start reading only after the click.
  setTimeout(() => URL.revokeObjectURL(address), maxReadingMs)
}

/**
 * Copies a text. Without the clipboard API, as on pages without TLS, selects the element that shows
 * the text and uses the deprecated command; if that fails too, the text stays selected. Returns
 * whether the text was copied.
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
