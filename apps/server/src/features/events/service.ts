import {
  dayOf,
  type EventConflict,
  type EventList,
  eventLanguages,
  longestEventText,
  mostEvents,
  type SentEvent,
} from '@vitrine/contract'
import { type Clock, instant } from '../../clock.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { Failure, invalid } from '../../failure.ts'
import type { Actor } from '../../http/actor.ts'
import { changeStore } from '../history/index.ts'
import { type EventFields, type EventRow, eventStore } from './store.ts'
import { fieldsOf, sameFields, toFields, toList, toUpcoming } from './view.ts'

export const eventService = (db: Db, clock: Clock) => ({
  list: (): Promise<EventList> => presented(db),

  /** All of it or nothing. What is not sent stays as it is; what does not differ leaves no trace. */
  save: (actor: Actor, sent: readonly SentEvent[], version: string | undefined): Promise<EventList> =>
    db.transaction().execute(async (tx) => {
      const store = eventStore(tx)
      const current = await store.lockRevision()
      if (version !== undefined && version !== current) throw await outdated(tx)
      const rows = new Map((await store.all()).map((row) => [row.id, row]))
      if (sent.some(({ id, remove }) => id !== undefined && !remove && !rows.has(id))) throw await outdated(tx)
      eachOnce(sent)

      const occasion = { actor, at: instant(clock) }
      const changes = await write(tx, sent, rows, occasion.at)
      if (changes.length === 0) return presented(tx)
      if ((await store.count()) > mostEvents) {
        throw invalid('events', `There can be at most ${mostEvents} events. Please remove some old ones.`)
      }
      await changeStore(tx, 'event').record(changes, occasion)
      await store.raiseRevision()
      return presented(tx)
    }),

  /** The active events of today and later. */
  upcoming: async () => toUpcoming(await eventStore(db).upcoming(dayOf(clock.now()))),
})

export type EventService = ReturnType<typeof eventService>
export type UpcomingEvent = Awaited<ReturnType<EventService['upcoming']>>[number]

async function write(tx: Tx, sent: readonly SentEvent[], rows: ReadonlyMap<number, EventRow>, at: string) {
  const store = eventStore(tx)
  const gone = sent.flatMap(({ id, remove }) => (remove && id !== undefined ? (rows.get(id) ?? []) : []))
  await store.remove(gone.map(({ id }) => id))
  const changes = gone.map((row) => change(row.id, 'removed', fieldsOf(row), null))

  for (const [index, event] of sent.entries()) {
    if (event.remove) continue
    const after = toFields(event)
    refuseTooLong(after, index)
    const row = event.id === undefined ? undefined : rows.get(event.id)
    if (!row) {
      const { id } = await store.add(after, at)
      changes.push(change(id, 'created', null, after))
    } else if (!sameFields(fieldsOf(row), after)) {
      await store.change(row.id, after, at)
      changes.push(change(row.id, 'changed', fieldsOf(row), after))
    }
  }
  return changes
}

const change = (subjectId: number, kind: string, before: object | null, after: object | null) => ({
  subjectId,
  kind,
  before,
  after,
})

/** The revision first: with a change in between, the list is newer than it says, and a save over it is refused. */
async function presented(db: Db): Promise<EventList> {
  const store = eventStore(db)
  const version = await store.revision()
  return toList(await store.all(), version)
}

function eachOnce(sent: readonly SentEvent[]): void {
  const ids = sent.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) throw invalid('events', 'One of the events was sent twice.')
}

/** What is kept of a text may be longer than what was typed, and one that is too long could not be saved a second time. */
function refuseTooLong(fields: EventFields, index: number): void {
  const language = eventLanguages.find((one) => fields[`text_${one}`].length > longestEventText)
  if (language) {
    const sentence = `Please use at most ${longestEventText} characters, markup included.`
    throw invalid(`events.${index}.text_${language}`, sentence)
  }
}

async function outdated(tx: Tx): Promise<Failure> {
  const latest = await changeStore(tx, 'event').latestOfAll()
  const details: EventConflict = {
    current: await presented(tx),
    changedBy: latest?.user_name ?? '',
    changedAt: latest?.at ?? '',
  }
  return new Failure('conflict', `${latest?.user_name || 'Somebody'} has saved the events in the meantime.`, details)
}
