import {
  dayOf,
  type EventConflict,
  type EventList,
  eventLanguages,
  isOver,
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

interface Sent {
  readonly events: readonly SentEvent[]
  readonly version?: string | undefined
}

export const eventService = (db: Db, clock: Clock) => ({
  list: async (): Promise<EventList> => listOf(await stateOf(db)),

  /** Names the state of all events; another one after every change. */
  version: (): Promise<string> => eventStore(db).revision(),

  /** All of it or nothing. What is not sent stays as it is; what does not differ leaves no trace. */
  async save(actor: Actor, { events, version }: Sent): Promise<EventList> {
    eachOnce(events)
    // Cleaning takes a while, and nobody else's change should have to wait for it: so before the transaction.
    const wanted = await wantedOf(events)
    const outcome = await db.transaction().execute(async (tx) => {
      const store = eventStore(tx)
      const current = await store.lockRevision()
      const rows = new Map((await store.all()).map((row) => [row.id, row]))
      const isThere = ({ id, fields }: Wanted) => id === undefined || !fields || rows.has(id)
      if ((version !== undefined && version !== current) || !wanted.every(isThere)) return conflictIn(tx)

      const occasion = { actor, at: instant(clock) }
      const changes = await write(tx, wanted, rows, occasion.at)
      if (changes.length > 0) {
        if ((await store.count()) > mostEvents) {
          throw invalid('events', `There can be at most ${mostEvents} events. Please remove some old ones.`)
        }
        await changeStore(tx, 'event').record(changes, occasion)
        await store.raiseRevision()
      }
      return { state: await stateOf(tx) }
    })
    const list = await listOf(outcome.state)
    if ('latest' in outcome) throw outdated(list, outcome.latest)
    return list
  },

  /** The active events that are not over. */
  async upcoming() {
    const today = dayOf(clock.now())
    const rows = await eventStore(db).active()
    return toUpcoming(rows.filter(({ start, ...row }) => !isOver({ ...row, start: start === 1 }, today)))
  },
})

export type EventService = ReturnType<typeof eventService>
export type UpcomingEvent = Awaited<ReturnType<EventService['upcoming']>>[number]

/** What is to become of an event; without fields it goes. */
interface Wanted {
  readonly id: number | undefined
  readonly fields: EventFields | null
}

async function wantedOf(events: readonly SentEvent[]): Promise<Wanted[]> {
  const wanted: Wanted[] = []
  for (const [index, event] of events.entries()) {
    const fields = event.remove ? null : await toFields(event)
    if (fields) refuseTooLong(fields, index)
    wanted.push({ id: event.id, fields })
  }
  return wanted
}

async function write(tx: Tx, wanted: readonly Wanted[], rows: ReadonlyMap<number, EventRow>, at: string) {
  const store = eventStore(tx)
  const gone = wanted.flatMap(({ id, fields }) => (!fields && id !== undefined ? (rows.get(id) ?? []) : []))
  await store.remove(gone.map(({ id }) => id))
  const changes = gone.map((row) => change(row.id, 'removed', fieldsOf(row), null))

  for (const { id, fields } of wanted) {
    if (!fields) continue
    const row = id === undefined ? undefined : rows.get(id)
    if (!row) {
      const { id: added } = await store.add(fields, at)
      changes.push(change(added, 'created', null, fields))
    } else if (!sameFields(fieldsOf(row), fields)) {
      await store.change(row.id, fields, at)
      changes.push(change(row.id, 'changed', fieldsOf(row), fields))
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

interface State {
  readonly version: string
  readonly rows: readonly EventRow[]
}

/** The revision first: with a change in between, the list is newer than it says, and a save over it is refused. */
async function stateOf(db: Db): Promise<State> {
  const store = eventStore(db)
  const version = await store.revision()
  return { version, rows: await store.all() }
}

const listOf = ({ rows, version }: State) => toList(rows, version)

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

const conflictIn = async (tx: Tx) => ({
  state: await stateOf(tx),
  latest: await changeStore(tx, 'event').latestOfAll(),
})

function outdated(current: EventList, latest: Awaited<ReturnType<typeof conflictIn>>['latest']): Failure {
  const details: EventConflict = { current, changedBy: latest?.user_name ?? '', changedAt: latest?.at ?? '' }
  return new Failure('conflict', `${latest?.user_name || 'Somebody'} has saved the events in the meantime.`, details)
}
