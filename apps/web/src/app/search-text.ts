/** The part of an address after '?', as plain texts that people can read and write: no quotes, no JSON. */
export const readSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

export function writeSearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' || typeof value === 'number') params.set(name, String(value))
  }
  return params.size === 0 ? '' : `?${params}`
}
