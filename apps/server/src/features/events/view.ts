import { type EventList, mostEvents, type PublicEvent, type SaveTheDateEvent, type SentEvent } from '@vitrine/contract'
import { sanitise } from './sanitise.ts'
import type { EventFields, EventRow } from './store.ts'

const cleaned = new Map<string, string>()
const mostCleaned = 3 * mostEvents

/** To clean a text takes a good part of a millisecond, and every visitor asks for the same ones. */
function cleanedOnce(text: string): string {
  const clean = cleaned.get(text) ?? sanitise(text)
  if (cleaned.size >= mostCleaned) cleaned.clear()
  cleaned.set(text, clean)
  return clean
}

/** Cleaned once more on the way out: a row may have come by another way. */
const toEvent = (row: EventRow): SaveTheDateEvent => ({
  id: row.id,
  date: row.date,
  start: row.start === 1,
  time: row.time,
  show_time: row.show_time === 1,
  text_fr: cleanedOnce(row.text_fr),
  text_de: cleanedOnce(row.text_de),
  text_en: cleanedOnce(row.text_en),
  active: row.active === 1,
})

export const toList = (rows: readonly EventRow[], version: string): EventList => ({
  events: inOrder(rows).map(toEvent),
  version,
})

/** What visitors get, with the instant of the last change for calendars. */
export const toUpcoming = (rows: readonly EventRow[]): (PublicEvent & { readonly changedAt: string })[] =>
  inOrder(rows).map((row) => {
    const { active: _, ...event } = toEvent(row)
    return { ...event, changedAt: row.changed_at }
  })

/** By date and time. What has no time on a day is about the whole day and comes first. */
const inOrder = (rows: readonly EventRow[]) => {
  const when = ({ date, show_time, time }: EventRow) => `${date} ${show_time ? time : ''}`
  return rows.toSorted((a, b) => compared(when(a), when(b)) || a.id - b.id)
}

const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** What is kept of an event that was sent. */
export const toFields = (event: SentEvent): EventFields => ({
  date: event.date,
  start: event.start ? 1 : 0,
  time: event.time.slice(0, 5),
  show_time: event.show_time ? 1 : 0,
  text_fr: sanitise(event.text_fr),
  text_de: sanitise(event.text_de),
  text_en: sanitise(event.text_en),
  active: event.active ? 1 : 0,
})

/** An event's state without what only its row is about. */
export const fieldsOf = ({ id: _, changed_at: __, ...fields }: EventRow): EventFields => fields

export const sameFields = (a: EventFields, b: EventFields): boolean =>
  (Object.keys(a) as (keyof EventFields)[]).every((key) => a[key] === b[key])
