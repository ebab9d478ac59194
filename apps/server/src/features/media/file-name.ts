const maxLength = 200

/** A displayable name: the device's name of the file, without folders and control characters. */
export function shownFileName(given: string, otherwise: string): string {
  const name = given.split(/[/\\]/).at(-1)?.replaceAll(/\p{C}/gu, '').trim()
  return [...(name || otherwise)].slice(0, maxLength).join('')
}
