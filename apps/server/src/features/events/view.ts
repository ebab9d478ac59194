import {
  type EventList,
  type EventTextField,
  eventTextFields,
  type PublicEvent,
  type SaveTheDateEvent,
  type SentEvent,
} from '@vitrine/contract'
import { cleanText } from './clean-text.ts'
import type { EventFields, EventRow } from './store.ts'

async function cleanTexts(texts: Readonly<Record<EventTextField, string>>) {
  const clean: Partial<Record<EventTextField, string>> = {}
  for (const field of eventTextFields) clean[field] = await cleanText(texts[field])
  return clean as Record<EventTextField, string>
}

/** Cleaned once more on the way out: a row may have come by another way. */
const toEvent = async (row: EventRow): Promise<SaveTheDateEvent> => ({
  id: row.id,
  date: row.date,
  start: row.start === 1,
  last_day: row.last_day,
  time: row.time,
  show_time: row.show_time === 1,
  ...(await cleanTexts(row)),
  active: row.active === 1,
})

export async function toList(rows: readonly EventRow[], version: string): Promise<EventList> {
  const events: SaveTheDateEvent[] = []
  for (const row of inOrder(rows)) events.push(await toEvent(row))
  return { events, version }
}

/** What visitors get, with the instant of the last change for calendars. */
export async function toUpcoming(rows: readonly EventRow[]): Promise<(PublicEvent & { readonly changedAt: string })[]> {
  const events = []
  for (const row of inOrder(rows)) {
    const { active: _, ...event } = await toEvent(row)
    events.push({ ...event, changedAt: row.changed_at })
  }
  return events
}

/** By date and time. What has no time on a day is about the whole day and comes first. */
const inOrder = (rows: readonly EventRow[]) => {
  const when = ({ date, show_time, time }: EventRow) => `${date} ${show_time ? time : ''}`
  return rows.toSorted((a, b) => compared(when(a), when(b)) || a.id - b.id)
}

const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** What is kept of an event that was sent. */
export const toFields = async (event: SentEvent): Promise<EventFields> => ({
  date: event.date,
  start: event.start ? 1 : 0,
  last_day: event.last_day,
  time: event.time.slice(0, 5),
  show_time: event.show_time ? 1 : 0,
  ...(await cleanTexts(event)),
  active: event.active ? 1 : 0,
})

/** An event's state without what only its row is about. */
export const fieldsOf = ({ id: _, changed_at: __, ...fields }: EventRow): EventFields => fields

export const sameFields = (a: EventFields, b: EventFields): boolean =>
  (Object.keys(a) as (keyof EventFields)[]).every((key) => a[key] === b[key])
