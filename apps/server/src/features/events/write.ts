import { type ChangeKind, maxEvents } from '@vitrine/contract'
import { z } from 'zod'
import { invalid } from '../../base/failure.ts'
import { yieldingChunks, yieldToEventLoop } from '../../db/chunks.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { project } from '../../projections/index.ts'
import { type ChangeContext, changeStore, stateCodec } from '../history/index.ts'
import { type EventFields, eventStore } from './store.ts'

const Flag = z.union([z.literal(0), z.literal(1)])
const First = z.strictObject({
  date: z.string(),
  start: Flag,
  time: z.string(),
  show_time: Flag,
  text_fr: z.string(),
  text_de: z.string(),
  text_en: z.string(),
  active: Flag,
})
// Before there was a last day.
const older = [First.transform((fields): EventFields => ({ ...fields, last_day: '' }))]

export const eventCodec = stateCodec<EventFields>(First.extend({ last_day: z.string() }), older)

/** What happened to events. */
export const eventChanges = (db: Db) => changeStore(db, 'event', eventCodec)

/** A change of one event: from nothing to a state, from a state to another, or from a state to nothing. */
export interface EventWrite {
  /** Undefined for a new event. */
  readonly id: number | undefined
  readonly kind: ChangeKind
  readonly before: EventFields | null
  readonly after: EventFields | null
}

// Few enough that texts of the largest size block nobody.
const eventsPerBatch = 50

/** The single write path of events: rows, what is derived, history and the revision. */
export async function writeEvents(tx: Tx, writes: readonly EventWrite[], context: ChangeContext): Promise<void> {
  if (writes.length === 0) return
  const store = eventStore(tx)
  await store.remove(writes.flatMap(({ id, after }) => (id !== undefined && !after ? id : [])))
  const changes = []
  for await (const some of yieldingChunks(writes, eventsPerBatch)) {
    for (const { id, kind, before, after } of some) {
      let subjectId = id ?? 0
      if (after && before) await store.change(subjectId, after, context.at)
      else if (after) subjectId = (await store.add(after, context.at, id)).id
      changes.push({ subjectId, kind, before, after })
    }
  }
  if ((await store.count()) > maxEvents)
    throw invalid('events', `There can be at most ${maxEvents} events. Please remove some old ones.`)
  await yieldToEventLoop()
  await project(
    tx,
    'event',
    changes.map(({ subjectId }) => subjectId),
  )
  await yieldToEventLoop()
  await eventChanges(tx).record(changes, context)
  await store.newRevision()
}
