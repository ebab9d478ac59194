import type { AttributeRow } from '@vitrine/contract'
import type { PreparedItem } from './item.ts'
import {
  getConcept,
  isNumberQuestionWord,
  isPureQuestionWord,
  type Lexicon,
  type QuestionWordKind,
} from './lexicon.ts'
import { getStems, numberPattern, type Word, yearPattern } from './words.ts'

/** Attributes that a question asks for. */
export interface FactMatch {
  /**
   * Answering rows. Empty if they are not filled in, or if the question asks for more than them.
   */
  readonly rows: readonly AttributeRow[]
  /** Whether every word of the question belongs to these attributes, the item or small talk. */
  readonly complete: boolean
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
  readonly content: ReadonlySet<string>
  /** Whether all matching words are in the lexicon exactly as typed. */
  readonly exact: boolean
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
  const chosen = [best]
  if (words.some(({ typed }) => lexicon.conjunctions.has(typed)))
    for (const other of candidates) {
      const isNew = [...other.content].every((stem) =>
        chosen.every(({ vocabulary }) => !vocabulary.has(stem)),
      )
      if (chosen.length < maxFacts && other.content.size > 0 && isNew) chosen.push(other)
    }
  const place = ({ content }: Candidate) => words.findIndex(({ stem }) => content.has(stem))
  chosen.sort((a, b) => place(a) - place(b))
  const isPersonal =
    !item.isPicture &&
    (candidates.some(mayBePersonal) || getConcept(best.concept)?.named === true) &&
    namesPerson(words, item)
  const complete = !isPersonal && isFullyExplained(words, chosen, item)
  return {
    rows: complete ? [...new Set(chosen.flatMap(({ concept }) => findRows(concept, item)))] : [],
    complete,
    asksNumber: getConcept(best.concept)?.number === true,
    mayBeInText: getConcept(best.concept)?.told === true,
    measureStems: listMeasureStems(best.concept, lexicon),
  }
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
  const whole = candidates.filter((candidate) => isFullyExplained(words, [candidate], item))
  const [first] = whole
  if (!first) return candidates[0]
  const isFilled = ({ concept }: Candidate) => findRows(concept, item).length > 0
  // A picture has no production years.
  const narrower = whole.find(
    (other) =>
      other.exact &&
      getConcept(other.concept)?.narrows === first.concept &&
      (isFilled(other) || !item.isPicture),
  )
  const best = narrower ?? first
  if (isFilled(best) || getConcept(best.concept)?.narrows) return best
  const asksTheSame = (other: Candidate) =>
    best.content.size > 0 && [...best.content].every((stem) => other.content.has(stem))
  return whole.find((other) => isFilled(other) && other.exact && asksTheSame(other)) ?? best
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
  const { lexicon, isPicture, ownWords, personWords, musicWords, titleWords } = item
  const valueStems = new Set(
    chosen
      .flatMap(({ concept }) => findRows(concept, item))
      .flatMap(({ value }) => getStems(value, lexicon)),
  )
  const isMusic = chosen.every(({ concept }) =>
    getConcept(concept)
      ?.rows.flat()
      .some((key) => musicRow.test(key)),
  )
  const asksItsName = chosen.some(
    ({ concept, content }) => content.size === 0 && getConcept(concept)?.named,
  )
  // The motif of a picture may have been made, too; only the picture was painted.
  const isOpen = words.some(
    (word, position) =>
      questionWordKindAt(words, position, lexicon) !== undefined || lexicon.which.has(word.typed),
  )
  const isPainted = words.some(({ typed }) => lexicon.painting.has(typed))
  const isShown = chosen.some(
    ({ concept }) => getConcept(concept)?.shown && !(concept === 'made' && isPainted),
  )
  const isDated = chosen.some(({ concept }) => getConcept(concept)?.when)
  const isLiving = chosen.some(({ concept }) => getConcept(concept)?.living)
  if (isPicture && chosen.some(({ concept }) => mustBeNamed(concept, words, lexicon))) return false
  if (chosen.some((candidate) => asksWhatNamedItemIs(candidate, words, item))) return false
  const asksFor = (word: Word | undefined) =>
    word !== undefined && chosen.some(({ vocabulary }) => vocabulary.has(word.stem))
  const isItem = (word: Word | undefined) =>
    word !== undefined && (lexicon.itemWords.has(word.typed) || ownWords.has(word.stem))
  return words.every((word, position) => {
    const { typed, stem } = word
    if (isLiving && isPicture && lexicon.people.has(typed)) return false
    // 'What car is it?' asks for the name, 'what is special about the car?' does not.
    if (asksItsName && lexicon.light.has(stem) && !lexicon.itemWords.has(typed) && !asksFor(word))
      return false
    // A car is not made by painting it: 'When was it painted?' asks for something else.
    if (!isPicture && isDated && lexicon.painting.has(typed)) return false
    if (isFillerWord(typed, lexicon)) return true
    if (musicWords.has(stem) && !isMusic) return false
    // 'Who plays in the picture?' does not ask for the musician, nor 'what is on it?' for the
    // title. In Portuguese, 'touch' and 'play' are the same word.
    const isBeside =
      isPrecededBy(words, position, lexicon.places) ||
      (isMusic && !isOpen && chosen[0]?.content.size === 1)
    if ((isMusic || asksItsName) && lexicon.itemWords.has(typed) && isBeside) return false
    if ((isShown && titleWords.has(stem)) || (isLiving && personWords.has(stem))) return false
    if (lexicon.itemWords.has(typed) || valueStems.has(stem) || asksFor(word)) return true
    // 'This blue car' is the item; 'who painted it blue' asks about something else.
    if (lexicon.beside.has(stem) && [words[position - 1], words[position + 1]].some(isItem))
      return true
    // Such as 'Type 35' for the item's 35B, its years of production, or 'more than 200 km/h'.
    if (
      numberPattern.test(typed) &&
      (item.ownNumbers.has(typed) || (!yearPattern.test(typed) && asksFor(words[position + 1])))
    )
      return true
    return isItemName(word, item)
  })
}

/** Whether a word is part of the item's name. */
const isItemName = (
  { typed, stem, original = typed }: Word,
  { lexicon, ownWords }: PreparedItem,
): boolean =>
  ownWords.has(stem) ||
  ownWords.has(original.replace(/s$/, '')) ||
  (!lexicon.words.has(typed) && soundsLikeAny(original, ownWords))

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
  const isPart = (word: Word | undefined) =>
    word !== undefined &&
    !isFillerWord(word.typed, lexicon) &&
    (isItemName(word, item) || lexicon.beside.has(word.stem))
  return words.some((word, position) => {
    if (!isPart(word) || !isItemName(word, item)) return false
    let [from, to] = [position, position]
    while (isPart(words[from - 1])) from--
    while (isPart(words[to + 1])) to++
    return !words.slice(Math.max(0, from - 2), to + 3).some(isThing)
  })
}

/**
 * Whether a concept is ambiguous unless the picture is mentioned: 'how old' may mean the sitter.
 */
function mustBeNamed(
  concept: string,
  words: readonly Word[],
  { patterns, itemWords, thing }: Lexicon,
): boolean {
  const names = patterns
    .filter((pattern) => pattern.strong && pattern.concept === concept)
    .flatMap(({ groups }) => groups.flat())
  const isNamed = ({ typed, stem }: Word) =>
    itemWords.has(typed) || thing.has(typed) || names.includes(stem)
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
  const onlyIs = [...stems].every(
    (stem) => lexicon.fillStems.has(stem) || isPureQuestionWord(lexicon.askingStems.get(stem)),
  )
  const { named, number } = getConcept(concept) ?? {}
  return named === true && number !== true && onlyIs && words.some(isKnown)
}

/** Whether one of the two preceding words is in `some`; there may be an article between. */
const isPrecededBy = (
  words: readonly Word[],
  position: number,
  some: ReadonlySet<string>,
): boolean =>
  [words[position - 1], words[position - 2]].some(
    (before) => before !== undefined && some.has(before.typed),
  )

const musicRow = /^(?:music|composer|mp3)/

/**
 * The kind of question word at a position: 'old' asks for a number only after 'how', and 'when'
 * does not ask for a time in 'who bought it when it was new'.
 */
export function questionWordKindAt(
  words: readonly Word[],
  position: number,
  lexicon: Lexicon,
): QuestionWordKind | undefined {
  const { asking, requiredPredecessors, conjunctions } = lexicon
  const typed = words[position]?.typed ?? ''
  const after = requiredPredecessors.get(typed)
  if (after !== undefined && !after.has(words[position - 1]?.typed ?? '')) return undefined
  const kind = asking.get(typed)
  const isClause =
    kind === 'when' &&
    !conjunctions.has(words[position - 1]?.typed ?? '') &&
    words.slice(0, position).some(({ typed: before }) => isOtherQuestionWord(asking.get(before)))
  return isClause ? undefined : kind
}

const isOtherQuestionWord = (kind: QuestionWordKind | undefined): boolean =>
  isPureQuestionWord(kind) && kind !== 'when'

export const isFillerWord = (typed: string, { fill, asking }: Lexicon): boolean =>
  fill.has(typed) || isPureQuestionWord(asking.get(typed))

const getVocabulary = ({ vocabulary }: Lexicon, concept: string): ReadonlySet<string> =>
  vocabulary.get(concept) ?? new Set()

/** Without common words and numerals, because years count more than ages. */
function listMeasureStems(name: string, lexicon: Lexicon): string[] {
  const concept = getConcept(name)
  if (!concept?.living || !concept.number) return []
  const counted = new Set([...lexicon.numbers].map(lexicon.stem))
  return [...getVocabulary(lexicon, name)].filter(
    (stem) => !isCommon(stem, lexicon) && !counted.has(stem),
  )
}

function matchPatterns(words: readonly Word[], { lexicon, ownWords }: PreparedItem): Candidate[] {
  const groupsByPattern = new Map<number, Map<number, { stem: string; exact: boolean }>>()
  // All matching stems per pattern: 'manual or automatic' matches one group twice.
  const stemsByPattern = new Map<number, Set<string>>()
  for (const { typed, stem } of words)
    for (const { pattern, group, word } of lexicon.patternUses.get(stem) ?? []) {
      const exact = word === typed
      // 'Painting' does not match 'painter', nor the model name 'Rapid' the word 'rapid'.
      if (!exact && (lexicon.words.has(typed) || ownWords.has(stem))) continue
      // Plurals such as 'weights' mean objects; an item has one weight.
      const isMeasure = getConcept(lexicon.patterns[pattern]?.concept ?? '')?.number === true
      if (isMeasure && (typed === `${word}s` || ownWords.has(stem))) continue
      const groups =
        groupsByPattern.get(pattern) ?? new Map<number, { stem: string; exact: boolean }>()
      if (groups.size === 0) groupsByPattern.set(pattern, groups)
      if (exact || !groups.has(group)) groups.set(group, { stem, exact })
      stemsByPattern.set(pattern, (stemsByPattern.get(pattern) ?? new Set()).add(stem))
    }
  const best = new Map<string, Omit<Candidate, 'vocabulary'>>()
  for (const [patternIndex, groups] of groupsByPattern) {
    const pattern = lexicon.patterns[patternIndex]
    if (!pattern || groups.size < pattern.groups.length) continue
    const stems = new Set([...groups.values()].map(({ stem }) => stem))
    // Each group needs a word of its own.
    if (stems.size < groups.size) continue
    const content = [...stems].filter((stem) => !isCommon(stem, lexicon))
    const exact = [...groups.values()].filter(
      (group) => group.exact && content.includes(group.stem),
    ).length
    const specificity =
      0.1 * Math.max(0, ...content.map((stem) => 1 / countConcepts(stem, lexicon)))
    const strongBonus = pattern.strong ? 1.5 : 0
    const score = 2 * content.length + stems.size + strongBonus + 2 * exact + specificity
    const previous = best.get(pattern.concept)
    best.set(pattern.concept, {
      concept: pattern.concept,
      exact: previous?.exact === true || [...groups.values()].every((group) => group.exact),
      score: Math.max(score, previous?.score ?? 0),
      stems: new Set([...(stemsByPattern.get(patternIndex) ?? []), ...(previous?.stems ?? [])]),
      content: new Set([...content, ...(previous?.content ?? [])]),
    })
  }
  return [...best.values()]
    .map((found) => ({ ...found, vocabulary: getVocabulary(lexicon, found.concept) }))
    .sort((a, b) => b.score - a.score)
}

/**
 * Number of concepts that use a stem; the fewer, the more specific it is ('plays', not 'music').
 */
const countConcepts = (stem: string, { patternUses: uses, patterns }: Lexicon): number =>
  new Set(uses.get(stem)?.map(({ pattern }) => patterns[pattern]?.concept)).size

const isCommon = (stem: string, { askingStems, fillStems, item }: Lexicon): boolean =>
  isPureQuestionWord(askingStems.get(stem)) || fillStems.has(stem) || item.has(stem)

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
  const patternKinds = new Set([...stems].map((stem) => lexicon.askingStems.get(stem)))
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
    const content = new Set(stems)
    if (!row || !stems.every((stem) => questionStems.has(stem))) continue
    if (
      isFullyExplained(
        words,
        [{ concept: '', score: 0, stems: content, vocabulary: content, content, exact: true }],
        item,
      )
    )
      return {
        rows: [row],
        complete: true,
        asksNumber: false,
        mayBeInText: false,
        measureStems: [],
      }
  }
  return null
}

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
    .filter((sound) => sound >= 0)

/** Compares the first consonants of a Cyrillic word with the names: 'Бугатти' matches 'Bugatti'. */
function soundsLikeAny(word: string, names: ReadonlySet<string>): boolean {
  if (!/\p{Script=Cyrillic}/u.test(word)) return false
  const sound = toConsonantClasses(word).slice(0, 3).join('')
  return [...names].some(
    (name) => sound !== '' && toConsonantClasses(name).slice(0, 3).join('') === sound,
  )
}
