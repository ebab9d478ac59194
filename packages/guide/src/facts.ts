import type { AttributeRow } from '@vitrine/contract'
import type { PreparedItem } from './item.ts'
import { type Asking, asksNumber, conceptOf, type Lexicon, onlyAsks } from './lexicon.ts'
import { isSaid } from './text-index.ts'
import { terms, type Word } from './words.ts'

export interface FactMatch {
  readonly rows: readonly AttributeRow[]
  readonly strong: boolean
  /** The stems that the question used to ask for these facts. */
  readonly consumed: ReadonlySet<string>
  readonly ofShown: boolean
  /** People have it as well: 'How tall was Hodler?' */
  readonly ofBody: boolean
  readonly number: boolean
  readonly told: boolean
  /** What a sentence would speak of that answers the same about something else ('weighs', 'kilos'). */
  readonly evidence: ReadonlySet<string>
}

interface Candidate {
  readonly concept: string
  readonly strong: boolean
  readonly score: number
  readonly stems: ReadonlySet<string>
  /** The stems that are no question words: two facts may share 'how', not 'wide'. */
  readonly content: ReadonlySet<string>
  /** Asked for in words that the lexicon has as they were typed. */
  readonly exact: boolean
}

const maxFacts = 3
const ofBodies = new Set(['size', 'height', 'width', 'length', 'weight', 'age', 'origin', 'country'])

/** The attributes that a question asks for by its words, whether or not it asks for something else as well. */
export function findFacts(words: readonly Word[], item: PreparedItem, asking: ReadonlySet<Asking>): FactMatch | null {
  const { lexicon } = item
  const candidates = matchingPatterns(words, item).filter((candidate) => fits(candidate, asking, lexicon))
  const best = preferred(candidates, words, item)
  const label = matchingLabel(words, item)
  if (label && !best?.strong) return label
  if (!best) return null
  const chosen = [best]
  if (words.some(({ typed }) => lexicon.conjunctions.has(typed)))
    for (const other of candidates) {
      const taken = new Set(chosen.flatMap(({ concept, content }) => [...content, ...companions(lexicon, concept)]))
      const own = [...other.content]
      if (chosen.length < maxFacts && own.length > 0 && !own.some((stem) => taken.has(stem))) chosen.push(other)
    }
  const place = ({ content }: Candidate) => words.findIndex(({ stem }) => content.has(stem))
  chosen.sort((a, b) => place(a) - place(b))
  const rows = chosen.flatMap(({ concept }) => rowsOf(concept, item))
  const consumed = new Set(chosen.flatMap(({ concept, stems }) => [...stems, ...companions(lexicon, concept)]))
  return {
    rows: [...new Set(rows)],
    strong: chosen.every(({ strong }) => strong),
    consumed,
    ofShown: asksOfShown(best),
    ofBody: ofBodies.has(best.concept),
    number: conceptOf(best.concept)?.number === true,
    told: conceptOf(best.concept)?.told === true,
    evidence: best.content.size > 0 ? evidenceOf(best.concept, lexicon) : new Set(),
  }
}

/**
 * The best, or one that narrows it. Where it leaves words over, one that leaves none or that is named; where the item says nothing about it, another
 * that the same words ask for ('who drew it').
 */
function preferred(
  candidates: readonly Candidate[],
  words: readonly Word[],
  item: PreparedItem,
): Candidate | undefined {
  const [first] = candidates
  // Nobody asks until when a picture was built.
  const canNarrow = (concept: string) => rowsOf(concept, item).length > 0 || item.shownWords.size === 0
  const best =
    candidates.find(
      ({ concept, exact }) => exact && first && conceptOf(concept)?.narrows === first.concept && canNarrow(concept),
    ) ?? first
  if (!best) return undefined
  const leavesNothing = (candidate: Candidate) => {
    const { concept, stems } = candidate
    const consumed = new Set([...stems, ...companions(item.lexicon, concept)])
    return (
      leftOver(words, { consumed, rows: rowsOf(concept, item), ofShown: asksOfShown(candidate) }, item).length === 0
    )
  }
  const explained = leavesNothing(best)
  const { narrows, number } = conceptOf(best.concept) ?? {}
  if (explained && rowsOf(best.concept, item).length > 0) return best
  const better = candidates.find(
    (other) =>
      rowsOf(other.concept, item).length > 0 &&
      leavesNothing(other) &&
      (!explained ||
        (other.strong === best.strong &&
          other.exact &&
          !narrows &&
          best.content.size > 0 &&
          [...best.content].every(
            (stem) => other.content.has(stem) || (!number && isCompanion(item.lexicon, other, stem)),
          ))),
  )
  return better ?? (explained || best.strong ? best : (candidates.find(({ strong }) => strong) ?? best))
}

export const isNumber = /^\d+$/

/** What a word asks for at its place: 'old' for a number only after 'how'. */
export function askedAt(words: readonly Word[], at: number, { asking, askingAfter }: Lexicon): Asking | undefined {
  const typed = words[at]?.typed ?? ''
  const after = askingAfter.get(typed)
  return after === undefined || after.has(words[at - 1]?.typed ?? '') ? asking.get(typed) : undefined
}

export const saysNothing = (typed: string, { fill, asking }: Lexicon): boolean =>
  fill.has(typed) || onlyAsks(asking.get(typed))

/** The words that are about something else than the facts found, the item itself and small talk. */
export function leftOver(
  words: readonly Word[],
  { consumed, rows, ofShown }: Pick<FactMatch, 'consumed' | 'rows' | 'ofShown'>,
  { lexicon, ownWords, shownWords, text }: PreparedItem,
): Word[] {
  const told = new Set(rows.flatMap(({ value }) => terms(value, lexicon)))
  // 'This blue car' is the car; 'who painted it blue' asks about the blue.
  const describes = (word: Word | undefined) =>
    word !== undefined && (lexicon.item.has(word.stem) || ownWords.has(word.stem) || lexicon.beside.has(word.stem))
  return words.filter(({ typed, stem, original = typed }, at) => {
    if (consumed.has(stem) || saysNothing(typed, lexicon) || lexicon.item.has(stem)) return false
    // 'Faster than 200' asks for the speed, 'faster than the Ferrari' does not.
    if (lexicon.beyond.has(stem)) return !isNumber.test(words[at + 1]?.typed ?? '')
    if (ofShown && shownWords.has(stem)) return true
    if (lexicon.beside.has(stem) && [words[at - 1], words[at + 1]].some(describes)) return false
    if (told.has(stem)) return false
    if (ownWords.has(stem) || ownWords.has(typed.replace(/s$/, '')) || isNumber.test(typed)) return false
    const isKnown = lexicon.uses.has(stem) || lexicon.soft.has(stem) || lexicon.light.has(stem)
    const isThing = lexicon.things.has(stem) || (!isKnown && isSaid(text, original))
    return isThing ? ofShown || !lexicon.pointing.has(words[at - 1]?.typed ?? '') : isKnown
  })
}

const isCompanion = ({ companions }: Lexicon, { concept }: Candidate, stem: string): boolean =>
  companions.get(concept)?.has(stem) === true

const asksOfShown = ({ concept }: Candidate): boolean => conceptOf(concept)?.shown === true

const companions = (lexicon: Lexicon, concept: string): Iterable<string> => lexicon.companions.get(concept) ?? []

function evidenceOf(concept: string, lexicon: Lexicon): Set<string> {
  const own = lexicon.patterns.filter((pattern) => pattern.concept === concept).flatMap(({ groups }) => groups.flat())
  return new Set([...own, ...companions(lexicon, concept)].filter((stem) => !isCommon(stem, lexicon)))
}

function matchingPatterns(words: readonly Word[], { lexicon, ownWords }: PreparedItem): Candidate[] {
  const met = new Map<number, Map<number, { stem: string; exact: boolean }>>()
  // 'Manual or automatic' meets one group twice.
  const meeting = new Map<number, Set<string>>()
  for (const { typed, stem } of words)
    for (const { pattern, group, word } of lexicon.uses.get(stem) ?? []) {
      const exact = word === typed
      // A 'painting' is no 'painter', nor does the name of the Rapid ask how rapid it is.
      if (!exact && (lexicon.asThemselves.has(typed) || ownWords.has(stem))) continue
      const groups = met.get(pattern) ?? new Map<number, { stem: string; exact: boolean }>()
      if (groups.size === 0) met.set(pattern, groups)
      if (exact || !groups.has(group)) groups.set(group, { stem, exact })
      meeting.set(pattern, (meeting.get(pattern) ?? new Set()).add(stem))
    }
  const stemsAsked = new Set(words.map(({ stem }) => stem))
  const best = new Map<string, Candidate>()
  for (const [at, groups] of met) {
    const pattern = lexicon.patterns[at]
    if (!pattern || groups.size < pattern.groups.length) continue
    const stems = new Set([...groups.values()].map(({ stem }) => stem))
    // Two groups met by one word are one condition too few.
    if (stems.size < groups.size) continue
    const content = [...stems].filter((stem) => !isCommon(stem, lexicon))
    const exact = [...groups.values()].filter((group) => group.exact && content.includes(group.stem)).length
    const together = [...companions(lexicon, pattern.concept)].filter((stem) => stemsAsked.has(stem)).length
    const score =
      3 * content.length + stems.size - content.length + (pattern.strong ? 1.5 : 0) + 2 * exact + 0.3 * together
    const known = best.get(pattern.concept)
    best.set(pattern.concept, {
      concept: pattern.concept,
      strong: pattern.strong || known?.strong === true,
      exact: known?.exact === true || [...groups.values()].every((group) => group.exact),
      score: Math.max(score, known?.score ?? 0),
      stems: new Set([...(meeting.get(at) ?? []), ...(known?.stems ?? [])]),
      content: new Set([...content, ...(known?.content ?? [])]),
    })
  }
  return [...best.values()].sort((a, b) => b.score - a.score)
}

const isCommon = (stem: string, { askingStems, fillStems, item }: Lexicon): boolean =>
  onlyAsks(askingStems.get(stem)) || fillStems.has(stem) || item.has(stem)

/** 'Who' does not ask for an engine, 'why' for no attribute at all. */
function fits({ concept, stems }: Candidate, asking: ReadonlySet<Asking>, lexicon: Lexicon): boolean {
  if (asking.has('why')) return false
  const allowed = conceptOf(concept)?.when ?? []
  const said = new Set([...stems].map((stem) => lexicon.askingStems.get(stem)))
  return [...asking].every((kind) => asksNumber(kind) || allowed.includes(kind) || said.has(kind))
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
  const label = item.labels.find(({ stems }) => stems.every((stem) => asked.has(stem)))
  const row = label && item.rows.get(label.key)
  return row
    ? {
        rows: [row],
        strong: true,
        consumed: new Set(label.stems),
        ofShown: false,
        ofBody: false,
        number: false,
        told: false,
        evidence: new Set(),
      }
    : null
}
