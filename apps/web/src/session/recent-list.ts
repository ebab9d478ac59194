/** A short list per user in localStorage, newest first. Invalid stored values are ignored. */
export function createRecentList<T>(
  name: string,
  isValid: (value: unknown) => value is T,
  max: number,
) {
  const getStorageKey = (email: string): string => `vitrine ${name} ${email.toLowerCase()}`

  function read(email: string): T[] {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(getStorageKey(email)) ?? '[]')
      return Array.isArray(stored) ? stored.filter(isValid).slice(0, max) : []
    } catch {
      return []
    }
  }

  return {
    read,
    add(email: string, value: T): void {
      const values = [value, ...read(email).filter((other) => other !== value)].slice(0, max)
      localStorage.setItem(getStorageKey(email), JSON.stringify(values))
    },
    clear: (email: string): void => localStorage.removeItem(getStorageKey(email)),
  }
}
