/** A short list that this browser keeps for each person, the newest first. What it holds otherwise is ignored. */
export function recentList<T>(name: string, isValid: (value: unknown) => value is T, max: number) {
  const keyOf = (email: string): string => `vitrine ${name} ${email.toLowerCase()}`

  function read(email: string): T[] {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(keyOf(email)) ?? '[]')
      return Array.isArray(kept) ? kept.filter(isValid).slice(0, max) : []
    } catch {
      return []
    }
  }

  return {
    read,
    add(email: string, value: T): void {
      const kept = [value, ...read(email).filter((other) => other !== value)].slice(0, max)
      localStorage.setItem(keyOf(email), JSON.stringify(kept))
    },
    clear: (email: string): void => localStorage.removeItem(keyOf(email)),
  }
}
