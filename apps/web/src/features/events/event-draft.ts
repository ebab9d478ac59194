import {
  type EventLanguage,
  type EventList,
  type EventState,
  emptyState,
  endsTooEarly,
  endsTooEarlySentence,
  eventFields,
  eventLanguages,
  fieldNames,
  languageNames,
  maxEventTextLength,
  plainText,
  type SaveTheDateEvent,
} from '@vitrine/contract'

/** An event in the form. A new one has no id yet. */
export interface EventDraft extends Omit<SaveTheDateEvent, 'id'> {
  readonly id?: number
  /** Tells it from the others as long as the form is open. */
  readonly key: string
  readonly remove: boolean
}

export const draftOf = (event: SaveTheDateEvent): EventDraft => ({
  ...event,
  key: `saved ${event.id}`,
  remove: false,
})

// Sorted by it, they are in the order in which they were begun.
const newKey = (): string => `${Date.now()} ${crypto.randomUUID()}`

const newState: EventState = { ...emptyState(eventFields), active: true }

export const newDraft = (): EventDraft => ({ ...newState, key: newKey(), remove: false })

/** The same event on a day that is still to be chosen. */
export const duplicateOf = ({ id: _, ...draft }: EventDraft): EventDraft => ({
  ...draft,
  key: newKey(),
  date: '',
  last_day: '',
})

const fields = fieldNames(eventFields)

const isSame = (a: EventState, b: EventState): boolean =>
  fields.every((field) => a[field] === b[field])

/** Whether the form says of the event what the server says. */
export const isUnchanged = (draft: EventDraft, event: SaveTheDateEvent | undefined): boolean =>
  event !== undefined && !draft.remove && isSame(draft, event)

/** A new event that was removed before it was ever saved: there is nothing to send. */
export const isDiscarded = ({ id, remove }: EventDraft): boolean => remove && id === undefined

export const toRequest = ({ key: _, ...event }: EventDraft) => event

export const missingLanguages = (draft: EventDraft): EventLanguage[] =>
  eventLanguages.filter((language) => plainText(draft[`text_${language}`]) === '')

/** The first line of the first text there is. */
export function headline(draft: EventDraft): string {
  const texts = [...new Set<EventLanguage>(['en', ...eventLanguages])].map((language) =>
    plainText(draft[`text_${language}`]),
  )
  return texts.find((text) => text !== '')?.split('\n')[0] ?? ''
}

export interface DraftProblem {
  readonly field: keyof EventState
  readonly sentence: string
}

/** What keeps an event from being saved, and where; null when nothing does. */
export function problemOf(draft: EventDraft): DraftProblem | null {
  if (draft.remove) return null
  if (draft.date === '') return { field: 'date', sentence: 'Please enter a date.' }
  if (endsTooEarly(draft)) return { field: 'last_day', sentence: endsTooEarlySentence }
  if (draft.show_time && draft.time === '')
    return { field: 'time', sentence: 'Please enter a time, or leave it out.' }
  const tooLong = eventLanguages.find(
    (language) => draft[`text_${language}`].length > maxEventTextLength,
  )
  if (!tooLong) return null
  return { field: `text_${tooLong}`, sentence: `The ${languageNames[tooLong]} text is too long.` }
}

/**
 * What the server found wrong with an event as it was sent; null as soon as that field says
 * something else.
 */
export function refusalOf(
  draft: EventDraft,
  sent: readonly EventDraft[],
  sentences: Readonly<Record<string, string>>,
): DraftProblem | null {
  const index = sent.findIndex(({ key }) => key === draft.key)
  for (const field of fields) {
    const sentence = sentences[`events.${index}.${field}`]
    if (sentence !== undefined && sent[index]?.[field] === draft[field]) return { field, sentence }
  }
  return null
}

/**
 * The events were saved elsewhere in the meantime: what was typed here stays, everything else is as
 * saved there. An event that they removed and that was edited here becomes a new one.
 */
export function mergeDrafts(
  drafts: readonly EventDraft[],
  base: readonly SaveTheDateEvent[],
  current: readonly SaveTheDateEvent[],
): EventDraft[] {
  const before = new Map(base.map((event) => [event.id, event]))
  const theirs = new Map(current.map((event) => [event.id, event]))
  const touched = drafts.filter(
    (draft) => draft.id === undefined || !isUnchanged(draft, before.get(draft.id)),
  )
  const mine = new Map(
    touched.flatMap((draft) => (draft.id === undefined ? [] : [[draft.id, draft]])),
  )
  const lost = touched.filter(({ id }) => id === undefined || !theirs.has(id))
  return [
    ...lost.filter(({ remove }) => !remove).map(({ id: _, ...draft }) => draft),
    ...current.map((event) => mine.get(event.id) ?? draftOf(event)),
  ]
}

/** An event that was edited and is not saved yet. */
export interface KeptEvent {
  readonly draft: EventDraft
  /** The event as it was before; null for a new one. */
  readonly base: EventState | null
  /** The version of the list that it was edited in. */
  readonly version: string
}

/** What would be lost with the form, by the name under which it is kept. */
export function eventsToKeep(
  drafts: readonly EventDraft[],
  { events, version }: EventList,
  before: ReadonlyMap<string, KeptEvent>,
): Map<string, KeptEvent> {
  const saved = new Map(events.map((event) => [event.id, event]))
  const kept = new Map<string, KeptEvent>()
  for (const draft of drafts) {
    const event = draft.id === undefined ? undefined : saved.get(draft.id)
    if (
      isUnchanged(draft, event) ||
      isDiscarded(draft) ||
      (draft.id === undefined && isSame(draft, newState))
    )
      continue
    const name = nameOf(draft)
    const known = before.get(name)
    if (known) kept.set(name, known.draft === draft ? known : { ...known, draft })
    else kept.set(name, { draft, base: event ?? null, version })
  }
  return kept
}

export const keptNames = ['event ', 'new event '] as const

const nameOf = ({ id, key }: EventDraft): string =>
  id === undefined ? `${keptNames[1]}${key}` : `${keptNames[0]}${id}`

export function readKeptEvent(kept: unknown): KeptEvent | null {
  const { draft, base, version } = (kept ?? {}) as Partial<Record<keyof KeptEvent, unknown>>
  const state = readState(draft)
  const { id, key, remove } = (draft ?? {}) as Partial<Record<keyof EventDraft, unknown>>
  if (!state || typeof version !== 'string' || typeof key !== 'string') return null
  const read = { ...state, key, remove: remove === true }
  return { draft: typeof id === 'number' ? { ...read, id } : read, base: readState(base), version }
}

/** A field that came later is as in an empty event. */
function readState(kept: unknown): EventState | null {
  if (typeof kept !== 'object' || kept === null) return null
  const found = kept as Readonly<Record<string, unknown>>
  const empty = emptyState(eventFields)
  const values = fields.map((field) => [
    field,
    typeof found[field] === typeof empty[field] ? found[field] : empty[field],
  ])
  return Object.fromEntries(values) as EventState
}

/** The events of the server with what was typed into them before. */
interface RestoredEvents {
  readonly drafts: readonly EventDraft[]
  /** What of it is not saved yet. */
  readonly kept: ReadonlyMap<string, KeptEvent>
  /**
   * An older one than the list's if one of these events was saved elsewhere meanwhile, so that the
   * next save is a conflict.
   */
  readonly version: string
}

export function restoreEvents(
  { events, version }: EventList,
  found: readonly KeptEvent[],
): RestoredEvents {
  const theirs = new Map(events.map((event) => [event.id, event]))
  const savedNow = ({ id }: EventDraft) => (id === undefined ? undefined : theirs.get(id))
  const isGone = (draft: EventDraft) => draft.id !== undefined && !theirs.has(draft.id)
  const useful = found.filter(
    ({ draft }) => !isUnchanged(draft, savedNow(draft)) && !(draft.remove && isGone(draft)),
  )
  const outdated = useful.find(({ draft, base }) => {
    const event = savedNow(draft)
    return isGone(draft) || (event !== undefined && (base === null || !isSame(base, event)))
  })
  const mine = new Map(useful.map(({ draft }) => [draft.id, draft]))
  const added = useful.map(({ draft }) => draft).filter((draft) => savedNow(draft) === undefined)
  return {
    drafts: [
      ...added.toSorted((a, b) => (a.key < b.key ? 1 : -1)),
      ...events.map((event) => mine.get(event.id) ?? draftOf(event)),
    ],
    kept: new Map(useful.map((kept) => [nameOf(kept.draft), kept])),
    version: outdated?.version ?? version,
  }
}
