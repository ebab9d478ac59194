import { fold } from '@vitrine/contract'

/** A filter with a word more, or without it if it has it already; the other words stay as typed. */
export function toggleWord(filter: string, word: string): string {
  const words = filter.split(/\s+/).filter(Boolean)
  const others = words.filter((other) => fold(other) !== fold(word))
  return (others.length < words.length ? others : [...words, word]).join(' ')
}
