import {
  type EventLanguage,
  eventLanguageNames,
  eventLanguages,
  longestEventText,
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
  key: crypto.randomUUID(),
  date: '',
  start: false,
  time: '',
  show_time: false,
  text_fr: '',
  text_de: '',
  text_en: '',
  active: true,
  remove: false,
})

const fields = ['date', 'start', 'time', 'show_time', 'text_fr', 'text_de', 'text_en', 'active'] as const

/** Whether the form says of the event what the server says. */
export const isUnchanged = (draft: EventDraft, event: SaveTheDateEvent | undefined): boolean =>
  event !== undefined && !draft.remove && fields.every((field) => draft[field] === event[field])

export const toSent = ({ key: _, ...event }: EventDraft) => event

export const missingLanguages = (draft: EventDraft): EventLanguage[] =>
  eventLanguages.filter((language) => plainText(draft[`text_${language}`]) === '')

/** The first line of the first text there is. */
export function headline(draft: EventDraft): string {
  const texts = (['en', 'fr', 'de'] as const).map((language) => plainText(draft[`text_${language}`]))
  return texts.find((text) => text !== '')?.split('\n')[0] ?? ''
}

/** What keeps an event from being saved, in words; null when nothing does. */
export function problemOf(draft: EventDraft): string | null {
  if (draft.remove) return null
  if (draft.date === '') return 'Please enter a date.'
  if (draft.show_time && draft.time === '') return 'Please enter a time, or leave it out.'
  const tooLong = eventLanguages.find((language) => draft[`text_${language}`].length > longestEventText)
  return tooLong ? `The ${eventLanguageNames[tooLong]} text is too long.` : null
}
