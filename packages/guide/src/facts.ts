import type { AttributeRow } from '@vitrine/contract'
import { getConcept, type QuestionWordKind } from './concepts.ts'
import type { PreparedItem } from './item.ts'
import { isNumberQuestionWord, isPureQuestionWord, type Lexicon, type Pattern } from './lexicon.ts'
import { getStems, numberPattern, type Word, yearPattern } from './words.ts'

/** Attributes that a question asks for. */
export interface FactMatch {
  /**
   * Answering rows. Empty if they are not filled in, or if the question asks for more than them.
   */
  readonly rows: readonly AttributeRow[]
  /** Whether every word of the question belongs to these attributes, the item or small talk. */
  readonly isComplete: boolean
  readonly asksNumber: boolean
  readonly mayBeInText: boolean
  /** Stems of a measure that other things have as well ('weighs', 'kilos'). */
  readonly measureStems: readonly string[]
}

interface Candidate {
  readonly concept: string
  readonly score: number
  /** Stems in the question that match its patterns. */
  readonly stems: ReadonlySet<string>
  /** All stems that belong to the concept. */
  readonly vocabulary: ReadonlySet<string>
  /** `stems` without question words: two facts may share 'how', but not 'wide'. */
  readonly contentStems: ReadonlySet<string>
  /** Whether all matching words are in the lexicon exactly as typed. */
  readonly isExact: boolean
}

const maxFacts = 3

/** Finds the attributes that a question asks for, even if it asks for something else as well. */
export function findFacts(
  words: readonly Word[],
  item: PreparedItem,
  asking: ReadonlySet<QuestionWordKind>,
): FactMatch | null {
  const label = matchLabel(words, item)
  if (label) return label
  const { lexicon } = item
  const candidates = matchPatterns(words, item).filter(
    (candidate) =>
      fitsQuestionWords(candidate, asking, lexicon) &&
      (item.isPicture || !getConcept(candidate.concept)?.pictures),
  )
  const best = pickBestCandidate(candidates, words, item)
  if (!best) return null

  const chosen = addJoinedFacts(best, candidates, words, lexicon)
  const isPersonal =
    !item.isPicture &&
    (candidates.some(mayBePersonal) || getConcept(best.concept)?.named === true) &&
    namesPerson(words, item)
  const isComplete = !isPersonal && isFullyExplained(words, chosen, item)
  const rows = isComplete ? chosen.flatMap(({ concept }) => findRows(concept, item)) : []
  return {
    rows: [...new Set(rows)],
    isComplete,
    asksNumber: getConcept(best.concept)?.number === true,
    mayBeInText: getConcept(best.concept)?.told === true,
    measureStems: listMeasureStems(best.concept, lexicon),
  }
}

/**
 * Adds the other facts that a question with 'and' asks for, such as length and weight; in the order
 * of the question.
 */
function addJoinedFacts(
  best: Candidate,
  candidates: readonly Candidate[],
  words: readonly Word[],
  { conjunctions }: Lexicon,
): Candidate[] {
  if (!words.some(({ typed }) => conjunctions.has(typed))) return [best]

  const chosen = [best]
  for (const other of candidates) {
    const isNew = [...other.contentStems].every((stem) =>
      chosen.every(({ vocabulary }) => !vocabulary.has(stem)),
    )
    if (chosen.length < maxFacts && other.contentStems.size > 0 && isNew) chosen.push(other)
  }
  const findPosition = ({ contentStems }: Candidate) =>
    words.findIndex(({ stem }) => contentStems.has(stem))
  return chosen.sort((a, b) => findPosition(a) - findPosition(b))
}

/**
 * Picks the best candidate that explains every word, or a narrower one. If its rows are empty,
 * picks another one for the same words ('who drew it').
 */
function pickBestCandidate(
  candidates: readonly Candidate[],
  words: readonly Word[],
  item: PreparedItem,
): Candidate | undefined {
  const complete = candidates.filter((candidate) => isFullyExplained(words, [candidate], item))
  const [first] = complete
  if (!first) return candidates[0]
  const isFilled = ({ concept }: Candidate) => findRows(concept, item).length > 0
  // A picture has no production years.
  const narrower = complete.find(
    (other) =>
      other.isExact &&
      getConcept(other.concept)?.narrows === first.concept &&
      (isFilled(other) || !item.isPicture),
  )
  const best = narrower ?? first
  if (isFilled(best) || getConcept(best.concept)?.narrows) return best
  const asksTheSame = (other: Candidate) =>
    best.contentStems.size > 0 &&
    [...best.contentStems].every((stem) => other.contentStems.has(stem))
  return complete.find((other) => isFilled(other) && other.isExact && asksTheSame(other)) ?? best
}

/**
 * Whether every word of the question belongs to the requested rows, the item or small talk. Any
 * other word means that something else is asked: 'how heavy is the engine', 'how many survive'.
 */
function isFullyExplained(
  words: readonly Word[],
  chosen: readonly Candidate[],
  item: PreparedItem,
): boolean {
  const { lexicon, isPicture } = item
  if (isPicture && chosen.some(({ concept }) => mustBeNamed(concept, words, lexicon))) return false
  if (chosen.some((candidate) => asksWhatNamedItemIs(candidate, words, item))) return false

  const request = describeRequest(words, chosen, item)
  return words.every((_, position) => isExplained(words, position, request, item))
}

/** What the chosen facts have in common, and how the question asks for them. */
interface FactRequest {
  readonly facts: readonly Candidate[]
  /** Stems of the values that answer the question. */
  readonly valueStems: ReadonlySet<string>
  readonly isMusic: boolean
  readonly asksItemName: boolean
  readonly hasQuestionWord: boolean
  /** Whether the motif of a picture may be meant instead of the picture. */
  readonly mayMeanMotif: boolean
  readonly isDate: boolean
  /** Whether a person may be meant instead of the item. */
  readonly mayMeanPerson: boolean
}

function describeRequest(
  words: readonly Word[],
  facts: readonly Candidate[],
  item: PreparedItem,
): FactRequest {
  const { lexicon } = item
  const isPainted = words.some(({ typed }) => lexicon.paintingVerbs.has(typed))
  const values = facts.flatMap(({ concept }) => findRows(concept, item)).map(({ value }) => value)
  return {
    facts,
    valueStems: new Set(values.flatMap((value) => getStems(value, lexicon))),
    isMusic: facts.every(({ concept }) =>
      getConcept(concept)
        ?.rows.flat()
        .some((key) => musicRow.test(key)),
    ),
    asksItemName: facts.some(
      ({ concept, contentStems }) => contentStems.size === 0 && getConcept(concept)?.named,
    ),
    hasQuestionWord: words.some(
      ({ typed }, position) =>
        findQuestionWordKind(words, position, lexicon) !== undefined ||
        lexicon.whichWords.has(typed),
    ),
    // The motif of a picture may have been made, too; only the picture was painted.
    mayMeanMotif: facts.some(
      ({ concept }) => getConcept(concept)?.shown && !(concept === 'made' && isPainted),
    ),
    isDate: facts.some(({ concept }) => getConcept(concept)?.when),
    mayMeanPerson: facts.some(({ concept }) => getConcept(concept)?.living),
  }
}

/** Whether a word belongs to the request, the item or small talk. */
function isExplained(
  words: readonly Word[],
  position: number,
  request: FactRequest,
  item: PreparedItem,
): boolean {
  const word = words[position]
  if (!word || asksForSomethingElse(word, request, item)) return false

  const { typed, stem } = word
  const { lexicon, ownWords, personWords, musicWords, titleWords } = item
  const { isMusic, asksItemName, mayMeanMotif, mayMeanPerson } = request
  const isItemWord = lexicon.itemWords.has(typed)
  if (isFillerWord(typed, lexicon)) return true
  if (musicWords.has(stem) && !isMusic) return false
  // 'Who plays in the picture?' does not ask for the musician, nor 'what is on it?' for the title.
  // In Portuguese, 'touch' and 'play' are the same word.
  const isLocation =
    isPrecededBy(words, position, lexicon.locationPrepositions) ||
    (isMusic && !request.hasQuestionWord && request.facts[0]?.contentStems.size === 1)
  if ((isMusic || asksItemName) && isItemWord && isLocation) return false
  if ((mayMeanMotif && titleWords.has(stem)) || (mayMeanPerson && personWords.has(stem)))
    return false
  if (isItemWord || request.valueStems.has(stem) || isRequested(word, request)) return true

  const [previous, next] = [words[position - 1], words[position + 1]]
  const meansItem = (neighbour: Word | undefined) =>
    neighbour !== undefined &&
    (lexicon.itemWords.has(neighbour.typed) || ownWords.has(neighbour.stem))
  // 'This blue car' is the item; 'who painted it blue' asks about something else.
  if (lexicon.modifierStems.has(stem) && [previous, next].some(meansItem)) return true
  // 'Type 35' for the item's 35B, its years of production, or 'more than 200 km/h'.
  const isNumberOfItem =
    item.ownNumbers.has(typed) ||
    (!yearPattern.test(typed) && next !== undefined && isRequested(next, request))
  if (numberPattern.test(typed) && isNumberOfItem) return true
  return isItemName(word, item)
}

function asksForSomethingElse(
  word: Word,
  request: FactRequest,
  { lexicon, isPicture }: PreparedItem,
): boolean {
  const { typed, stem } = word
  if (request.mayMeanPerson && isPicture && lexicon.peopleWords.has(typed)) return true
  // 'What car is it?' asks for the name, 'what is special about the car?' does not.
  const isLight = lexicon.lightStems.has(stem) && !lexicon.itemWords.has(typed)
  if (request.asksItemName && isLight && !isRequested(word, request)) return true
  // A car is not made by painting it: 'When was it painted?' asks for something else.
  return !isPicture && request.isDate && lexicon.paintingVerbs.has(typed)
}

const isRequested = ({ stem }: Word, { facts }: FactRequest): boolean =>
  facts.some(({ vocabulary }) => vocabulary.has(stem))

/** Whether a word is part of the item's name. */
const isItemName = (
  { typed, stem, original = typed }: Word,
  { lexicon, ownWords }: PreparedItem,
): boolean =>
  ownWords.has(stem) ||
  ownWords.has(original.replace(/s$/, '')) ||
  (!lexicon.words.has(typed) && isLikeAnyName(original, ownWords))

/** Whether the concept also applies to people, such as age, size or origin. */
const mayBePersonal = ({ concept }: Candidate) =>
  getConcept(concept)?.living === true || getConcept(concept)?.narrows === 'made'

/**
 * Makes are surnames: 'How old was Bugatti?' asks about a person. After 'the', with a number or
 * next to a word for the item, the name means the item.
 */
function namesPerson(words: readonly Word[], item: PreparedItem): boolean {
  const { lexicon } = item
  const isThing = ({ typed }: Word) =>
    lexicon.determiners.has(typed) || lexicon.itemWords.has(typed) || /\d/.test(typed)
  const mayBelongToName = (word: Word | undefined) =>
    word !== undefined &&
    !isFillerWord(word.typed, lexicon) &&
    (isItemName(word, item) || lexicon.modifierStems.has(word.stem))
  return words.some((word, position) => {
    if (!mayBelongToName(word) || !isItemName(word, item)) return false
    let [first, last] = [position, position]
    while (mayBelongToName(words[first - 1])) first--
    while (mayBelongToName(words[last + 1])) last++
    // Two words on either side: 'the old Bugatti car'.
    const surroundings = words.slice(Math.max(0, first - 2), last + 3)
    return !surroundings.some(isThing)
  })
}

/**
 * Whether a concept is ambiguous unless the picture is mentioned: 'how old' may mean the sitter.
 */
function mustBeNamed(
  concept: string,
  words: readonly Word[],
  { patterns, itemWords, pronouns }: Lexicon,
): boolean {
  const names = patterns
    .filter((pattern) => pattern.namesAttribute && pattern.concept === concept)
    .flatMap(({ groups }) => groups.flat())
  const isNamed = ({ typed, stem }: Word) =>
    itemWords.has(typed) || pronouns.has(typed) || names.includes(stem)
  return getConcept(concept)?.named === true && !words.some(isNamed)
}

/**
 * 'What is the Lambda?' contains the name, so it asks for something else than 'what is this car?'.
 */
function asksWhatNamedItemIs(
  { concept, stems }: Candidate,
  words: readonly Word[],
  { ownWords, text, lexicon }: PreparedItem,
) {
  const { language } = text.lexicon
  const isKnown = ({ typed, stem }: Word) =>
    ownWords.has(stem) || (language !== 'de' && text.names.has(typed))
  const hasOnlyFillers = [...stems].every(
    (stem) =>
      lexicon.fillerStems.has(stem) || isPureQuestionWord(lexicon.questionStemKinds.get(stem)),
  )
  const { named, number } = getConcept(concept) ?? {}
  return named === true && number !== true && hasOnlyFillers && words.some(isKnown)
}

/** Whether one of the two preceding words is in a list; there may be an article between. */
const isPrecededBy = (
  words: readonly Word[],
  position: number,
  list: ReadonlySet<string>,
): boolean =>
  [words[position - 1], words[position - 2]].some(
    (preceding) => preceding !== undefined && list.has(preceding.typed),
  )

const musicRow = /^(?:music|composer|mp3)/

/**
 * The kind of question word at a position: 'old' asks for a number only after 'how', and 'when'
 * does not ask for a time in 'who bought it when it was new'.
 */
export function findQuestionWordKind(
  words: readonly Word[],
  position: number,
  lexicon: Lexicon,
): QuestionWordKind | undefined {
  const { questionWordKinds, requiredPredecessors, conjunctions } = lexicon
  const typed = words[position]?.typed ?? ''
  const predecessor = words[position - 1]?.typed ?? ''
  if (requiredPredecessors.get(typed)?.has(predecessor) === false) return undefined
  const kind = questionWordKinds.get(typed)
  const isClause =
    kind === 'when' &&
    !conjunctions.has(predecessor) &&
    words.slice(0, position).some((word) => isOtherQuestionWord(questionWordKinds.get(word.typed)))
  return isClause ? undefined : kind
}

const isOtherQuestionWord = (kind: QuestionWordKind | undefined): boolean =>
  isPureQuestionWord(kind) && kind !== 'when'

export const isFillerWord = (typed: string, { fillers, questionWordKinds }: Lexicon): boolean =>
  fillers.has(typed) || isPureQuestionWord(questionWordKinds.get(typed))

const getVocabulary = ({ vocabulary }: Lexicon, concept: string): ReadonlySet<string> =>
  vocabulary.get(concept) ?? new Set()

/** Lists the stems of a measure, without numerals, because years count more than ages. */
function listMeasureStems(name: string, lexicon: Lexicon): string[] {
  const concept = getConcept(name)
  if (!concept?.living || !concept.number) return []
  const numberStems = new Set([...lexicon.numberWords].map(lexicon.stem))
  return [...getVocabulary(lexicon, name)].filter(
    (stem) => !isCommon(stem, lexicon) && !numberStems.has(stem),
  )
}

/** A group of a pattern that a word of the question matches. */
interface MatchedGroup {
  readonly stem: string
  /** Whether the lexicon has the word exactly as typed. */
  readonly isExact: boolean
}

/** What a question matches of one pattern. */
interface PatternMatch {
  readonly groups: Map<number, MatchedGroup>
  /** All matching stems: 'manual or automatic' matches one group twice. */
  readonly stems: Set<string>
}

/** Finds the concepts of which the question contains a whole pattern, best first. */
function matchPatterns(words: readonly Word[], item: PreparedItem): Candidate[] {
  const { lexicon } = item
  const candidates = new Map<string, Candidate>()
  for (const [patternIndex, match] of collectPatternMatches(words, item)) {
    const pattern = lexicon.patterns[patternIndex]
    const candidate = pattern && toCandidate(pattern, match, lexicon)
    if (!candidate) continue

    const previous = candidates.get(candidate.concept)
    candidates.set(candidate.concept, mergeCandidates(candidate, previous))
  }
  return [...candidates.values()].sort((a, b) => b.score - a.score)
}

function collectPatternMatches(
  words: readonly Word[],
  { lexicon, ownWords }: PreparedItem,
): Map<number, PatternMatch> {
  const matches = new Map<number, PatternMatch>()
  for (const { typed, stem } of words)
    for (const { patternIndex, groupIndex, word } of lexicon.patternUses.get(stem) ?? []) {
      const isExact = word === typed
      // 'Painting' does not match 'painter', nor the model name 'Rapid' the word 'rapid'.
      if (!isExact && (lexicon.words.has(typed) || ownWords.has(stem))) continue
      // Plurals such as 'weights' mean objects; an item has one weight.
      const isMeasure = getConcept(lexicon.patterns[patternIndex]?.concept ?? '')?.number === true
      if (isMeasure && (typed === `${word}s` || ownWords.has(stem))) continue

      const match = matches.get(patternIndex) ?? { groups: new Map(), stems: new Set() }
      matches.set(patternIndex, match)
      if (isExact || !match.groups.has(groupIndex)) match.groups.set(groupIndex, { stem, isExact })
      match.stems.add(stem)
    }
  return matches
}

/** Returns null unless each group of the pattern is matched by a word of its own. */
function toCandidate(
  pattern: Pattern,
  { groups, stems }: PatternMatch,
  lexicon: Lexicon,
): Candidate | null {
  if (groups.size < pattern.groups.length) return null
  const matchedGroups = [...groups.values()]
  const groupStems = new Set(matchedGroups.map(({ stem }) => stem))
  if (groupStems.size < groups.size) return null

  const contentStems = new Set([...groupStems].filter((stem) => !isCommon(stem, lexicon)))
  const exactCount = matchedGroups.filter(
    ({ stem, isExact }) => isExact && contentStems.has(stem),
  ).length
  // A content word counts more than a question word, and more if it is exact. The rarity only
  // breaks ties.
  const rarities = [...contentStems].map((stem) => 1 / countConcepts(stem, lexicon))
  const score =
    2 * contentStems.size +
    groupStems.size +
    2 * exactCount +
    (pattern.namesAttribute ? 1.5 : 0) +
    0.1 * Math.max(0, ...rarities)
  return {
    concept: pattern.concept,
    isExact: matchedGroups.every((group) => group.isExact),
    score,
    stems,
    contentStems,
    vocabulary: getVocabulary(lexicon, pattern.concept),
  }
}

/** Merges what two patterns of one concept match. */
function mergeCandidates(candidate: Candidate, previous: Candidate | undefined): Candidate {
  if (!previous) return candidate
  return {
    ...candidate,
    isExact: previous.isExact || candidate.isExact,
    score: Math.max(candidate.score, previous.score),
    stems: new Set([...candidate.stems, ...previous.stems]),
    contentStems: new Set([...candidate.contentStems, ...previous.contentStems]),
  }
}

/**
 * Number of concepts that use a stem; the fewer, the more specific it is ('plays', not 'music').
 */
const countConcepts = (stem: string, { patternUses, patterns }: Lexicon): number =>
  new Set(patternUses.get(stem)?.map(({ patternIndex }) => patterns[patternIndex]?.concept)).size

const isCommon = (stem: string, { questionStemKinds, fillerStems, itemStems }: Lexicon): boolean =>
  isPureQuestionWord(questionStemKinds.get(stem)) || fillerStems.has(stem) || itemStems.has(stem)

/**
 * Whether the question words allow the concept: 'who' does not ask for an engine, 'why' for
 * nothing.
 */
function fitsQuestionWords(
  { concept, stems }: Candidate,
  asking: ReadonlySet<QuestionWordKind>,
  lexicon: Lexicon,
): boolean {
  if (asking.has('why')) return false
  const { when: allowed = [], number } = getConcept(concept) ?? {}
  const patternKinds = new Set([...stems].map((stem) => lexicon.questionStemKinds.get(stem)))
  return [...asking].every(
    (kind) =>
      (isNumberQuestionWord(kind) && number) || allowed.includes(kind) || patternKinds.has(kind),
  )
}

function findRows(concept: string, item: PreparedItem): AttributeRow[] {
  for (const keys of getConcept(concept)?.rows ?? []) {
    const rows = keys.flatMap((key) => item.rows.get(key) ?? [])
    if (rows.length > 0) return rows
  }
  return []
}

/**
 * Matches an attribute that the lexicon does not know, if the question contains its whole label.
 */
function matchLabel(words: readonly Word[], item: PreparedItem): FactMatch | null {
  const questionStems = new Set(words.map(({ stem }) => stem))
  for (const { key, stems } of item.labels) {
    const row = item.rows.get(key)
    const labelStems = new Set(stems)
    if (!row || !stems.every((stem) => questionStems.has(stem))) continue
    const candidate = {
      concept: '',
      score: 0,
      stems: labelStems,
      vocabulary: labelStems,
      contentStems: labelStems,
      isExact: true,
    }
    if (!isFullyExplained(words, [candidate], item)) continue

    return {
      rows: [row],
      isComplete: true,
      asksNumber: false,
      mayBeInText: false,
      measureStems: [],
    }
  }
  return null
}

/** Groups of consonants that transliterations confuse. */
const similarConsonants = [
  'bpбп',
  'vwfвф',
  'gkcqxhгкх',
  'dtдт',
  'szjсзцчшщж',
  'lл',
  'mм',
  'nн',
  'rр',
]
const toConsonantClasses = (word: string) =>
  [...word]
    .map((letter) => similarConsonants.findIndex((letters) => letters.includes(letter)))
    .filter((classIndex) => classIndex >= 0)

const comparedConsonants = 3

/** Compares the first consonants of a Cyrillic word with the names: 'Бугатти' matches 'Bugatti'. */
function isLikeAnyName(word: string, names: ReadonlySet<string>): boolean {
  if (!/\p{Script=Cyrillic}/u.test(word)) return false
  const toSound = (text: string) => toConsonantClasses(text).slice(0, comparedConsonants).join('')
  const sound = toSound(word)
  return sound !== '' && [...names].some((name) => toSound(name) === sound)
}
