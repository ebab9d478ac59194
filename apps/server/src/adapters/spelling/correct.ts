import { isCompound, mendedCompounds } from './compounds.ts'
import { any, type EditCosts, editCosts } from './edit-costs.ts'
import { type Candidate, wordsNear } from './edit-search.ts'
import { houseKey } from './house-words.ts'
import { type Lexicons, languageByLine } from './language-vote.ts'
import { type SpellingLanguage, spellingLanguages } from './lexicon/languages.ts'
import { frequencyOf, type Lexicon, Mark, marksOf, standsAlone } from './lexicon/lexicon.ts'
import { followsTitle } from './name-guards.ts'
import { type Token, tokensOf } from './tokens.ts'

export interface Corrector {
  /** The text with its spelling corrected; all else in it stays as it is. `house` are words never touched. */
  correct(text: string, house: ReadonlySet<string>): string
}

const longest = 40

export function createCorrector(lexicons: Lexicons): Corrector {
  const costs = { de: editCosts('de'), fr: editCosts('fr'), en: editCosts('en') }

  return {
    correct(text, house) {
      const lines = text.split(/(?<=\n)/)
      const tokens = lines.map(tokensOf)
      const languages = languageByLine(tokens, lexicons)
      return lines
        .map((line, at) =>
          corrected(line, tokens[at] ?? [], { language: languages[at] ?? 'de', house, lexicons, costs }),
        )
        .join('')
    },
  }
}

interface Setting {
  readonly language: SpellingLanguage
  readonly house: ReadonlySet<string>
  readonly lexicons: Lexicons
  readonly costs: Record<SpellingLanguage, EditCosts>
}

function corrected(line: string, tokens: readonly Token[], setting: Setting): string {
  let result = ''
  let copied = 0
  for (const [at, token] of tokens.entries()) {
    const better = betterSpelling(token, tokens.slice(Math.max(0, at - 2), at), setting)
    if (better === undefined) continue
    result += line.slice(copied, token.start) + better
    copied = token.start + token.word.length
  }
  return result + line.slice(copied)
}

// What French and English put before or after a word with an apostrophe.
const elided = /^(?:[ldjmtnsc]|qu|jusqu|lorsqu|puisqu|quoiqu|presqu)['’]/i
const possessive = /['’](?:s|re|ve|ll|d|m|t)$/i

function betterSpelling(token: Token, before: readonly Token[], setting: Setting): string | undefined {
  const { word } = token
  if (token.technical || word.length > longest || isPeculiar(word)) return undefined
  if (standingOf(word, setting) === 'right' || followsTitle(token, before)) return undefined

  const head = setting.language === 'fr' ? (elided.exec(word)?.[0] ?? '') : ''
  const tail = setting.language === 'fr' ? '' : (possessive.exec(word)?.[0] ?? '')
  const core = word.slice(head.length, word.length - tail.length)
  if (/['’]/.test(core) || core.length < 3 || (core.length <= 4 && token.beforeStop)) return undefined
  const standing = standingOf(core, setting)
  if (standing === 'right') return undefined
  const better = best(core, standing, token.opens && head === '', setting)
  return better === undefined ? undefined : head + better + tail
}

/** 'IBM', 'iPad', 'McLaren': written that way on purpose. */
const isPeculiar = (word: string): boolean => /\p{Lu}/u.test(word.slice(1))

const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word)

/** How sure we are that a word is right as it is written. */
type Standing = 'right' | 'doubtful' | 'small noun' | 'unknown'

function standingOf(word: string, { language, house, lexicons }: Setting): Standing {
  const small = houseKey(word)
  if (house.has(small) || (small.endsWith('s') && house.has(small.slice(0, -1)))) return 'right'
  const capital = isCapital(word)
  const marks = marksOf(lexicons[language], small)
  if ((marks & Mark.small) !== 0) return 'right'
  if (capital && (marks & (Mark.capital | Mark.peculiar | Mark.name)) !== 0) return 'right'
  if ((marks & Mark.capital) !== 0 && isSureNoun(small, language, lexicons)) return 'small noun'
  const elsewhere = spellingLanguages.some((other) => other !== language && isRightIn(other, small, capital, lexicons))
  return elsewhere || (marks & Mark.seen) !== 0 ? 'doubtful' : 'unknown'
}

/** German writes its nouns with a capital; elsewhere only well-known names are worth one. */
const isSureNoun = (small: string, language: SpellingLanguage, lexicons: Lexicons): boolean =>
  language === 'de' || (small.length >= 5 && frequencyOf(lexicons[language], small) >= 7)

function isRightIn(language: SpellingLanguage, small: string, capital: boolean, lexicons: Lexicons): boolean {
  const marks = marksOf(lexicons[language], small)
  if (capital && (marks & (Mark.capital | Mark.name)) !== 0) return true
  return (marks & Mark.small) !== 0 && (small.length >= 6 || frequencyOf(lexicons[language], small) >= 6)
}

/** How dear a correction may be: short words have too many neighbours to be sure. */
function limitFor(length: number): number {
  if (length <= 5) return 10
  return length <= 8 ? 15 : 20
}

function best(word: string, standing: Standing, opens: boolean, setting: Setting): string | undefined {
  const { language, lexicons } = setting
  const lexicon = lexicons[language]
  const costs = setting.costs[language]
  const small = houseKey(word)
  const capital = isCapital(word)
  const inside = capital && !opens
  if (standing === 'small noun') return withCapital(word)

  const near = (limit: number) =>
    wordsNear(lexicon, small, limit, costs, standsAlone | Mark.seen).filter(
      (candidate) => candidate.word !== small && maySuggest(candidate, language, lexicon),
    )
  // A word that is right somewhere else gives way to a far more frequent one only.
  if (standing === 'doubtful') {
    const [first, second] = capital ? [] : ranked(near(8), inside)
    // But for an accent or a ligature: without it the word is only half written.
    const enough = first && first.cost <= 3 ? 6 : Math.max(7, frequencyOf(lexicon, small) + 4)
    const frequent = first && first.frequency >= enough
    return frequent && isClear(first, second) ? written(first, word) : undefined
  }
  const german = language === 'de'
  if (german && isCompound(lexicon, small)) {
    const [first, second] = ranked(near(7), inside)
    return first && first.frequency >= 6 && isClear(first, second) ? written(first, word) : undefined
  }
  const mended = german ? mendedCompounds(lexicon, small, costs) : []
  for (const limit of [any, limitFor(small.length)]) {
    const [first, second] = ranked([...near(limit), ...mended], inside)
    if (!first) continue
    if (!isClear(first, second) || !isLongEnough(first, second, small)) return undefined
    if (capital && !isFarAhead(first, second) && !isSureOfCapital(first, small, opens, language)) return undefined
    return written(first, word)
  }
  return undefined
}

/** Of three letters or fewer almost anything is one slip away. */
const isLongEnough = (first: Ranked, second: Ranked | undefined, small: string): boolean =>
  small.length > 3 || ((first.cost <= 6 || first.frequency >= 12) && (second?.score ?? 0) - first.score >= 3)

/** Words only seen in print are not suggested, unless they are German compounds: no dictionary holds them all. */
function maySuggest({ word, marks }: Candidate, language: SpellingLanguage, lexicon: Lexicon): boolean {
  if ((marks & Mark.unsuggested) !== 0) return false
  return (marks & standsAlone) !== 0 || (language === 'de' && isCompound(lexicon, word))
}

interface Ranked extends Candidate {
  readonly score: number
}

const frequencyWeight = 0.8
// A word on no list is not that much rarer than the last one on it.
const unlisted = 1.5

/** The likeliest first; a word once. `noun` tells that the word stands with a capital inside a sentence. */
function ranked(candidates: readonly Candidate[], noun: boolean): Ranked[] {
  const scored = candidates
    .map((candidate) => ({
      ...candidate,
      score:
        candidate.cost -
        frequencyWeight * Math.max(unlisted, candidate.frequency) +
        (noun ? surpriseOfCapital(candidate.marks) : 0),
    }))
    .sort((a, b) => a.score - b.score)
  const words = new Set<string>()
  return scored.filter(({ word }) => !words.has(word) && words.add(word))
}

/** A word that is usually written small is unlikely where a capital stands; a verb may have become a noun. */
const surpriseOfCapital = (marks: number): number =>
  (marks & Mark.capital) === 0 ? 4 : (marks & Mark.small) === 0 ? 0 : 2

const clearly = 1

const isClear = (first: Ranked, second: Ranked | undefined): boolean => !second || second.score - first.score >= clearly

const isFarAhead = (first: Ranked, second: Ranked | undefined): boolean =>
  first.frequency >= 7 && (second?.score ?? 0) - first.score >= 4

/** With a capital it may be a name that nobody has told us: only a likely slip is corrected. */
function isSureOfCapital(
  { cost, frequency, marks }: Candidate,
  small: string,
  opens: boolean,
  language: SpellingLanguage,
): boolean {
  // In French and English a capital inside a sentence is a name, but for days, months and the like.
  if (language !== 'de' && !opens) {
    return (marks & Mark.capital) !== 0 && small.length >= 6 && frequency >= (cost <= 6 ? 5 : 7)
  }
  if (cost <= 6) return frequency >= 2 || small.length >= 8
  return small.length >= 6 && frequency >= (small.length >= 9 ? 2 : 4)
}

function written({ word, marks }: Candidate, original: string): string {
  return withCase(word, isCapital(original) || (marks & Mark.small) === 0)
}

const withCase = (word: string, capital: boolean): string => (capital ? withCapital(word) : word)

const withCapital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
