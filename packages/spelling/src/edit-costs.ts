import type { SpellingLanguage } from './lexicon/lexicon.ts'

/** Costs of typing and hearing errors: 10 to 12 for any letter, less for more frequent errors. */
export interface EditCosts {
  /** `replacementCosts[written * letterCount + intended]`, for letter codes below `letterCount`. */
  readonly replacementCosts: Uint8Array
  /** Codes of letters that may be missing because they are silent. */
  readonly silentLetters: ReadonlySet<number>
  /** Two letters for one or vice versa, by the single letter: 'ae' for 'ä', 'f' for 'ph'. */
  readonly pairsByLetter: ReadonlyMap<number, readonly LetterPair[]>
}

export interface LetterPair {
  readonly first: number
  readonly second: number
  readonly cost: number
}

/** Codes of Latin letters with accents are below this. */
export const letterCount = 0x180

export const missingLetterCost = 10
/** A replaced or extra letter, which is less likely than a missing one. */
export const otherLetterCost = 12
/** One letter typed twice, or a double letter typed once. */
export const doubledLetterCost = 4
export const swappedLettersCost = 6
/** A missing silent letter. */
export const silentLetterCost = 8
export const accentCost = 3
const neighbourKeyCost = 8
export const similarSoundCost = 7

/** Highest cost of a small typo: an accent, a doubled letter, swapped letters, 'f' for 'ph'. */
export const maxSmallTypoCost = 6
/** Also allows for a neighbouring key, a similar sound or a silent letter. */
export const maxLikelyTypoCost = 8

// Rows of a Swiss keyboard.
const keyboard = ['qwertzuiopü', 'asdfghjklöä', 'yxcvbnm']

// Pairs of letters that sound alike.
const soundAlike: Record<SpellingLanguage, string> = {
  de: 'dt bp gk fv vw ck sz äe iy üy ij',
  fr: 'sc sz ck gj iy ae mn td',
  en: 'sc sz ck ae ie ay iy ou ao eo',
}

const pairCosts: Record<SpellingLanguage, readonly [letter: string, pair: string, cost: number][]> =
  {
    de: [
      ['ä', 'ae', 3],
      ['ö', 'oe', 3],
      ['ü', 'ue', 3],
      ['f', 'ph', 5],
      ['k', 'ck', 5],
      ['i', 'ie', 5],
      ['z', 'tz', 5],
      ['t', 'th', 5],
      ['r', 'rh', 5],
      ['t', 'dt', 6],
      ['x', 'ks', 6],
      ['e', 'eh', 6],
      ['a', 'ah', 6],
      ['o', 'oh', 6],
      ['u', 'uh', 6],
    ],
    fr: [
      ['œ', 'oe', 3],
      ['æ', 'ae', 3],
      ['f', 'ph', 5],
      ['k', 'qu', 5],
      ['q', 'qu', 4],
      ['t', 'th', 5],
      ['r', 'rh', 5],
      ['c', 'sc', 5],
      ['s', 'sc', 5],
      ['o', 'au', 6],
      ['c', 'ch', 6],
    ],
    en: [
      ['f', 'ph', 5],
      ['k', 'ck', 5],
      ['i', 'ei', 7],
      ['s', 'sc', 6],
      ['r', 'wr', 6],
      ['n', 'kn', 6],
      ['u', 'ou', 6],
      ['o', 'ou', 6],
      ['c', 'ch', 6],
      ['r', 'rh', 6],
      ['o', 'oe', 7],
      ['t', 'th', 7],
    ],
  }

// Letters that are often silent.
const silentLetters: Record<SpellingLanguage, string> = { de: 'he', fr: 'hest', en: 'hegt' }

export function buildEditCosts(language: SpellingLanguage): EditCosts {
  const replacementCosts = new Uint8Array(letterCount * letterCount).fill(otherLetterCost)
  const lowerCost = (letter: string, other: string, cost: number) => {
    const [a, b] = [letter.charCodeAt(0), other.charCodeAt(0)]
    // The costs are the same in both directions.
    for (const index of [a * letterCount + b, b * letterCount + a])
      replacementCosts[index] = Math.min(cost, replacementCosts[index] ?? otherLetterCost)
  }
  for (const [key, other] of listNeighbourKeys()) lowerCost(key, other, neighbourKeyCost)
  for (const [letter = '', other = ''] of soundAlike[language].split(' '))
    lowerCost(letter, other, similarSoundCost)
  for (const [letter, other] of listAccentPairs()) lowerCost(letter, other, accentCost)

  const pairs = pairCosts[language].map(([letter, pair, cost]) => ({
    letter: letter.charCodeAt(0),
    first: pair.charCodeAt(0),
    second: pair.charCodeAt(1),
    cost,
  }))
  return {
    replacementCosts,
    silentLetters: new Set([...silentLetters[language]].map((letter) => letter.charCodeAt(0))),
    pairsByLetter: Map.groupBy(pairs, ({ letter }) => letter),
  }
}

function* listNeighbourKeys(): Generator<[string, string]> {
  for (const [line, row] of keyboard.entries()) {
    for (const [column, key] of [...row].entries()) {
      const below = keyboard[line + 1] ?? ''
      for (const other of [row[column + 1], below[column], below[column - 1]])
        if (other) yield [key, other]
    }
  }
}

function* listAccentPairs(): Generator<[string, string]> {
  for (const letter of 'àâäáãéèêëíîïóôöõúùûüçñÿ') {
    const plain = letter.normalize('NFD').charAt(0)
    yield [letter, plain]
    for (const other of 'àâäéèêëîïôöùûü') {
      if (other !== letter && other.normalize('NFD').charAt(0) === plain) yield [letter, other]
    }
  }
}
