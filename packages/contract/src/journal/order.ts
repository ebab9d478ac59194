interface Dated {
  readonly date: string
  readonly created: string
}

/** By date, newest first, then by when they were written, newest first. Both read the same way as text. */
export const newestEntryFirst = (a: Dated, b: Dated): number =>
  descending(dayOrInstant(a), dayOrInstant(b)) || descending(a.created, b.created)

const dayOrInstant = ({ date, created }: Dated): string => date || created.slice(0, 10)

const descending = (a: string, b: string): number => (a < b ? 1 : a > b ? -1 : 0)
