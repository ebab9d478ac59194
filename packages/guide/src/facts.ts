import type { AttributeRow } from '@vitrine/contract'
import type { PreparedItem } from './item.ts'
import { type Asking, asksNumber, conceptOf, type Lexicon, onlyAsks } from './lexicon.ts'
import { isNumber, stemsIn, type Word, yearLike } from './words.ts'

/** The attributes that a question asks for. */
export interface FactMatch {
  /** The rows that answer it; none where they are not filled in, or where the question asks for something else as well. */
  readonly rows: readonly AttributeRow[]
  /** Every word of the question belongs to these attributes, to the item or to small talk. */
  readonly complete: boolean
  readonly number: boolean
  readonly told: boolean
  /** Of a measure that other things have as well: the words that tell it ('weighs', 'kilos'). */
  readonly measure: readonly string[]
}

interface Candidate {
  readonly concept: string
  readonly score: number
  /** The stems of its patterns. */
  readonly stems: ReadonlySet<string>
  /** Those, and what may stand beside them. */
  readonly consumed: ReadonlySet<string>
  /** The stems of its patterns that are no question words: two facts may share 'how', not 'wide'. */
  readonly content: ReadonlySet<string>
  /** Asked for in words that the lexicon has as they were typed. */
  readonly exact: boolean
}

const maxFacts = 3

/** The attributes that a question asks for by its words, whether or not it asks for something else as well. */
export function findFacts(
  words: readonly Word[],
  item: PreparedItem,
  asking: ReadonlySet<Asking>,
): FactMatch | null {
  const label = matchingLabel(words, item)
  if (label) return label
  const { lexicon } = item
  const candidates = matchingPatterns(words, item).filter(
    (candidate) =>
      fits(candidate, asking, lexicon) &&
      (item.isPicture || !conceptOf(candidate.concept)?.pictures),
  )
  const best = preferred(candidates, words, item)
  if (!best) return null
  const chosen = [best]
  if (words.some(({ typed }) => lexicon.conjunctions.has(typed)))
    for (const other of candidates) {
      const isNew = [...other.content].every((stem) =>
        chosen.every(({ consumed }) => !consumed.has(stem)),
      )
      if (chosen.length < maxFacts && other.content.size > 0 && isNew) chosen.push(other)
    }
  const place = ({ content }: Candidate) => words.findIndex(({ stem }) => content.has(stem))
  chosen.sort((a, b) => place(a) - place(b))
  const isPersonal =
    !item.isPicture &&
    (candidates.some(mayBePersonal) || conceptOf(best.concept)?.named === true) &&
    namesPerson(words, item)
  const complete = !isPersonal && belongs(words, chosen, item)
  return {
    rows: complete ? [...new Set(chosen.flatMap(({ concept }) => rowsOf(concept, item)))] : [],
    complete,
    number: conceptOf(best.concept)?.number === true,
    told: conceptOf(best.concept)?.told === true,
    measure: measureOf(best.concept, lexicon),
  }
}

/**
 * The best that every word belongs to, or one that narrows it. Where the item says nothing about it, another that the same words ask for ('who drew it').
 */
function preferred(
  candidates: readonly Candidate[],
  words: readonly Word[],
  item: PreparedItem,
): Candidate | undefined {
  const whole = candidates.filter((candidate) => belongs(words, [candidate], item))
  const [first] = whole
  if (!first) return candidates[0]
  const isFilled = ({ concept }: Candidate) => rowsOf(concept, item).length > 0
  // A picture has no production years.
  const narrower = whole.find(
    (other) =>
      other.exact &&
      conceptOf(other.concept)?.narrows === first.concept &&
      (isFilled(other) || !item.isPicture),
  )
  const best = narrower ?? first
  if (isFilled(best) || conceptOf(best.concept)?.narrows) return best
  const asksTheSame = (other: Candidate) =>
    best.content.size > 0 && [...best.content].every((stem) => other.content.has(stem))
  return whole.find((other) => isFilled(other) && other.exact && asksTheSame(other)) ?? best
}

/**
 * Whether every word of the question belongs to the rows that it asks for, to the item itself or to small talk. Any other word means
 * that something else is asked: 'how heavy is the engine', 'how many survive'.
 */
function belongs(
  words: readonly Word[],
  chosen: readonly Candidate[],
  item: PreparedItem,
): boolean {
  const { lexicon, isPicture, ownWords, personWords, musicWords, shownWords } = item
  const told = new Set(
    chosen
      .flatMap(({ concept }) => rowsOf(concept, item))
      .flatMap(({ value }) => stemsIn(value, lexicon)),
  )
  const isMusic = chosen.every(({ concept }) =>
    conceptOf(concept)
      ?.rows.flat()
      .some((key) => musicRow.test(key)),
  )
  const asksItsName = chosen.some(
    ({ concept, content }) => content.size === 0 && conceptOf(concept)?.named,
  )
  // What a picture shows may have been made as well; only the picture is painted.
  const isOpen = words.some(
    (word, at) => askedAt(words, at, lexicon) !== undefined || lexicon.which.has(word.typed),
  )
  const isPainted = words.some(({ typed }) => lexicon.painting.has(typed))
  const isShown = chosen.some(
    ({ concept }) => conceptOf(concept)?.shown && !(concept === 'made' && isPainted),
  )
  const isDated = chosen.some(({ concept }) => conceptOf(concept)?.when)
  const isLiving = chosen.some(({ concept }) => conceptOf(concept)?.living)
  if (isPicture && chosen.some(({ concept }) => mustBeNamed(concept, words, lexicon))) return false
  if (chosen.some((candidate) => asksWhatIs(candidate, words, item))) return false
  const asksFor = (word: Word | undefined) =>
    word !== undefined && chosen.some(({ consumed }) => consumed.has(word.stem))
  const isItem = (word: Word | undefined) =>
    word !== undefined && (lexicon.itemWords.has(word.typed) || ownWords.has(word.stem))
  return words.every((word, at) => {
    const { typed, stem } = word
    if (isLiving && isPicture && lexicon.people.has(typed)) return false
    // 'What car is it?' asks for its name, 'what is special about the car?' does not.
    if (asksItsName && lexicon.light.has(stem) && !lexicon.itemWords.has(typed) && !asksFor(word))
      return false
    // A car is not made by painting it: 'When was it painted?' asks for something else.
    if (!isPicture && isDated && lexicon.painting.has(typed)) return false
    if (saysNothing(typed, lexicon)) return true
    if (musicWords.has(stem) && !isMusic) return false
    // Who plays in the picture is not who plays the music, nor is what is on it its title; in Portuguese, who may touch it may play it.
    const isBeside =
      follows(words, at, lexicon.places) || (isMusic && !isOpen && chosen[0]?.content.size === 1)
    if ((isMusic || asksItsName) && lexicon.itemWords.has(typed) && isBeside) return false
    if ((isShown && shownWords.has(stem)) || (isLiving && personWords.has(stem))) return false
    if (lexicon.itemWords.has(typed) || told.has(stem) || asksFor(word)) return true
    // 'This blue car' is the car; 'who painted it blue' asks about the blue.
    if (lexicon.beside.has(stem) && [words[at - 1], words[at + 1]].some(isItem)) return true
    // 'Type 35' beside the item's 35B, the years in which it was built, 'more than 200 km/h'.
    if (
      isNumber.test(typed) &&
      (item.ownNumbers.has(typed) || (!yearLike.test(typed) && asksFor(words[at + 1])))
    )
      return true
    return isName(word, item)
  })
}

/** The item's name or a part of it. */
const isName = (
  { typed, stem, original = typed }: Word,
  { lexicon, ownWords }: PreparedItem,
): boolean =>
  ownWords.has(stem) ||
  ownWords.has(original.replace(/s$/, '')) ||
  (!lexicon.words.has(typed) && soundsLikeOne(original, ownWords))

/** People have an age, a size and an origin, and begin and end as well. */
const mayBePersonal = ({ concept }: Candidate) =>
  conceptOf(concept)?.living === true || conceptOf(concept)?.narrows === 'made'

/** Makes are surnames: 'How old was Bugatti?' asks about a man. After 'the', with its number or beside a word for it, a name is the item's. */
function namesPerson(words: readonly Word[], item: PreparedItem): boolean {
  const { lexicon } = item
  const isThing = ({ typed }: Word) =>
    lexicon.determiners.has(typed) || lexicon.itemWords.has(typed) || /\d/.test(typed)
  const isPart = (word: Word | undefined) =>
    word !== undefined &&
    !saysNothing(word.typed, lexicon) &&
    (isName(word, item) || lexicon.beside.has(word.stem))
  return words.some((word, at) => {
    if (!isPart(word) || !isName(word, item)) return false
    let [from, to] = [at, at]
    while (isPart(words[from - 1])) from--
    while (isPart(words[to + 1])) to++
    return !words.slice(Math.max(0, from - 2), to + 3).some(isThing)
  })
}

/** 'How old', 'what is the name': of the picture, or of the person that it shows? */
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
  return conceptOf(concept)?.named === true && !words.some(isNamed)
}

/** 'What is the Lambda?' knows the name, and asks for something else; 'what is this car?' asks for it. */
function asksWhatIs(
  { concept, stems }: Candidate,
  words: readonly Word[],
  { ownWords, text, lexicon }: PreparedItem,
) {
  const { language } = text.lexicon
  const isKnown = ({ typed, stem }: Word) =>
    ownWords.has(stem) || (language !== 'de' && text.names.has(typed))
  const onlyIs = [...stems].every(
    (stem) => lexicon.fillStems.has(stem) || onlyAsks(lexicon.askingStems.get(stem)),
  )
  const { named, number } = conceptOf(concept) ?? {}
  return named === true && number !== true && onlyIs && words.some(isKnown)
}

/** Whether one of the two words before it is among some, with an article between or without. */
const follows = (words: readonly Word[], at: number, some: ReadonlySet<string>): boolean =>
  [words[at - 1], words[at - 2]].some((before) => before !== undefined && some.has(before.typed))

const musicRow = /^(?:music|composer|mp3)/

/** What a word asks for at its place: 'old' for a number only after 'how', 'when' for no time in 'who bought it when it was new'. */
export function askedAt(words: readonly Word[], at: number, lexicon: Lexicon): Asking | undefined {
  const { asking, askingAfter, conjunctions } = lexicon
  const typed = words[at]?.typed ?? ''
  const after = askingAfter.get(typed)
  if (after !== undefined && !after.has(words[at - 1]?.typed ?? '')) return undefined
  const kind = asking.get(typed)
  const isClause =
    kind === 'when' &&
    !conjunctions.has(words[at - 1]?.typed ?? '') &&
    words.slice(0, at).some(({ typed: before }) => asksElse(asking.get(before)))
  return isClause ? undefined : kind
}

const asksElse = (kind: Asking | undefined): boolean => onlyAsks(kind) && kind !== 'when'

export const saysNothing = (typed: string, { fill, asking }: Lexicon): boolean =>
  fill.has(typed) || onlyAsks(asking.get(typed))

const vocabularyOf = ({ vocabulary }: Lexicon, concept: string): ReadonlySet<string> =>
  vocabulary.get(concept) ?? new Set()

/** Years are counted of much else than an age. */
function measureOf(name: string, lexicon: Lexicon): string[] {
  const concept = conceptOf(name)
  if (!concept?.living || !concept.number) return []
  const counted = new Set([...lexicon.numbers].map(lexicon.stem))
  return [...vocabularyOf(lexicon, name)].filter(
    (stem) => !isCommon(stem, lexicon) && !counted.has(stem),
  )
}

function matchingPatterns(
  words: readonly Word[],
  { lexicon, ownWords }: PreparedItem,
): Candidate[] {
  const met = new Map<number, Map<number, { stem: string; exact: boolean }>>()
  // 'Manual or automatic' meets one group twice.
  const meeting = new Map<number, Set<string>>()
  for (const { typed, stem } of words)
    for (const { pattern, group, word } of lexicon.uses.get(stem) ?? []) {
      const exact = word === typed
      // A 'painting' is no 'painter', nor does the name of the Rapid ask how rapid it is.
      if (!exact && (lexicon.words.has(typed) || ownWords.has(stem))) continue
      // 'Weights' are things; an item has one weight.
      const isMeasure = conceptOf(lexicon.patterns[pattern]?.concept ?? '')?.number === true
      if (isMeasure && (typed === `${word}s` || ownWords.has(stem))) continue
      const groups = met.get(pattern) ?? new Map<number, { stem: string; exact: boolean }>()
      if (groups.size === 0) met.set(pattern, groups)
      if (exact || !groups.has(group)) groups.set(group, { stem, exact })
      meeting.set(pattern, (meeting.get(pattern) ?? new Set()).add(stem))
    }
  const best = new Map<string, Omit<Candidate, 'consumed'>>()
  for (const [at, groups] of met) {
    const pattern = lexicon.patterns[at]
    if (!pattern || groups.size < pattern.groups.length) continue
    const stems = new Set([...groups.values()].map(({ stem }) => stem))
    // Two groups met by one word are one condition too few.
    if (stems.size < groups.size) continue
    const content = [...stems].filter((stem) => !isCommon(stem, lexicon))
    const exact = [...groups.values()].filter(
      (group) => group.exact && content.includes(group.stem),
    ).length
    const special = 0.1 * Math.max(0, ...content.map((stem) => 1 / conceptsOf(stem, lexicon)))
    const named = pattern.strong ? 1.5 : 0
    const score = 2 * content.length + stems.size + named + 2 * exact + special
    const known = best.get(pattern.concept)
    best.set(pattern.concept, {
      concept: pattern.concept,
      exact: known?.exact === true || [...groups.values()].every((group) => group.exact),
      score: Math.max(score, known?.score ?? 0),
      stems: new Set([...(meeting.get(at) ?? []), ...(known?.stems ?? [])]),
      content: new Set([...content, ...(known?.content ?? [])]),
    })
  }
  return [...best.values()]
    .map((found) => ({ ...found, consumed: vocabularyOf(lexicon, found.concept) }))
    .sort((a, b) => b.score - a.score)
}

/** How many attributes are asked for with a word: 'music' says less than 'plays'. */
const conceptsOf = (stem: string, { uses, patterns }: Lexicon): number =>
  new Set(uses.get(stem)?.map(({ pattern }) => patterns[pattern]?.concept)).size

const isCommon = (stem: string, { askingStems, fillStems, item }: Lexicon): boolean =>
  onlyAsks(askingStems.get(stem)) || fillStems.has(stem) || item.has(stem)

/** 'Who' does not ask for an engine, 'why' for no attribute at all. */
function fits(
  { concept, stems }: Candidate,
  asking: ReadonlySet<Asking>,
  lexicon: Lexicon,
): boolean {
  if (asking.has('why')) return false
  const { when: allowed = [], number } = conceptOf(concept) ?? {}
  const said = new Set([...stems].map((stem) => lexicon.askingStems.get(stem)))
  return [...asking].every(
    (kind) => (asksNumber(kind) && number) || allowed.includes(kind) || said.has(kind),
  )
}

function rowsOf(concept: string, item: PreparedItem): AttributeRow[] {
  for (const keys of conceptOf(concept)?.rows ?? []) {
    const rows = keys.flatMap((key) => item.rows.get(key) ?? [])
    if (rows.length > 0) return rows
  }
  return []
}

/** An attribute of the museum's own whose whole label is in the question. */
function matchingLabel(words: readonly Word[], item: PreparedItem): FactMatch | null {
  const asked = new Set(words.map(({ stem }) => stem))
  for (const { key, stems } of item.labels) {
    const row = item.rows.get(key)
    const content = new Set(stems)
    if (!row || !stems.every((stem) => asked.has(stem))) continue
    if (
      belongs(
        words,
        [{ concept: '', score: 0, stems: content, consumed: content, content, exact: true }],
        item,
      )
    )
      return { rows: [row], complete: true, number: false, told: false, measure: [] }
  }
  return null
}

const alike = ['bpбп', 'vwfвф', 'gkcqxhгкх', 'dtдт', 'szjсзцчшщж', 'lл', 'mм', 'nн', 'rр']
const consonants = (word: string) =>
  [...word]
    .map((letter) => alike.findIndex((letters) => letters.includes(letter)))
    .filter((sound) => sound >= 0)

/** 'Бугатти' is the Bugatti: its first consonants sound alike. */
function soundsLikeOne(word: string, names: ReadonlySet<string>): boolean {
  if (!/\p{Script=Cyrillic}/u.test(word)) return false
  const sound = consonants(word).slice(0, 3).join('')
  return [...names].some((name) => sound !== '' && consonants(name).slice(0, 3).join('') === sound)
}
