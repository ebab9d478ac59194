import { fold } from '@vitrine/text'
import { findCompoundCorrections, isCompound } from './compounds.ts'
import {
  accentCost,
  buildEditCosts,
  doubledLetterCost,
  type EditCosts,
  maxLikelyTypoCost,
  maxSmallTypoCost,
  otherLetterCost,
  similarSoundCost,
} from './edit-costs.ts'
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
  let copiedEnd = 0
  for (const [index, token] of tokens.entries()) {
    const correction = findCorrection(index, tokens, line, setting)
    if (correction === undefined) continue
    result += line.slice(copiedEnd, token.start) + correction
    copiedEnd = token.start + token.word.length
  }
  return result + line.slice(copiedEnd)
}

/** Swiss German has no ß. */
const toSwissSpelling = (word: string): string => word.replaceAll('ß', 'ss').replaceAll('ẞ', 'SS')

// French elisions: 'l’', 'jusqu’'.
const elided = /^(?:[ldjmtnsc]|qu|jusqu|lorsqu|puisqu|quoiqu|presqu)['’]/i
// English endings with an apostrophe: '’s', '’ve'.
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
  // Even if nothing else is to be corrected, ß is replaced.
  const swissSpelling = word === token.word ? undefined : word
  if (word.length > maxWordLength || hasInnerCapital(word)) return swissSpelling
  if (/^jusqu['’]a$/i.test(word) && setting.language === 'fr') return word.replace(/a$/, 'à')
  if (assessCertainty(word, setting) === 'right')
    return (
      correctFrenchHomophone(
        word,
        { before: tokens[index - 1]?.word, after: tokens[index + 1]?.word },
        setting,
      ) ?? swissSpelling
    )
  if (isPartOfName(index, tokens, line, setting.lexicons[setting.language])) return swissSpelling

  const head = setting.language === 'fr' ? (elided.exec(word)?.[0] ?? '') : ''
  const tail = setting.language === 'fr' ? '' : (possessive.exec(word)?.[0] ?? '')
  const core = word.slice(head.length, word.length - tail.length)
  const mayBeAbbreviation = core.length <= 4 && token.abbreviated
  if (/['’]/.test(core) || core.length < 3 || mayBeAbbreviation) return swissSpelling
  const certainty = assessCertainty(core, setting)
  if (certainty === 'right') return swissSpelling
  const correction = findBestCandidate(
    core,
    certainty,
    { startsSentence: token.startsSentence && head === '', before: tokens[index - 1]?.word },
    setting,
  )
  return correction === undefined ? swissSpelling : head + correction + tail
}

/** Such words are intentional: 'IBM', 'iPad', 'McLaren'. */
const hasInnerCapital = (word: string): boolean => /\p{Lu}/u.test(word.slice(1))

/** Whether a word or the word of which it is the genitive is protected. */
function isProtected(word: string, protectedWords: ReadonlySet<string>): boolean {
  const wordKey = toWordKey(word)
  if (protectedWords.has(wordKey)) return true
  return wordKey.endsWith('s') && protectedWords.has(wordKey.slice(0, -1))
}

/**
 * How likely a word is correct as written. 'doubtful': correct in another language, or frequent in
 * print although no dictionary has it.
 */
type Certainty = 'right' | 'doubtful' | 'needs capital' | 'unknown'

function assessCertainty(
  word: string,
  { language, protectedWords, lexicons }: CorrectionContext,
): Certainty {
  if (isProtected(word, protectedWords)) return 'right'
  const wordKey = toWordKey(word)
  const hasCapital = isCapitalised(word)
  const marks = getMarks(lexicons[language], wordKey)
  if ((marks & Mark.lowerCase) !== 0) return 'right'
  if (hasCapital && (marks & (Mark.capitalised | Mark.mixedCase | Mark.name)) !== 0) return 'right'
  if ((marks & Mark.capitalised) !== 0 && mayCapitalise(wordKey, language, lexicons))
    return 'needs capital'
  const isRightElsewhere = spellingLanguages.some(
    (other) => other !== language && isRightIn(other, wordKey, hasCapital, lexicons),
  )
  return isRightElsewhere || (marks & Mark.seen) !== 0 ? 'doubtful' : 'unknown'
}

/** Whether to capitalise a word: German nouns; in other languages, only well-known names. */
const mayCapitalise = (wordKey: string, language: SpellingLanguage, lexicons: Lexicons): boolean =>
  language === 'de' || (wordKey.length >= 5 && getFrequency(lexicons[language], wordKey) >= 7)

/** Whether a word is correct in a language. Short and rare words do not count. */
function isRightIn(
  language: SpellingLanguage,
  wordKey: string,
  hasCapital: boolean,
  lexicons: Lexicons,
): boolean {
  const marks = getMarks(lexicons[language], wordKey)
  if (hasCapital && (marks & (Mark.capitalised | Mark.name)) !== 0) return true
  return (
    (marks & Mark.lowerCase) !== 0 &&
    (wordKey.length >= 6 || getFrequency(lexicons[language], wordKey) >= 6)
  )
}

const auxiliary = /^(?:est|sont|était|étaient|sera|seront|été|a|ai|ont|avons|avez|avait|avaient)$/i

interface Neighbours {
  readonly before: string | undefined
  readonly after: string | undefined
}

/** Words that never follow a form of 'avoir', so 'a' before them must be 'à'. */
const nextWordOfPreposition = /^(?:gauche|droite|côté|partir|travers|nouveau|propos)$/i
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
  if (word === 'a' && nextWordOfPreposition.test(after)) return 'à'
  if (word === 'autre' && pluralDeterminer.test(before)) return 'autres'
  // After 'été', only a participle is possible.
  if (before !== 'été' || !/[^eé]e$/.test(word)) return undefined
  const participle = word.replace(/e$/, 'é')
  return (getMarks(lexicons.fr, participle) & Mark.lowerCase) === 0 ? undefined : participle
}

/** Maximum cost of a correction. It is lower for short words, which have many neighbours. */
function getMaxCost(length: number): number {
  if (length <= 5) return otherLetterCost
  // Allows for a second error.
  return length <= 8 ? 15 : 21
}

interface WordPosition {
  readonly startsSentence: boolean
  /** The previous word. */
  readonly before: string | undefined
}

function findBestCandidate(
  word: string,
  certainty: Certainty,
  { startsSentence, before }: WordPosition,
  setting: CorrectionContext,
): string | undefined {
  const { language, lexicons } = setting
  const lexicon = lexicons[language]
  const wordKey = toWordKey(word)
  const hasCapital = isCapitalised(word)
  const isCapitalisedInside = hasCapital && !startsSentence
  const ranking = { wordKey, isCapitalisedInside, language }
  if (certainty === 'needs capital') return capitalise(word)

  const findNear = (limit: number) =>
    // Limits up to that of one error share a search.
    searchCached(wordKey, Math.max(limit, otherLetterCost), setting)
      .filter((candidate) => candidate.cost <= limit && candidate.word !== wordKey)
      .filter((candidate) => maySuggest(candidate, language, lexicon))
  if (language === 'fr' && !isCapitalisedInside) {
    const accented = findAccentedWord(wordKey, findNear(otherLetterCost), {
      before,
      hasCapital,
    })
    if (accented) return applyCase(accented, word)
  }
  // A word that is correct in another language is only replaced by a far more frequent one.
  if (certainty === 'doubtful') {
    if (hasCapital) return undefined
    const [first, second] = rankCandidates(findNear(maxLikelyTypoCost), ranking)
    if (!first || !isClear(first, second, wordKey, language)) return undefined
    const minFrequency = getMinFrequencyToReplace(first.cost, getFrequency(lexicon, wordKey))
    return first.frequency >= minFrequency ? applyCase(first, word) : undefined
  }
  // A regularly formed word is only replaced by a frequent one that is very near.
  if (isRegularFormation(word, language, lexicon)) {
    const [first, second] = rankCandidates(findNear(similarSoundCost), ranking)
    if (!first || !isClear(first, second, wordKey, language)) return undefined
    const minFrequency = first.cost <= 5 ? 4 : 6
    return first.frequency >= minFrequency ? applyCase(first, word) : undefined
  }
  const compounds =
    language === 'de' ? findCompoundCorrections(lexicon, wordKey, setting.costs.de) : []
  // Words with one error are preferred to those with more.
  for (const limit of [otherLetterCost, getMaxCost(wordKey.length)]) {
    const [first, second] = rankCandidates([...findNear(limit), ...compounds], ranking)
    if (!first) continue
    if (!isClear(first, second, wordKey, language) || !isLikely(first, second, wordKey))
      return undefined
    if (hasCapital && !isSafeForCapitalised(first, second, { wordKey, startsSentence, language }))
      return undefined
    return applyCase(first, word)
  }
  return undefined
}

/**
 * Minimum frequency for replacing a doubtful word of some frequency; lower for accents and double
 * letters.
 */
function getMinFrequencyToReplace(cost: number, frequency: number): number {
  if (cost <= accentCost) return 6
  const absoluteMinimum = cost <= similarSoundCost ? 5 : 7
  // Frequencies are logarithmic (base 2): 8 or 16 times as frequent as the written word.
  const minLead = cost <= doubledLetterCost ? 3 : 4
  return Math.max(absoluteMinimum, frequency + minLead)
}

function searchCached(
  wordKey: string,
  limit: number,
  setting: CorrectionContext,
): readonly Candidate[] {
  const { language, lexicons, costs, searches } = setting
  const key = `${language} ${limit} ${wordKey}`
  const candidates =
    searches.get(key) ??
    findNearWords(lexicons[language], wordKey, limit, costs[language], standaloneMarks | Mark.seen)
  searches.set(key, candidates)
  return candidates
}

/** Finds the French word with accents; prefers participles after 'a été' and similar verbs. */
function findAccentedWord(
  wordKey: string,
  near: readonly Candidate[],
  { before, hasCapital }: { before: string | undefined; hasCapital: boolean },
): Candidate | undefined {
  const plain = fold(wordKey)
  const accentedWords = near.filter(
    (candidate) => (candidate.marks & Mark.lowerCase) !== 0 && fold(candidate.word) === plain,
  )
  const participles = accentedWords.filter((candidate) => /ée?s?$/.test(candidate.word))
  const followsAuxiliary = before !== undefined && auxiliary.test(before)
  const mayBeParticiple = followsAuxiliary || /[éèêë]e?s?$/.test(wordKey)
  const wanted = mayBeParticiple && participles.length > 0 ? participles : accentedWords
  const getMinFrequency = ({ word }: Candidate): number => {
    // Capitals often lack accents. A missing accent inside a capitalised word may indicate a name.
    if (hasCapital) return word.slice(1) === wordKey.slice(1) ? 6 : 7
    return wanted === participles ? 0 : 2
  }
  const [first, second] = wanted.toSorted((a, b) => b.frequency - a.frequency)
  if (!first || first.frequency < getMinFrequency(first)) return undefined
  const isAmbiguous = second && first.frequency - second.frequency < 2 && first.cost >= second.cost
  return isAmbiguous ? undefined : first
}

const germanPrefix =
  /^(?:ab|an|auf|aus|be|durch|ein|ent|er|her|hin|los|mit|nach|um|un|unter|ver|vor|weg|weiter|zer|zu|zurück|über)/

/** Whether a word is a regular German derivation with a prefix, such as 'entspiegelt'. */
function isDerived(wordKey: string, lexicon: Lexicon): boolean {
  const [prefix = ''] = germanPrefix.exec(wordKey) ?? []
  const rest = wordKey.slice(prefix.length)
  return prefix !== '' && rest.length >= 5 && (getMarks(lexicon, rest) & Mark.lowerCase) !== 0
}

/**
 * Whether a word is regularly formed from known words. Dictionaries do not contain all of these.
 */
function isRegularFormation(word: string, language: SpellingLanguage, lexicon: Lexicon): boolean {
  const wordKey = toWordKey(word)
  if (language === 'en') return isEnglishForm(wordKey, lexicon)
  if (language !== 'de') return false
  return (
    isCompound(lexicon, wordKey) ||
    isDerived(wordKey, lexicon) ||
    (isCapitalised(word) && isInflected(wordKey, lexicon))
  )
}

/** Whether a word is an English verb with a regular ending: 'cockling', 'delaminated'. */
function isEnglishForm(wordKey: string, lexicon: Lexicon): boolean {
  const [, stem = ''] = /^(.{4,})(?:ing|ed)$/.exec(wordKey) ?? []
  return (
    stem !== '' &&
    [stem, `${stem}e`].some((verb) => (getMarks(lexicon, verb) & Mark.lowerCase) !== 0)
  )
}

/** Whether a word is a noun with an ending that its dictionary entry lacks: 'Kuratoren'. */
function isInflected(wordKey: string, lexicon: Lexicon): boolean {
  const stem = wordKey.replace(/(?:en|er|in|innen|es|s)$/, '')
  return (
    stem.length >= 5 &&
    stem.length < wordKey.length &&
    (getMarks(lexicon, stem) & Mark.capitalised) !== 0
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
  /** Cost with penalties, less a bonus for frequency: the lowest is the likeliest. */
  readonly score: number
}

const frequencyWeight = 0.8
// Unlisted words (frequency 0) are not much rarer than the last listed ones (1).
const minRankingFrequency = 1.5

interface RankingContext {
  readonly wordKey: string
  /** Whether the word is capitalised within a sentence. */
  readonly isCapitalisedInside: boolean
  readonly language: SpellingLanguage
}

/** Sorts by likelihood and removes duplicates. */
function rankCandidates(
  candidates: readonly Candidate[],
  { wordKey, isCapitalisedInside, language }: RankingContext,
): RankedCandidate[] {
  const scored = candidates
    .map((candidate) => ({
      ...candidate,
      score:
        candidate.cost -
        frequencyWeight * Math.max(minRankingFrequency, candidate.frequency) +
        (isCapitalisedInside
          ? getCapitalPenalty(candidate.marks)
          : lowerCasePenalty(candidate.marks, language)) +
        (keepsEnding(candidate.word, wordKey) ? 0 : otherEndingPenalty),
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
  if ((marks & Mark.capitalised) === 0) return 4
  return (marks & Mark.lowerCase) === 0 ? 0 : 2
}

/**
 * Penalty for names if the original is in lower case; not in German, whose nouns often lack a
 * capital.
 */
const lowerCasePenalty = (marks: number, language: SpellingLanguage): number =>
  language !== 'de' && (marks & Mark.lowerCase) === 0 ? 4 : 0

// People often omit the last letter (the inflection), but rarely replace it.
const otherEndingPenalty = 3

const keepsEnding = (word: string, wordKey: string): boolean =>
  word.at(-1) === wordKey.at(-1) || word.startsWith(wordKey)

const getLead = (first: RankedCandidate, second: RankedCandidate | undefined): number =>
  second ? second.score - first.score : Number.POSITIVE_INFINITY

/**
 * Whether the first candidate leads clearly. Short words need a larger lead, as do English ones, of
 * which many are similar ('whether', 'weather').
 */
function isClear(
  first: RankedCandidate,
  second: RankedCandidate | undefined,
  wordKey: string,
  language: SpellingLanguage,
): boolean {
  return getLead(first, second) >= getMinLead(wordKey, language)
}

function getMinLead(wordKey: string, language: SpellingLanguage): number {
  if (wordKey.length <= 4) return 3.5
  return wordKey.length === 5 || language === 'en' ? 2.5 : 2
}

/** Whether a candidate is likely: rare words need a small typo or a long word. */
function isLikely(
  first: RankedCandidate,
  second: RankedCandidate | undefined,
  wordKey: string,
): boolean {
  const { cost, frequency } = first
  if (wordKey.length <= 3) return cost <= maxSmallTypoCost || frequency >= 12
  if (cost <= maxSmallTypoCost) return true
  if (cost > otherLetterCost && frequency < 3) return wordKey.length >= 11
  return (
    frequency >= 3 ||
    (frequency >= 1 && wordKey.length >= 7) ||
    (wordKey.length >= 9 && getLead(first, second) >= 5)
  )
}

interface CapitalisedContext {
  readonly wordKey: string
  readonly startsSentence: boolean
  readonly language: SpellingLanguage
}

/** Whether to correct a capitalised word, which may be an unknown name. */
const isSafeForCapitalised = (
  first: RankedCandidate,
  second: RankedCandidate | undefined,
  context: CapitalisedContext,
): boolean =>
  context.language === 'de'
    ? isSafeForGermanCapitalised(first, second, context)
    : isSafeForOtherCapitalised(first, second, context)

// Lead in score over the second candidate, with which the first one is hardly in doubt.
const minFarLead = 4

/** For French and English, in which few words but names have a capital. */
function isSafeForOtherCapitalised(
  first: RankedCandidate,
  second: RankedCandidate | undefined,
  { wordKey, startsSentence }: CapitalisedContext,
): boolean {
  const { word, cost, frequency, marks } = first
  const isSmallTypo = cost <= maxSmallTypoCost
  const isLikelyTypo = cost <= maxLikelyTypoCost
  const isFarAhead = getLead(first, second) >= minFarLead
  // Within a French or English sentence, capitals mark names, or days, months and similar words.
  if (!startsSentence || (marks & Mark.lowerCase) === 0) {
    if (
      (marks & Mark.capitalised) === 0 ||
      wordKey.length < 6 ||
      ((marks & Mark.name) !== 0 && !isSmallTypo)
    )
      return false
    return isLikelyTypo
      ? frequency >= (isSmallTypo ? 5 : 7)
      : frequency >= 7 && wordKey.length >= 7 && isFarAhead
  }
  // The first word may be a name ('Monney is here'): short ones need a very frequent correction.
  if (!isSmallTypo && wordKey.length < 5) return false
  if (frequency >= 14) return true
  if (hasNameEnding(wordKey) && !/ly$/.test(word)) return isSmallTypo && frequency >= 12
  if (wordKey.length < 7) return isLikelyTypo && frequency >= 11
  if (isSmallTypo) return frequency >= 7
  return frequency >= (isFarAhead ? 6 : 9)
}

const foreignLetter = /[éèêëçñàâîïôûœæ]/

/** For German, whose nouns have a capital too. */
function isSafeForGermanCapitalised(
  first: RankedCandidate,
  second: RankedCandidate | undefined,
  { wordKey, startsSentence }: CapitalisedContext,
): boolean {
  const { word, cost, frequency, marks } = first
  const isSmallTypo = cost <= maxSmallTypoCost
  const isLikelyTypo = cost <= maxLikelyTypoCost
  const isFarAhead = getLead(first, second) >= minFarLead
  if ((marks & Mark.name) !== 0 && frequency < (isSmallTypo ? 5 : 7)) return false
  // Rare nouns that form no compounds are mostly names ('Samson' for 'Salmson').
  const isRareNoun = marks === Mark.capitalised && frequency < 5
  if (isRareNoun && wordKey.length < 9 && !isSmallTypo) return false
  // German nouns do not have such letters, so it is a foreign name.
  if (foreignLetter.test(wordKey) && !foreignLetter.test(word)) return false
  if (fold(wordKey).at(0) !== fold(word).at(0) || hasExtraLastLetter(wordKey, word)) return false
  // Within a sentence, it is a noun or a name.
  const isNoNoun = (marks & Mark.lowerCase) !== 0 && (marks & Mark.capitalised) === 0
  const isVerbAsNoun = /[er]n$/.test(word) && isLikelyTypo && frequency >= 3
  if (!startsSentence && isNoNoun && !isVerbAsNoun) return false
  // Few German nouns but many names end like this.
  if (/[aoiy]$/.test(wordKey))
    return isSmallTypo
      ? frequency >= 5
      : frequency >= 7 && wordKey.at(-1) === word.at(-1) && isFarAhead
  const differsOnlyInAccents = fold(wordKey) === fold(word)
  if (hasNameEnding(wordKey) && differsOnlyInAccents) return false
  if (hasNameEnding(wordKey)) return isSmallTypo ? frequency >= 5 : frequency >= 7 && isFarAhead
  if (isSmallTypo) return frequency >= 3 || (wordKey.length >= 8 && !differsOnlyInAccents)
  if (cost > otherLetterCost + 1) return wordKey.length >= 11 && frequency >= 2
  const minNounFrequency = isLikelyTypo ? 6 : 7
  const minFrequency = (marks & Mark.capitalised) === 0 ? 9 : minNounFrequency
  if (isFarAhead && frequency >= minFrequency) return true
  if (wordKey.length >= 9) return frequency >= 2
  if (wordKey.length >= 7) return frequency >= 4
  return wordKey.length >= 6 && frequency >= 6
}

/** An extra last letter indicates a name ('Romanens' for 'Romanen'), unless it is doubled. */
const hasExtraLastLetter = (wordKey: string, word: string): boolean =>
  wordKey.slice(0, -1) === word && wordKey.at(-1) !== word.at(-1)

function applyCase({ word, marks }: Candidate, original: string): string {
  const needsCapital = isCapitalised(original) || (marks & Mark.lowerCase) === 0
  return needsCapital ? capitalise(word) : word
}

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
