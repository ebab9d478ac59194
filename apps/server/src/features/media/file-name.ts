const maxLength = 200

/** A name to show people: what their device called the file, without folders and without what can't be shown. */
export function shownFileName(given: string, otherwise: string): string {
  const name = given.split(/[/\\]/).at(-1)?.replaceAll(/\p{C}/gu, '').trim()
  return [...(name || otherwise)].slice(0, maxLength).join('')
}
