import { isDeepStrictEqual } from 'node:util'
import {
  type EventConflict,
  type EventInput,
  type EventList,
  type EventState,
  eventLanguages,
  formatLongDay,
  isEventOver,
  maxEventTextLength,
  type RecentChange,
  toDay,
} from '@vitrine/contract'
import { type Clock, instant } from '../../base/clock.ts'
import { yieldToEventLoop } from '../../base/event-loop.ts'
import { Failure, invalid } from '../../base/failure.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { Actor } from '../../http/access.ts'
import { lockRevision, readRevision } from '../../projections/index.ts'
import { unreadable } from '../history/index.ts'
import { type EventRow, eventStore } from './store.ts'
import {
  type EventRows,
  sanitiseEvent,
  toEventList,
  toEventState,
  toUpcomingEvents,
} from './view.ts'
import { type EventWrite, eventChanges, writeEvents } from './write.ts'

interface SentEvents {
  readonly events: readonly EventInput[]
  /** The version of the list that was edited; if missing, the save replaces any version. */
  readonly version?: string | undefined
}

export const eventService = (db: Db, clock: Clock) => ({
  list: async (): Promise<EventList> => toEventList(await readEventRows(db)),

  /** Reads the version of the list, which is the revision of all events. */
  version: (): Promise<string> => readRevision(db, ['events']),

  /** Saves events atomically. Events that are not sent stay; unchanged events are not recorded. */
  async save(actor: Actor, { events, version }: SentEvents): Promise<EventList> {
    rejectDuplicates(events)
    // Sanitising takes a while, so it happens before the transaction.
    const wantedEvents = await toWantedEvents(events)
    const outcome = await db.transaction().execute(async (tx) => {
      const store = eventStore(tx)
      const currentVersion = await lockRevision(tx, 'events')
      const rowsById = new Map((await store.listAll()).map((row) => [row.id, row]))
      // An event that someone has removed can be removed again, but not changed.
      const canBeWritten = ({ id, state }: WantedEvent) =>
        id === undefined || !state || rowsById.has(id)
      const isOutdated = version !== undefined && version !== currentVersion
      if (isOutdated || !wantedEvents.every(canBeWritten)) return readConflict(tx)

      // Each step takes a while with many long texts, so other requests get a turn after it.
      await yieldToEventLoop()
      await writeEvents(tx, toWrites(wantedEvents, rowsById), { actor, at: instant(clock) })
      await yieldToEventLoop()
      return { stored: await readEventRows(tx) }
    })
    await yieldToEventLoop()
    const list = await toEventList(outcome.stored)
    await yieldToEventLoop()
    if ('latest' in outcome) throw createEditConflict(list, outcome.latest)
    return list
  },

  recent: (limit: number) => listRecentChanges(db, limit),

  /** Lists the active events that are not over. */
  async upcoming() {
    const today = toDay(clock.now())
    const rows = await eventStore(db).listActive()
    return toUpcomingEvents(rows.filter((row) => !isEventOver(toEventState(row), today)))
  },
})

export type EventService = ReturnType<typeof eventService>
export type UpcomingEvent = Awaited<ReturnType<EventService['upcoming']>>[number]

interface WantedEvent {
  /** Undefined for a new event. */
  readonly id: number | undefined
  /** The state to write; null removes the event. */
  readonly state: EventState | null
}

async function toWantedEvents(events: readonly EventInput[]): Promise<WantedEvent[]> {
  const wantedEvents: WantedEvent[] = []
  for (const [index, event] of events.entries()) {
    const state = event.remove ? null : await sanitiseEvent(event)
    if (state) rejectTooLong(state, index)
    wantedEvents.push({ id: event.id, state })
  }
  return wantedEvents
}

/** Lists the writes for events that differ from their rows. */
function toWrites(
  wantedEvents: readonly WantedEvent[],
  rowsById: ReadonlyMap<number, EventRow>,
): EventWrite[] {
  const writes: EventWrite[] = []
  for (const { id, state: after } of wantedEvents) {
    const row = id === undefined ? undefined : rowsById.get(id)
    const before = row ? toEventState(row) : null
    if (before && !after) writes.push({ id, kind: 'removed', before, after })
    else if (after && !before) writes.push({ id: undefined, kind: 'created', before, after })
    else if (!isDeepStrictEqual(before, after)) writes.push({ id, kind: 'changed', before, after })
  }
  return writes
}

/**
 * Reads the revision first: after a change in between, the version is older than the rows, and a
 * save is rejected.
 */
async function readEventRows(db: Db): Promise<EventRows> {
  const store = eventStore(db)
  const version = await readRevision(db, ['events'])
  return { version, rows: await store.listAll() }
}

function rejectDuplicates(sent: readonly EventInput[]): void {
  const ids = sent.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) throw invalid('events', 'One of the events was sent twice.')
}

/**
 * Rejects an event with a text that sanitising has made longer than a client may send, because it
 * could not be saved again.
 */
function rejectTooLong(event: EventState, index: number): void {
  const language = eventLanguages.find((lang) => event[`text_${lang}`].length > maxEventTextLength)
  if (language) {
    const message = `Please use at most ${maxEventTextLength} characters, markup included.`
    throw invalid(`events.${index}.text_${language}`, message)
  }
}

const readConflict = async (tx: Tx) => ({
  stored: await readEventRows(tx),
  latest: await eventChanges(tx).findLatest(),
})

function createEditConflict(
  current: EventList,
  latest: Awaited<ReturnType<typeof readConflict>>['latest'],
): Failure {
  const details: EventConflict = {
    current,
    changedBy: latest?.user_name ?? '',
    changedAt: latest?.at ?? '',
  }
  return new Failure(
    'conflict',
    `${latest?.user_name || 'Someone'} has saved the events in the meantime.`,
    details,
  )
}

/** Number of changes that are read for each listed save; most saves change fewer events. */
const changesPerSave = 8

const verbs: Record<string, string> = {
  created: 'added',
  removed: 'removed',
  undone: 'undid a change of',
}

/** Lists recent changes of events, newest first; events saved together are one entry. */
async function listRecentChanges(db: Db, limit: number): Promise<RecentChange[]> {
  const changes = eventChanges(db)
  const latestChanges = await changes.listRecent(limit * changesPerSave)
  const saves = Map.groupBy(latestChanges, ({ at, by }) => `${at} ${by}`)
  const recent: RecentChange[] = []
  for (const [newest, ...others] of [...saves.values()].slice(0, limit)) {
    if (!newest) continue
    const { id, subject_id, kind, at, by } = newest
    const { before = null, after = null } = (await changes.find(subject_id, id)) ?? {}
    const state = after ?? before
    const isReadable = state !== null && state !== unreadable
    const event = isReadable
      ? `the event of ${withoutWeekday(formatLongDay(state.date, 'en'))}`
      : 'an event'
    const did =
      others.length > 0
        ? `changed ${others.length + 1} events`
        : `${verbs[kind] ?? 'changed'} ${event}`
    recent.push({ at, by, did, about: '', screen: '/cms' })
  }
  return recent
}

const withoutWeekday = (day: string): string => day.replace(/^\w+, /, '')
