import { fold } from '@vitrine/text'
import { findCompoundCorrections, isCompound } from './compounds.ts'
import { buildEditCosts, type EditCosts, otherLetterCost } from './edit-costs.ts'
import { type Candidate, findNearWords } from './edit-search.ts'
import { detectLineLanguages, type Lexicons } from './language-vote.ts'
import {
  getFrequency,
  getMarks,
  type Lexicon,
  Mark,
  type SpellingLanguage,
  spellingLanguages,
  standaloneMarks,
} from './lexicon/lexicon.ts'
import { hasNameEnding, isPartOfName } from './name-guards.ts'
import { isCapitalised, type Token, tokenise, toWordKey } from './tokens.ts'

export interface Corrector {
  /** Corrects the spelling of a text. `protectedWords` (as word keys) are never changed. */
  correct(text: string, protectedWords: ReadonlySet<string>): string
}

const maxWordLength = 40

export function createCorrector(lexicons: Lexicons): Corrector {
  const costs = { de: buildEditCosts('de'), fr: buildEditCosts('fr'), en: buildEditCosts('en') }

  return {
    correct(text, protectedWords) {
      const lines = text.split(/(?<=\n)/)
      const tokens = lines.map(tokenise)
      const languages = detectLineLanguages(tokens, lexicons)
      const searches = new Map<string, readonly Candidate[]>()
      return lines
        .map((line, index) =>
          correctLine(line, tokens[index] ?? [], {
            language: languages[index] ?? 'de',
            protectedWords,
            lexicons,
            costs,
            searches,
          }),
        )
        .join('')
    },
  }
}

interface CorrectionContext {
  readonly language: SpellingLanguage
  readonly protectedWords: ReadonlySet<string>
  readonly lexicons: Lexicons
  readonly costs: Record<SpellingLanguage, EditCosts>
  /** Cache of searches, as texts repeat words. */
  readonly searches: Map<string, readonly Candidate[]>
}

function correctLine(line: string, tokens: readonly Token[], setting: CorrectionContext): string {
  let result = ''
  let copied = 0
  for (const [index, token] of tokens.entries()) {
    const better = findCorrection(index, tokens, line, setting)
    if (better === undefined) continue
    result += line.slice(copied, token.start) + better
    copied = token.start + token.word.length
  }
  return result + line.slice(copied)
}

/** Swiss German has no ß. */
const toSwissSpelling = (word: string): string => word.replaceAll('ß', 'ss').replaceAll('ẞ', 'SS')

// French elisions and English endings with an apostrophe.
const elided = /^(?:[ldjmtnsc]|qu|jusqu|lorsqu|puisqu|quoiqu|presqu)['’]/i
const possessive = /['’](?:s|re|ve|ll|d|m|t)$/i

function findCorrection(
  index: number,
  tokens: readonly Token[],
  line: string,
  setting: CorrectionContext,
): string | undefined {
  const token = tokens[index] as Token
  if (token.technical || isProtected(token.word, setting.protectedWords)) return undefined
  const word = toSwissSpelling(token.word)
  const asWritten = word === token.word ? undefined : word
  if (word.length > maxWordLength || hasInnerCapital(word)) return asWritten
  if (/^jusqu['’]a$/i.test(word) && setting.language === 'fr') return word.replace(/a$/, 'à')
  if (assessCertainty(word, setting) === 'right')
    return (
      correctFrenchHomophone(
        word,
        { before: tokens[index - 1]?.word, after: tokens[index + 1]?.word },
        setting,
      ) ?? asWritten
    )
  if (isPartOfName(index, tokens, line, setting.lexicons[setting.language])) return asWritten

  const head = setting.language === 'fr' ? (elided.exec(word)?.[0] ?? '') : ''
  const tail = setting.language === 'fr' ? '' : (possessive.exec(word)?.[0] ?? '')
  const core = word.slice(head.length, word.length - tail.length)
  if (/['’]/.test(core) || core.length < 3 || (core.length <= 4 && token.abbreviated))
    return asWritten
  const standing = assessCertainty(core, setting)
  if (standing === 'right') return asWritten
  const better = findBestCandidate(
    core,
    standing,
    { opens: token.startsSentence && head === '', before: tokens[index - 1]?.word },
    setting,
  )
  return better === undefined ? asWritten : head + better + tail
}

/** Such words are intentional: 'IBM', 'iPad', 'McLaren'. */
const hasInnerCapital = (word: string): boolean => /\p{Lu}/u.test(word.slice(1))

function isProtected(word: string, protectedWords: ReadonlySet<string>): boolean {
  const small = toWordKey(word)
  return (
    protectedWords.has(small) || (small.endsWith('s') && protectedWords.has(small.slice(0, -1)))
  )
}

/** How likely a word is correct as written. */
type Certainty = 'right' | 'doubtful' | 'small noun' | 'unknown'

function assessCertainty(
  word: string,
  { language, protectedWords, lexicons }: CorrectionContext,
): Certainty {
  if (isProtected(word, protectedWords)) return 'right'
  const small = toWordKey(word)
  const capital = isCapitalised(word)
  const marks = getMarks(lexicons[language], small)
  if ((marks & Mark.small) !== 0) return 'right'
  if (capital && (marks & (Mark.capital | Mark.mixedCase | Mark.name)) !== 0) return 'right'
  if ((marks & Mark.capital) !== 0 && isSureNoun(small, language, lexicons)) return 'small noun'
  const elsewhere = spellingLanguages.some(
    (other) => other !== language && isRightIn(other, small, capital, lexicons),
  )
  return elsewhere || (marks & Mark.seen) !== 0 ? 'doubtful' : 'unknown'
}

/** Whether to capitalise a word: German nouns; in other languages, only well-known names. */
const isSureNoun = (small: string, language: SpellingLanguage, lexicons: Lexicons): boolean =>
  language === 'de' || (small.length >= 5 && getFrequency(lexicons[language], small) >= 7)

function isRightIn(
  language: SpellingLanguage,
  small: string,
  capital: boolean,
  lexicons: Lexicons,
): boolean {
  const marks = getMarks(lexicons[language], small)
  if (capital && (marks & (Mark.capital | Mark.name)) !== 0) return true
  return (
    (marks & Mark.small) !== 0 &&
    (small.length >= 6 || getFrequency(lexicons[language], small) >= 6)
  )
}

const auxiliary = /^(?:est|sont|était|étaient|sera|seront|été|a|ai|ont|avons|avez|avait|avaient)$/i

interface Neighbours {
  readonly before: string | undefined
  readonly after: string | undefined
}

/** Words that never follow a form of 'avoir', so 'a' before them must be 'à'. */
const afterPreposition = /^(?:gauche|droite|côté|partir|travers|nouveau|propos)$/i
const pluralDeterminer =
  /^(?:les|des|ces|nos|vos|mes|ses|leurs|plusieurs|quelques|deux|trois|quatre|cinq|six|sept|huit|neuf|dix)$/i

/**
 * Corrects French words that are correct elsewhere: 'a gauche', 'les deux autre', 'a été publie'.
 */
function correctFrenchHomophone(
  word: string,
  { before = '', after = '' }: Neighbours,
  { language, lexicons }: CorrectionContext,
): string | undefined {
  if (language !== 'fr') return undefined
  if (word === 'a' && afterPreposition.test(after)) return 'à'
  if (word === 'autre' && pluralDeterminer.test(before)) return 'autres'
  // After 'été', only a participle is possible.
  if (before !== 'été' || !/[^eé]e$/.test(word)) return undefined
  const participle = word.replace(/e$/, 'é')
  return (getMarks(lexicons.fr, participle) & Mark.small) === 0 ? undefined : participle
}

/** Maximum cost of a correction. It is lower for short words, which have many neighbours. */
function getMaxCost(length: number): number {
  if (length <= 5) return otherLetterCost
  return length <= 8 ? 15 : 21
}

interface WordPosition {
  readonly opens: boolean
  readonly before: string | undefined
}

function findBestCandidate(
  word: string,
  standing: Certainty,
  { opens, before }: WordPosition,
  setting: CorrectionContext,
): string | undefined {
  const { language, lexicons } = setting
  const lexicon = lexicons[language]
  const small = toWordKey(word)
  const capital = isCapitalised(word)
  const inside = capital && !opens
  if (standing === 'small noun') return capitalise(word)

  const near = (limit: number) =>
    searchCached(small, Math.max(limit, otherLetterCost), setting)
      .filter((candidate) => candidate.cost <= limit && candidate.word !== small)
      .filter((candidate) => maySuggest(candidate, language, lexicon))
  if (language === 'fr' && !inside) {
    const accented = findAccentedWord(small, near(otherLetterCost), { before, capital })
    if (accented) return applyCase(accented, word)
  }
  // A word that is correct in another language is only replaced by a far more frequent one.
  if (standing === 'doubtful') {
    const [first, second] = capital ? [] : rankCandidates(near(8), { small, inside, language })
    const frequent =
      first && first.frequency >= getMinFrequencyToReplace(first.cost, getFrequency(lexicon, small))
    return frequent && isClear(first, second, small, language) ? applyCase(first, word) : undefined
  }
  const german = language === 'de'
  if (isRegularFormation(word, language, lexicon)) {
    const [first, second] = rankCandidates(near(7), { small, inside, language })
    return first &&
      first.frequency >= (first.cost <= 5 ? 4 : 6) &&
      isClear(first, second, small, language)
      ? applyCase(first, word)
      : undefined
  }
  const mended = german ? findCompoundCorrections(lexicon, small, setting.costs.de) : []
  for (const limit of [otherLetterCost, getMaxCost(small.length)]) {
    const [first, second] = rankCandidates([...near(limit), ...mended], { small, inside, language })
    if (!first) continue
    if (!isClear(first, second, small, language) || !isLikely(first, second, small))
      return undefined
    if (capital && !isSafeForCapitalised(first, second, { small, opens, language }))
      return undefined
    return applyCase(first, word)
  }
  return undefined
}

/** Minimum frequency for replacing a doubtful word; lower for accents and double letters. */
function getMinFrequencyToReplace(cost: number, frequency: number): number {
  if (cost <= 3) return 6
  return Math.max(cost <= 7 ? 5 : 7, frequency + (cost <= 4 ? 3 : 4))
}

function searchCached(
  small: string,
  limit: number,
  setting: CorrectionContext,
): readonly Candidate[] {
  const { language, lexicons, costs, searches } = setting
  const key = `${language} ${limit} ${small}`
  const candidates =
    searches.get(key) ??
    findNearWords(lexicons[language], small, limit, costs[language], standaloneMarks | Mark.seen)
  searches.set(key, candidates)
  return candidates
}

/** Finds the French word with accents; prefers participles after 'a été' and similar verbs. */
function findAccentedWord(
  small: string,
  near: readonly Candidate[],
  { before, capital }: { before: string | undefined; capital: boolean },
): Candidate | undefined {
  const plain = fold(small)
  const same = near.filter(
    (candidate) => (candidate.marks & Mark.small) !== 0 && fold(candidate.word) === plain,
  )
  const participles = same.filter((candidate) => /ée?s?$/.test(candidate.word))
  const isParticiple = (before !== undefined && auxiliary.test(before)) || /[éèêë]e?s?$/.test(small)
  const wanted = isParticiple && participles.length > 0 ? participles : same
  const getMinFrequency = ({ word }: Candidate): number => {
    if (capital) return word.slice(1) === small.slice(1) ? 6 : 7
    return wanted === participles ? 0 : 2
  }
  const [first, second] = wanted.toSorted((a, b) => b.frequency - a.frequency)
  // Capitals often lack accents. A missing accent inside a capitalised word may indicate a name.
  if (!first || first.frequency < getMinFrequency(first)) return undefined
  if (second && first.frequency - second.frequency < 2 && first.cost >= second.cost)
    return undefined
  return first
}

const germanPrefix =
  /^(?:ab|an|auf|aus|be|durch|ein|ent|er|her|hin|los|mit|nach|um|un|unter|ver|vor|weg|weiter|zer|zu|zurück|über)/

/** Whether a word is a regular German derivation with a prefix, such as 'entspiegelt'. */
function isDerived(small: string, lexicon: Lexicon): boolean {
  const [prefix = ''] = germanPrefix.exec(small) ?? []
  const rest = small.slice(prefix.length)
  return prefix !== '' && rest.length >= 5 && (getMarks(lexicon, rest) & Mark.small) !== 0
}

/**
 * Whether a word is regularly formed from known words. Dictionaries do not contain all of these.
 */
function isRegularFormation(word: string, language: SpellingLanguage, lexicon: Lexicon): boolean {
  const small = toWordKey(word)
  if (language === 'en') return isEnglishForm(small, lexicon)
  if (language !== 'de') return false
  return (
    isCompound(lexicon, small) ||
    isDerived(small, lexicon) ||
    (isCapitalised(word) && isInflected(small, lexicon))
  )
}

/** Whether a word is an English verb with a regular ending: 'cockling', 'delaminated'. */
function isEnglishForm(small: string, lexicon: Lexicon): boolean {
  const [, stem = ''] = /^(.{4,})(?:ing|ed)$/.exec(small) ?? []
  return (
    stem !== '' && [stem, `${stem}e`].some((verb) => (getMarks(lexicon, verb) & Mark.small) !== 0)
  )
}

/** Whether a word is a noun with an ending that its dictionary entry lacks: 'Kuratoren'. */
function isInflected(small: string, lexicon: Lexicon): boolean {
  const stem = small.replace(/(?:en|er|in|innen|es|s)$/, '')
  return (
    stem.length >= 5 && stem.length < small.length && (getMarks(lexicon, stem) & Mark.capital) !== 0
  )
}

/** Suggests words that are in no dictionary only if they are German compounds or frequent. */
function maySuggest(
  { word, marks, frequency }: Candidate,
  language: SpellingLanguage,
  lexicon: Lexicon,
): boolean {
  if ((marks & Mark.unsuggested) !== 0) return false
  if ((marks & standaloneMarks) !== 0) return true
  return language === 'de' && (isCompound(lexicon, word) || (word.length >= 7 && frequency >= 5))
}

interface RankedCandidate extends Candidate {
  readonly score: number
}

const frequencyWeight = 0.8
// Unlisted words are not much rarer than the last listed ones.
const minRankingFrequency = 1.5

interface RankingContext {
  readonly small: string
  /** Whether the word is capitalised within a sentence. */
  readonly inside: boolean
  readonly language: SpellingLanguage
}

/** Sorts by likelihood and removes duplicates. */
function rankCandidates(
  candidates: readonly Candidate[],
  { small, inside, language }: RankingContext,
): RankedCandidate[] {
  const scored = candidates
    .map((candidate) => ({
      ...candidate,
      score:
        candidate.cost -
        frequencyWeight * Math.max(minRankingFrequency, candidate.frequency) +
        (inside
          ? getCapitalPenalty(candidate.marks)
          : lowerCasePenalty(candidate.marks, language)) +
        (keepsEnding(candidate.word, small) ? 0 : otherEndingPenalty),
    }))
    .sort((a, b) => a.score - b.score)
  const words = new Set<string>()
  return scored.filter(({ word }) => !words.has(word) && words.add(word))
}

/**
 * Penalty for usually lower-case words if the original is capitalised; smaller for nominalised
 * verbs.
 */
function getCapitalPenalty(marks: number): number {
  if ((marks & Mark.capital) === 0) return 4
  return (marks & Mark.small) === 0 ? 0 : 2
}

/**
 * Penalty for names if the original is in lower case; not in German, whose nouns often lack a
 * capital.
 */
const lowerCasePenalty = (marks: number, language: SpellingLanguage): number =>
  language !== 'de' && (marks & Mark.small) === 0 ? 4 : 0

// People often omit the last letter (the inflection), but rarely replace it.
const otherEndingPenalty = 3

const keepsEnding = (word: string, small: string): boolean =>
  word.at(-1) === small.at(-1) || word.startsWith(small)

const scoreLead = (first: RankedCandidate, second: RankedCandidate | undefined): number =>
  second ? second.score - first.score : 100

/**
 * Whether the first candidate leads clearly. Short words need a larger lead, as do English ones, of
 * which many are similar ('whether', 'weather').
 */
function isClear(
  first: RankedCandidate,
  second: RankedCandidate | undefined,
  small: string,
  language: SpellingLanguage,
): boolean {
  return scoreLead(first, second) >= getMinLead(small, language)
}

function getMinLead(small: string, language: SpellingLanguage): number {
  if (small.length <= 4) return 3.5
  return small.length === 5 || language === 'en' ? 2.5 : 2
}

/** Whether a candidate is likely: rare words need a small typo or a long word. */
function isLikely(
  first: RankedCandidate,
  second: RankedCandidate | undefined,
  small: string,
): boolean {
  const { cost, frequency } = first
  if (small.length <= 3) return cost <= 6 || frequency >= 12
  if (cost <= 6) return true
  if (cost > otherLetterCost && frequency < 3) return small.length >= 11
  return (
    frequency >= 3 ||
    (frequency >= 1 && small.length >= 7) ||
    (small.length >= 9 && scoreLead(first, second) >= 5)
  )
}

interface CapitalisedContext {
  readonly small: string
  readonly opens: boolean
  readonly language: SpellingLanguage
}

/** Whether to correct a capitalised word, which may be an unknown name. */
function isSafeForCapitalised(
  first: RankedCandidate,
  second: RankedCandidate | undefined,
  { small, opens, language }: CapitalisedContext,
): boolean {
  const { word, cost, frequency, marks } = first
  const farAhead = scoreLead(first, second) >= 4
  if (language !== 'de') {
    // Within a French or English sentence, capitals mark names, or days, months and similar words.
    if (!opens || (marks & Mark.small) === 0) {
      if (
        (marks & Mark.capital) === 0 ||
        small.length < 6 ||
        ((marks & Mark.name) !== 0 && cost > 6)
      )
        return false
      return cost <= 8
        ? frequency >= (cost <= 6 ? 5 : 7)
        : frequency >= 7 && small.length >= 7 && farAhead
    }
    // The first word may be a name ('Monney is here'): short ones need a very frequent correction.
    if (cost > 6 && small.length < 5) return false
    if (frequency >= 14) return true
    if (hasNameEnding(small) && !/ly$/.test(word)) return cost <= 6 && frequency >= 12
    if (small.length < 7) return cost <= 8 && frequency >= 11
    if (cost <= 6) return frequency >= 7
    return frequency >= (farAhead ? 6 : 9)
  }
  if ((marks & Mark.name) !== 0 && frequency < (cost <= 6 ? 5 : 7)) return false
  // Rare nouns that form no compounds are mostly names ('Samson' for 'Salmson').
  if (marks === Mark.capital && small.length < 9 && cost > 6 && frequency < 5) return false
  // German nouns do not have these letters, so it is a foreign name.
  if (/[éèêëçñàâîïôûœæ]/.test(small) && !/[éèêëçñàâîïôûœæ]/.test(word)) return false
  if (fold(small).at(0) !== fold(word).at(0) || hasExtraLastLetter(small, word)) return false
  // Within a sentence, it is a noun or a name.
  const verb = (marks & Mark.small) !== 0 && (marks & Mark.capital) === 0
  if (!opens && verb && !(/[er]n$/.test(word) && cost <= 8 && frequency >= 3)) return false
  // Few German nouns but many names end like this.
  if (/[aoiy]$/.test(small))
    return cost <= 6 ? frequency >= 5 : frequency >= 7 && small.at(-1) === word.at(-1) && farAhead
  if (hasNameEnding(small) && fold(small) === fold(word)) return false
  if (hasNameEnding(small)) return cost <= 6 ? frequency >= 5 : frequency >= 7 && farAhead
  if (cost <= 6) return frequency >= 3 || (small.length >= 8 && fold(small) !== fold(word))
  if (cost > otherLetterCost + 1) return small.length >= 11 && frequency >= 2
  const minNounFrequency = cost <= 8 ? 6 : 7
  const minFrequency = (marks & Mark.capital) === 0 ? 9 : minNounFrequency
  if (farAhead && frequency >= minFrequency) return true
  if (small.length >= 9) return frequency >= 2
  if (small.length >= 7) return frequency >= 4
  return small.length >= 6 && frequency >= 6
}

/** An extra last letter indicates a name ('Romanens' for 'Romanen'), unless it is doubled. */
const hasExtraLastLetter = (small: string, word: string): boolean =>
  small.slice(0, -1) === word && small.at(-1) !== word.at(-1)

function applyCase({ word, marks }: Candidate, original: string): string {
  return withCase(word, isCapitalised(original) || (marks & Mark.small) === 0)
}

const withCase = (word: string, capital: boolean): string => (capital ? capitalise(word) : word)

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
