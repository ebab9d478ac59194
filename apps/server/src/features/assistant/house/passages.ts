import { type AskedSource, type AssistantLanguage, type AttributeRow, dayOf } from '@vitrine/contract'
import { answer, maxSentence, prepareItem } from '@vitrine/guide'
import { sentencesOf } from '@vitrine/text'
import { partsOf } from '../../../projections/index.ts'
import { type FoundRow, shareOf, type WantedWord } from '../../search/index.ts'

/** Something that may be quoted; numbered once it is. */
export interface Passage extends Omit<AskedSource, 'id'> {
  /** An item's internal note, which no provider gets to read. */
  readonly isNote?: boolean
}

/** A thing in parts, and what stands around them. */
export interface Thing {
  readonly passages: readonly Passage[]
  readonly context: string
}

/** A text that is no longer than this is quoted as a whole. */
const shortText = 280
const maxSentences = 200

const partsIn = (text: string): string[] => {
  const whole = text.replaceAll(/\s+/g, ' ').trim()
  if (whole.length <= shortText) return [whole].filter(Boolean)
  return sentencesOf(text, maxSentence)
    .slice(0, maxSentences)
    .map((sentence) => sentence.text)
}

const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`.trim()

export function entryThing(row: FoundRow<'journal'>): Thing {
  const about = {
    kind: 'journal',
    subject_id: row.id,
    item_id: null,
    title: '',
    date: row.date,
    author: nameOf(row),
  } as const
  return {
    passages: partsIn(row.comment).map((text) => ({ ...about, text })),
    context: [row.comment, ...row.tags, nameOf(row)].join(' '),
  }
}

export function commentThing(row: FoundRow<'comment'>): Thing {
  const title = `${row.identifier} ${row.name}`.trim()
  const date = dayOf(new Date(row.created_at))
  const about = { kind: 'comment', subject_id: row.id, item_id: row.item_id, title, date, author: nameOf(row) } as const
  return {
    passages: partsIn(row.comment).map((text) => ({ ...about, text })),
    context: [title, row.comment, nameOf(row)].join(' '),
  }
}

/** An item's attributes as 'Label: value', and its texts, translations and note sentence by sentence. */
export function itemThing(row: FoundRow<'item'>, rows: readonly AttributeRow[]): Thing {
  const about = itemSource(row)
  const texts = [row.description, ...row.texts.map(({ text }) => text)]
    .filter((text) => text !== row.name)
    .flatMap(partsIn)
  return {
    passages: [
      ...[...texts, ...rows.map(rowText)].map((text) => ({ ...about, text })),
      ...partsIn(row.note).map((text) => ({ ...about, text, isNote: true })),
    ],
    context: about.title,
  }
}

const rowText = ({ label, value }: AttributeRow): string => `${label}: ${value}`

const itemSource = ({ id, identifier, name }: FoundRow<'item'>) =>
  ({ kind: 'item', subject_id: id, item_id: id, title: `${identifier} ${name}`.trim(), date: '', author: '' }) as const

/** The attribute of an item that a question asks for, as visitors are told it: 'How heavy is the Bugatti?' */
export function askedFact(
  row: FoundRow<'item'>,
  rows: readonly AttributeRow[],
  question: string,
  language: AssistantLanguage,
): Passage | null {
  const told = answer(prepareItem({ name: row.name, rows, text: '', textLanguage: language }, language), question)
  return told.kind === 'fact' ? { ...itemSource(row), text: told.attributes.map(rowText).join(', ') } : null
}

/** What a word counts that stands beside a passage and not in it. */
const besideShare = 0.5

export interface ScoredPassage {
  readonly passage: Passage
  readonly score: number
  /** What the whole thing is about. */
  readonly context: string
}

/** The passage of a thing that tells most of what was asked about; nothing where none has a word of it. */
export function bestPassage({ passages, context }: Thing, wanted: readonly WantedWord[]): ScoredPassage | null {
  const around = sharesIn(context, wanted)
  let best: ScoredPassage | null = null
  for (const passage of passages) {
    // A comment is about its item and by its author, whether it names them or not.
    const about = passage.kind === 'item' ? '' : `${passage.title} ${passage.author} ${passage.date}`
    const inside = sharesIn(`${passage.text} ${about}`, wanted)
    if (!inside.some((share) => share > 0)) continue
    const shares = wanted.map(({ weight }, at) => weight * Math.max(inside[at] ?? 0, (around[at] ?? 0) * besideShare))
    const score = shares.reduce((sum, share) => sum + share, 0)
    if (score > (best?.score ?? 0)) best = { passage, score, context }
  }
  return best
}

export function sharesIn(text: string, wanted: readonly WantedWord[]): number[] {
  const words = [...new Set(partsOf(text))]
  return wanted.map((word) => words.reduce((best, each) => Math.max(best, shareOf(each, word)), 0))
}
