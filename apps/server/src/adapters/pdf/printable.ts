import { toComposedForm } from '@vitrine/contract'
import { hasGlyph, wideCharacterRanges } from './fonts.ts'

// Shown for a character that no font has.
const substitute = '□'
// A longer word gets soft breaks at this distance, which are invisible unless used.
const maxWordLength = 28
const softBreakDistance = 14
export const softBreak = '\u200b'

// Latin letters and common punctuation, which need no checks.
const ordinaryText =
  /^[\n\u0020-\u007e\u00a0-\u00ac\u00ae-\u017f\u2013\u2014\u2018-\u201e\u2022\u2026\u2039\u203a]*$/
const graphemes = new Intl.Segmenter('fr', { granularity: 'grapheme' })
// Characters without a shape: joiners, directions, selectors, and marks without a base letter.
const shapeless = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{M}]/gu
const longWords = new RegExp(
  `(?<![^\\s${wideCharacterRanges}])[^\\s${wideCharacterRanges}]{${maxWordLength + 1},}`,
  'gu',
)
// Joiners change the shape of emoji, keycaps (U+20E3) and Arabic letters.
const joinable = /\p{Extended_Pictographic}|\p{Script=Arabic}|\u20e3/u
// The zero-width joiner and non-joiner, the selector of emoji, and the tags in flags.
const joiner = /\u200c|\u200d|\ufe0f|[\u{e0020}-\u{e007f}]/u

/**
 * The text as the fonts can render it: a character that none of them has becomes a small square,
 * because PDF/UA forbids what can't be shown. Very long words can be broken anywhere.
 */
export function toPrintable(text: string): string {
  const printable = ordinaryText.test(text)
    ? text
    : normaliseCharacters(toComposedForm(text.toWellFormed()))
  return printable.replaceAll(longWords, addSoftBreaks)
}

/** The same on a single line; non-breaking spaces are kept. */
export const toPrintableLine = (text: string): string =>
  toPrintable(text.replaceAll(/[^\S\u00a0\u202f]+/g, ' ').trim())

/** Unifies line breaks and spaces, and substitutes characters that no font has. */
function normaliseCharacters(text: string): string {
  const spaced = text
    // The byte order mark.
    .replaceAll('\ufeff', '')
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll(/[^\S\n]/g, (space) => (space === '\u00a0' || space === '\u202f' ? '\u00a0' : ' '))
  return Array.from(graphemes.segment(spaced), ({ segment }) => toShownGrapheme(segment)).join('')
}

function toShownGrapheme(grapheme: string): string {
  if (grapheme === '\n' || canBeShown(grapheme)) return grapheme
  const bare = grapheme.replaceAll(shapeless, '')
  return bare === '' || canBeShown(bare) ? bare : substitute
}

const canBeShown = (text: string): boolean =>
  Array.from(text).every((character) =>
    joiner.test(character) ? joinable.test(text) : !isShapeless(character) && hasGlyph(character),
  )

// Unlike `shapeless`, not for marks: one after its base letter can be shown.
const isShapeless = (character: string) => /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/u.test(character)

const addSoftBreaks = (word: string) =>
  Array.from(word)
    .map((character, index) =>
      index > 0 && index % softBreakDistance === 0 ? softBreak + character : character,
    )
    .join('')
