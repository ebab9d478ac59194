import {
  type EventLanguage,
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

export const draftOf = (event: SaveTheDateEvent): EventDraft => ({ ...event, key: `saved ${event.id}`, remove: false })

export const newDraft = (): EventDraft => ({
  ...emptyState(eventFields),
  key: crypto.randomUUID(),
  active: true,
  remove: false,
})

/** The same event on a day that is still to be chosen. */
export const duplicateOf = ({ id: _, ...draft }: EventDraft): EventDraft => ({
  ...draft,
  key: crypto.randomUUID(),
  date: '',
  last_day: '',
})

const fields = fieldNames(eventFields)

/** Whether the form says of the event what the server says. */
export const isUnchanged = (draft: EventDraft, event: SaveTheDateEvent | undefined): boolean =>
  event !== undefined && !draft.remove && fields.every((field) => draft[field] === event[field])

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
  if (draft.show_time && draft.time === '') return { field: 'time', sentence: 'Please enter a time, or leave it out.' }
  const tooLong = eventLanguages.find((language) => draft[`text_${language}`].length > maxEventTextLength)
  if (!tooLong) return null
  return { field: `text_${tooLong}`, sentence: `The ${languageNames[tooLong]} text is too long.` }
}

/** What the server found wrong with an event as it was sent; null as soon as that field says something else. */
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
 * The events were saved elsewhere in the meantime: what was typed here stays, everything else is as saved there.
 * An event that they removed and that was edited here becomes a new one.
 */
export function mergeDrafts(
  drafts: readonly EventDraft[],
  base: readonly SaveTheDateEvent[],
  current: readonly SaveTheDateEvent[],
): EventDraft[] {
  const before = new Map(base.map((event) => [event.id, event]))
  const theirs = new Map(current.map((event) => [event.id, event]))
  const touched = drafts.filter((draft) => draft.id === undefined || !isUnchanged(draft, before.get(draft.id)))
  const mine = new Map(touched.flatMap((draft) => (draft.id === undefined ? [] : [[draft.id, draft]])))
  const lost = touched.filter(({ id }) => id === undefined || !theirs.has(id))
  return [
    ...lost.filter(({ remove }) => !remove).map(({ id: _, ...draft }) => draft),
    ...current.map((event) => mine.get(event.id) ?? draftOf(event)),
  ]
}
