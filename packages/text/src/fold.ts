// Letters that Unicode does not decompose, and punctuation that keyboards lack.
const replacements: Readonly<Record<string, string>> = {
  ß: 'ss',
  œ: 'oe',
  æ: 'ae',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
  ς: 'σ',
  '‘': "'",
  '’': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‐': '-',
  '–': '-',
  '—': '-',
  '−': '-',
}

const tooManyMarks = /(\p{M}{30})\p{M}+/gu

/**
 * Normalises to NFC. Keeps at most 30 marks per letter, the number that Unicode asks programs to
 * support, because sorting them takes quadratic time.
 */
export const toComposedForm = (text: string): string =>
  text.replaceAll(tooManyMarks, '$1').normalize('NFC')

const notAscii = /[\u{80}-\u{10ffff}]/gu
const mark = /\p{M}/u
const maxCacheSize = 2_000
const foldedCharacters = new Map<string, string>()

function foldCharacter(character: string): string {
  const cached = foldedCharacters.get(character)
  if (cached !== undefined) return cached

  let folded = ''
  for (const part of character.normalize('NFKD').toLowerCase()) {
    if (!mark.test(part)) folded += replacements[part] ?? part
  }
  if (foldedCharacters.size < maxCacheSize) foldedCharacters.set(character, folded)
  return folded
}

/**
 * Removes case, accents and ligatures for searches and filters. Characters are folded
 * independently, so the folded part of a text is always a part of the folded text.
 */
export const fold = (text: string): string => text.toLowerCase().replaceAll(notAscii, foldCharacter)

/** Folds a text into a single line, for filters. */
export const foldLine = (text: string): string => fold(text).replaceAll(/\s+/g, ' ').trim()

/** Splits a text into folded words: runs of letters and digits. */
export const splitFoldedWords = (text: string): string[] =>
  fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

type TextRange = readonly [start: number, end: number]

/**
 * Finds the ranges in the original text that match any of the folded words, merged and in order.
 */
export function findFoldedRanges(text: string, words: readonly string[]): TextRange[] {
  let folded = ''
  // For each folded character, the index of its original character.
  const origins: number[] = []
  let index = 0
  for (const character of text) {
    const part = fold(character)
    folded += part
    for (let count = part.length; count > 0; count--) origins.push(index)
    index += character.length
  }
  const ranges: TextRange[] = []
  for (const word of words) {
    if (word === '') continue
    for (
      let start = folded.indexOf(word);
      start >= 0;
      start = folded.indexOf(word, start + word.length)
    ) {
      let end = start + word.length
      while (end < origins.length && origins[end] === origins[end - 1]) end++
      ranges.push([origins[start] ?? 0, origins[end] ?? text.length])
    }
  }
  return mergeRanges(ranges)
}

function mergeRanges(ranges: TextRange[]): TextRange[] {
  const result: TextRange[] = []
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last && start <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], end)]
    else result.push([start, end])
  }
  return result
}
