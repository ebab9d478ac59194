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
