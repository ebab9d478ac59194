import {
  type EventInput,
  type EventList,
  type EventState,
  type EventTextField,
  eventFields,
  eventTextFields,
  type PublicEvent,
  type SaveTheDateEvent,
} from '@vitrine/contract'
import { fromColumns } from '../../db/records.ts'
import { sanitiseText } from './sanitise.ts'
import type { EventRow } from './store.ts'

async function sanitiseTexts(texts: Readonly<Record<EventTextField, string>>) {
  const sanitisedTexts: Partial<Record<EventTextField, string>> = {}
  for (const field of eventTextFields) sanitisedTexts[field] = await sanitiseText(texts[field])
  return sanitisedTexts as Record<EventTextField, string>
}

/** Sanitises again on reading, because a row may not have been written by this program. */
const toEvent = async (row: EventRow): Promise<SaveTheDateEvent> => ({
  id: row.id,
  ...toEventState(row),
  ...(await sanitiseTexts(row)),
})

/** All events as stored, with the version of the list. */
export interface EventRows {
  readonly version: string
  readonly rows: readonly EventRow[]
}

export async function toEventList({ rows, version }: EventRows): Promise<EventList> {
  const events: SaveTheDateEvent[] = []
  for (const row of sortByTime(rows)) events.push(await toEvent(row))
  return { events, version }
}

/** Converts rows to events for visitors, with the time of the last change for calendars. */
export async function toUpcomingEvents(
  rows: readonly EventRow[],
): Promise<(PublicEvent & { readonly changedAt: string })[]> {
  const events = []
  for (const row of sortByTime(rows)) {
    const { active: _, ...event } = await toEvent(row)
    events.push({ ...event, changedAt: row.changed_at })
  }
  return events
}

/** Sorts by date and time; events without a time come first on their day. */
const sortByTime = (rows: readonly EventRow[]) => {
  const getSortKey = ({ date, show_time, time }: EventRow) => `${date} ${show_time ? time : ''}`
  return rows.toSorted((a, b) => compareText(getSortKey(a), getSortKey(b)) || a.id - b.id)
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Converts a sent event to the state to store. */
export const sanitiseEvent = async ({
  id: _,
  remove: __,
  ...event
}: EventInput): Promise<EventState> => ({
  ...event,
  // Clients may send seconds, too.
  time: event.time.slice(0, 'HH:MM'.length),
  ...(await sanitiseTexts(event)),
})

export const toEventState = (row: EventRow): EventState => fromColumns(eventFields, row)
