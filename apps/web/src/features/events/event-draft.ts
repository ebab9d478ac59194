import {
  createEmptyState,
  type EventLanguage,
  type EventList,
  type EventState,
  endsBeforeStart,
  endsBeforeStartMessage,
  eventFields,
  eventLanguages,
  fieldNames,
  languageNames,
  maxEventTextLength,
  type SaveTheDateEvent,
  toPlainText,
} from '@vitrine/contract'

/** An event in the form. A new one has no id yet. */
export interface EventDraft extends Omit<SaveTheDateEvent, 'id'> {
  readonly id?: number
  /** Unique among the drafts, also before an event has an id. */
  readonly key: string
  /** Whether the next save removes the event. */
  readonly remove: boolean
}

export const toEventDraft = (event: SaveTheDateEvent): EventDraft => ({
  ...event,
  key: `saved ${event.id}`,
  remove: false,
})

// Starts with the time, so that drafts sorted by key are in the order of their creation.
const createKey = (): string => `${Date.now()} ${crypto.randomUUID()}`

const emptyEvent: EventState = { ...createEmptyState(eventFields), active: true }

export const createEventDraft = (): EventDraft => ({
  ...emptyEvent,
  key: createKey(),
  remove: false,
})

/** Copies an event without its days, which still have to be chosen. */
export const duplicateEventDraft = ({ id: _, ...draft }: EventDraft): EventDraft => ({
  ...draft,
  key: createKey(),
  date: '',
  last_day: '',
})

const eventFieldNames = fieldNames(eventFields)

const hasSameFields = (a: EventState, b: EventState): boolean =>
  eventFieldNames.every((field) => a[field] === b[field])

/** Whether a draft equals the saved event, which is undefined for a new one. */
export const isUnchangedDraft = (draft: EventDraft, event: SaveTheDateEvent | undefined): boolean =>
  event !== undefined && !draft.remove && hasSameFields(draft, event)

/** Whether a new event was removed before its first save, so that it need not be sent. */
export const isDiscardedDraft = ({ id, remove }: EventDraft): boolean => remove && id === undefined

export const toEventRequest = ({ key: _, ...event }: EventDraft) => event

export const listMissingLanguages = (draft: EventDraft): EventLanguage[] =>
  eventLanguages.filter((language) => toPlainText(draft[`text_${language}`]) === '')

/** The first line of the first text that is not empty, preferably in English. */
export function getEventHeadline(draft: EventDraft): string {
  const texts = [...new Set<EventLanguage>(['en', ...eventLanguages])].map((language) =>
    toPlainText(draft[`text_${language}`]),
  )

  return texts.find((text) => text !== '')?.split('\n')[0] ?? ''
}

export interface DraftProblem {
  readonly field: keyof EventState
  readonly message: string
}

/** The first problem that prevents an event from being saved, or null. */
export function findProblem(draft: EventDraft): DraftProblem | null {
  if (draft.remove) return null
  if (draft.date === '') return { field: 'date', message: 'Please enter a date.' }
  if (endsBeforeStart(draft)) return { field: 'last_day', message: endsBeforeStartMessage }
  if (draft.show_time && draft.time === '')
    return { field: 'time', message: 'Please enter a time, or leave it out.' }

  const tooLongLanguage = eventLanguages.find(
    (language) => draft[`text_${language}`].length > maxEventTextLength,
  )
  if (!tooLongLanguage) return null

  return {
    field: `text_${tooLongLanguage}`,
    message: `The ${languageNames[tooLongLanguage]} text is too long.`,
  }
}

/** The problem that the server reported in a field, or null once that field has been edited. */
export function findServerProblem(
  draft: EventDraft,
  sentDrafts: readonly EventDraft[],
  fieldMessages: Readonly<Record<string, string>>,
): DraftProblem | null {
  const index = sentDrafts.findIndex(({ key }) => key === draft.key)

  for (const field of eventFieldNames) {
    const message = fieldMessages[`events.${index}.${field}`]
    if (message !== undefined && sentDrafts[index]?.[field] === draft[field])
      return { field, message }
  }

  return null
}

/**
 * Merges drafts of `baseEvents` into a list that was saved elsewhere meanwhile. Edited drafts win
 * over the saved events. An event that was edited here and removed there becomes a new one.
 */
export function mergeEventDrafts(
  drafts: readonly EventDraft[],
  baseEvents: readonly SaveTheDateEvent[],
  currentEvents: readonly SaveTheDateEvent[],
): EventDraft[] {
  const baseById = new Map(baseEvents.map((event) => [event.id, event]))
  const currentById = new Map(currentEvents.map((event) => [event.id, event]))

  const editedDrafts = drafts.filter(
    (draft) => draft.id === undefined || !isUnchangedDraft(draft, baseById.get(draft.id)),
  )
  const editedDraftsById = new Map(editedDrafts.map((draft) => [draft.id, draft]))

  const newDrafts = editedDrafts
    .filter(({ id }) => id === undefined || !currentById.has(id))
    .filter(({ remove }) => !remove)
    .map(({ id: _, ...draft }) => draft)

  return [
    ...newDrafts,
    ...currentEvents.map((event) => editedDraftsById.get(event.id) ?? toEventDraft(event)),
  ]
}

/** An edited event in localStorage, until it is saved. */
export interface StoredEvent {
  readonly draft: EventDraft
  /** The event before it was edited; null for a new one. */
  readonly base: EventState | null
  /** The version of the list in which it was edited. */
  readonly version: string
}

/** Collects the unsaved events by their name in localStorage, starting from those stored already. */
export function collectUnsavedEvents(
  drafts: readonly EventDraft[],
  { events, version }: EventList,
  storedEvents: ReadonlyMap<string, StoredEvent>,
): Map<string, StoredEvent> {
  const savedById = new Map(events.map((event) => [event.id, event]))
  const collected = new Map<string, StoredEvent>()

  for (const draft of drafts) {
    const event = draft.id === undefined ? undefined : savedById.get(draft.id)
    const isEmptyNewDraft = draft.id === undefined && hasSameFields(draft, emptyEvent)
    if (isEmptyNewDraft || isUnchangedDraft(draft, event) || isDiscardedDraft(draft)) continue

    const name = getStorageName(draft)
    const stored = storedEvents.get(name)
    // An unchanged entry stays the same object, so that it is not written again.
    if (stored?.draft === draft) collected.set(name, stored)
    else if (stored) collected.set(name, { ...stored, draft })
    else collected.set(name, { draft, base: event ?? null, version })
  }

  return collected
}

const savedEventPrefix = 'event '
const newEventPrefix = 'new event '
export const storedEventPrefixes = [savedEventPrefix, newEventPrefix] as const

const getStorageName = ({ id, key }: EventDraft): string =>
  id === undefined ? `${newEventPrefix}${key}` : `${savedEventPrefix}${id}`

/** Reads an event from its stored JSON; null if it is not a valid one. */
export function parseStoredEvent(stored: unknown): StoredEvent | null {
  const { draft, base, version } = (stored ?? {}) as Partial<Record<keyof StoredEvent, unknown>>
  const state = parseState(draft)
  const { id, key, remove } = (draft ?? {}) as Partial<Record<keyof EventDraft, unknown>>
  if (!state || typeof version !== 'string' || typeof key !== 'string') return null

  const newDraft: EventDraft = { ...state, key, remove: remove === true }
  const parsedDraft = typeof id === 'number' ? { ...newDraft, id } : newDraft
  return { draft: parsedDraft, base: parseState(base), version }
}

/** Reads the fields of an event. Fields that were added after it was stored get defaults. */
function parseState(stored: unknown): EventState | null {
  if (typeof stored !== 'object' || stored === null) return null
  const values = stored as Readonly<Record<string, unknown>>
  const empty = createEmptyState(eventFields)

  const entries = eventFieldNames.map((field) => [
    field,
    typeof values[field] === typeof empty[field] ? values[field] : empty[field],
  ])

  return Object.fromEntries(entries) as EventState
}

interface RestoredEvents {
  /** The server's events, merged with the edits from localStorage. */
  readonly drafts: readonly EventDraft[]
  /** The edits that are still unsaved, by their name in localStorage. */
  readonly unsaved: ReadonlyMap<string, StoredEvent>
  /**
   * The version for the next save. Older than the list's if an edited event was also changed
   * elsewhere, so that the save results in a conflict.
   */
  readonly version: string
}

/** Restores the edits of earlier visits on top of the server's events. */
export function restoreEvents(
  { events, version }: EventList,
  storedEvents: readonly StoredEvent[],
): RestoredEvents {
  const currentById = new Map(events.map((event) => [event.id, event]))
  const findCurrentEvent = ({ id }: EventDraft) =>
    id === undefined ? undefined : currentById.get(id)
  const wasRemoved = (draft: EventDraft) => draft.id !== undefined && !currentById.has(draft.id)

  const unsaved = storedEvents.filter(
    ({ draft }) =>
      !isUnchangedDraft(draft, findCurrentEvent(draft)) && !(draft.remove && wasRemoved(draft)),
  )

  const outdatedEdit = unsaved.find(({ draft, base }) => {
    const event = findCurrentEvent(draft)
    return (
      wasRemoved(draft) || (event !== undefined && (base === null || !hasSameFields(base, event)))
    )
  })

  const unsavedDrafts = unsaved.map(({ draft }) => draft)
  const unsavedDraftsById = new Map(unsavedDrafts.map((draft) => [draft.id, draft]))
  // Newest first: see `createKey`.
  const newDrafts = unsavedDrafts
    .filter((draft) => findCurrentEvent(draft) === undefined)
    .sort((a, b) => (a.key < b.key ? 1 : -1))

  return {
    drafts: [
      ...newDrafts,
      ...events.map((event) => unsavedDraftsById.get(event.id) ?? toEventDraft(event)),
    ],
    unsaved: new Map(unsaved.map((stored) => [getStorageName(stored.draft), stored])),
    version: outdatedEdit?.version ?? version,
  }
}
