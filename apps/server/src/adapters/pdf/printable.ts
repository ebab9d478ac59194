import { toComposedForm } from '@vitrine/contract'
import { hasGlyph, wideCharacterRanges } from './fonts.ts'

// Replaces a character that no font has.
const substitute = '□'
// A word longer than this has a break every so many letters that leaves no trace but where it is
// used.
const longestWord = 28
const breakEvery = 14
export const softBreak = '\u200b'

const ordinary =
  /^[\n\u0020-\u007e\u00a0-\u00ac\u00ae-\u017f\u2013\u2014\u2018-\u201e\u2022\u2026\u2039\u203a]*$/
const graphemes = new Intl.Segmenter('fr', { granularity: 'grapheme' })
// They have no shape of their own: joiners, directions, selectors, marks that found no letter to
// sit on.
const shapeless = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{M}]/gu
const longWords = new RegExp(
  `(?<![^\\s${wideCharacterRanges}])[^\\s${wideCharacterRanges}]{${longestWord + 1},}`,
  'gu',
)
// Emoji and Arabic letters look otherwise where something joins or parts them.
const joinable = /\p{Extended_Pictographic}|\p{Script=Arabic}|\u20e3/u
const joiner = /\u200c|\u200d|\ufe0f|[\u{e0020}-\u{e007f}]/u

/**
 * The text as the fonts can set it: a letter that none of them has becomes a small square, as
 * PDF/UA refuses what can't be shown. Words without end can be broken anywhere.
 */
export function toPrintable(text: string): string {
  const shown = ordinary.test(text) ? text : substituted(toComposedForm(text.toWellFormed()))
  return shown.replaceAll(longWords, broken)
}

/** The same as a single line; spaces at which no line breaks stay. */
export const toPrintableLine = (text: string): string =>
  toPrintable(text.replaceAll(/[^\S\u00a0\u202f]+/g, ' ').trim())

function substituted(text: string): string {
  const spaced = text
    .replaceAll('\ufeff', '')
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll(/[^\S\n]/g, (space) => (space === '\u00a0' || space === '\u202f' ? '\u00a0' : ' '))
  return Array.from(graphemes.segment(spaced), ({ segment }) => shownAs(segment)).join('')
}

function shownAs(grapheme: string): string {
  if (grapheme === '\n' || isShown(grapheme)) return grapheme
  const bare = grapheme.replaceAll(shapeless, '')
  return bare === '' || isShown(bare) ? bare : substitute
}

const isShown = (text: string): boolean =>
  Array.from(text).every((character) =>
    joiner.test(character) ? joinable.test(text) : !isShapeless(character) && hasGlyph(character),
  )

const isShapeless = (character: string) => /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/u.test(character)

const broken = (word: string) =>
  Array.from(word)
    .map((character, index) =>
      index > 0 && index % breakEvery === 0 ? softBreak + character : character,
    )
    .join('')
