import { fold } from '@vitrine/contract'

/** The parts of a thing that a search looks at, those that count most first. */
const ranks = ['identifier', 'name', 'attribute', 'text'] as const
export type Searchable = { readonly [Rank in (typeof ranks)[number]]?: readonly string[] }

const wordCharacters = /[\p{L}\p{N}]{1,40}/gu
const maxJoinedParts = 4

/** A text in words, folded. */
export const partsOf = (text: string): string[] => fold(text).match(wordCharacters) ?? []

/** The words by which a text is found. What is written with signs inside is found without them, too: 'LM-013' as 'lm013'. */
function wordsOf(text: string): Set<string> {
  const words = new Set<string>()
  for (const piece of new Set(text.split(/\s+/))) {
    const parts = partsOf(piece)
    for (const part of parts) words.add(part)
    if (parts.length > 1 && parts.length <= maxJoinedParts) words.add(parts.join(''))
  }
  return words
}

/** As the index stores them: a line for each rank, each word in the first line where it occurs. */
export function entryOf(searchable: Searchable): string {
  const seen = new Set<string>()
  const lines = ranks.map((rank) => {
    const words = [...wordsOf(searchable[rank]?.join(' ') ?? '')].filter((word) => !seen.has(word))
    for (const word of words) seen.add(word)
    // Sorted, because attributes come in any order, and the same content must make the same entry.
    return words.sort().join(' ')
  })
  return lines.join('\n').trimEnd()
}
