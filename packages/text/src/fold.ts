// What Unicode does not decompose, and signs that a keyboard lacks.
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
 * In Unicode's composed form (NFC). Sorting the marks of a letter takes the square of their number, so that no more of them
 * are kept than Unicode asks programs to expect.
 */
export const toComposedForm = (text: string): string =>
  text.replaceAll(tooManyMarks, '$1').normalize('NFC')

const notAscii = /[\u{80}-\u{10ffff}]/gu
const mark = /\p{M}/u
const maxKnown = 2_000
const known = new Map<string, string>()

function foldCharacter(character: string): string {
  const found = known.get(character)
  if (found !== undefined) return found
  let folded = ''
  for (const part of character.normalize('NFKD').toLowerCase()) {
    if (!mark.test(part)) folded += replacements[part] ?? part
  }
  if (known.size < maxKnown) known.set(character, folded)
  return folded
}

/**
 * Text as searches and filters compare it: without case, accents and ligatures. Each character is folded by itself, so a
 * part of a text, folded, is a part of the folded text.
 */
export const fold = (text: string): string => text.toLowerCase().replaceAll(notAscii, foldCharacter)

/** A text as filters compare it: folded, in one line. */
export const foldLine = (text: string): string => fold(text).replaceAll(/\s+/g, ' ').trim()

/** The words of a text, folded: its runs of letters and digits. */
export const splitFoldedWords = (text: string): string[] =>
  fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

type TextRange = readonly [start: number, end: number]

/** Where any of the folded words occurs in a text as written, in order and without overlaps. */
export function findFoldedRanges(text: string, words: readonly string[]): TextRange[] {
  let folded = ''
  // For each folded character, where in the text the character begins that it comes from.
  const origins: number[] = []
  let at = 0
  for (const character of text) {
    const part = fold(character)
    folded += part
    for (let count = part.length; count > 0; count--) origins.push(at)
    at += character.length
  }
  const found: TextRange[] = []
  for (const word of words) {
    if (word === '') continue
    for (
      let place = folded.indexOf(word);
      place >= 0;
      place = folded.indexOf(word, place + word.length)
    ) {
      let end = place + word.length
      while (end < origins.length && origins[end] === origins[end - 1]) end++
      found.push([origins[place] ?? 0, origins[end] ?? text.length])
    }
  }
  return merged(found)
}

function merged(ranges: TextRange[]): TextRange[] {
  const result: TextRange[] = []
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last && start <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], end)]
    else result.push([start, end])
  }
  return result
}
