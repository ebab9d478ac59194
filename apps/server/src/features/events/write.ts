import {
  type ChangeKind,
  EventInput,
  type EventState,
  eventFields,
  formatLongDay,
  maxEvents,
} from '@vitrine/contract'
import { yieldToEventLoop } from '../../base/event-loop.ts'
import { conflict, invalid, notFound } from '../../base/failure.ts'
import { splitIntoYieldingBatches } from '../../db/batches.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { lockRevision, updateProjections } from '../../projections/index.ts'
import { type ChangeContext, fieldHistory } from '../history/index.ts'
import { eventStore } from './store.ts'
import { toEventState } from './view.ts'

const history = fieldHistory('event', eventFields)

/** The history of events. */
export const eventChanges = history.changes

/** A create, update or delete of an event. */
export interface EventWrite {
  /** Undefined for a new event; a restored one has its previous id. */
  readonly id: number | undefined
  readonly kind: ChangeKind
  readonly before: EventState | null
  readonly after: EventState | null
}

// Few enough that events with the longest texts do not block the event loop.
const eventsPerBatch = 50

/** The single write path of events: rows, projections and history. */
export async function writeEvents(
  tx: Tx,
  writes: readonly EventWrite[],
  context: ChangeContext,
): Promise<void> {
  if (writes.length === 0) return
  const store = eventStore(tx)
  const removedIds = writes.flatMap(({ id, after }) => (id !== undefined && !after ? id : []))
  await store.remove(removedIds)
  const changes = []
  for await (const batch of splitIntoYieldingBatches(writes, eventsPerBatch)) {
    for (const { id, kind, before, after } of batch) {
      // Zero only until a new event gets its id.
      let subjectId = id ?? 0
      if (after && before) await store.change(subjectId, after, context.at)
      else if (after) subjectId = (await store.add(after, context.at, id)).id
      changes.push({ subjectId, kind, before, after })
    }
  }
  if ((await store.count()) > maxEvents)
    throw invalid(
      'events',
      `There can be at most ${maxEvents} events. Please remove some old ones.`,
    )
  await yieldToEventLoop()
  await updateProjections(
    tx,
    'event',
    changes.map(({ subjectId }) => subjectId),
  )
  await yieldToEventLoop()
  await eventChanges(tx).record(changes, context)
}

export const eventHistory = (db: Db) =>
  history.kind({
    // Null for removed events, which can be restored.
    async readCurrent(id) {
      const row = await eventStore(db).find(id)
      if (!row && !(await eventChanges(db).findLatest(id)))
        throw notFound('There is no such event.')
      return row ? toEventState(row) : null
    },

    describe: (_, { date }) => ({
      title: `Event of ${formatLongDay(date, 'en')}`,
      screen: '/cms',
    }),

    write: (context, id, kind, computeState) =>
      db.transaction().execute(async (tx) => {
        await lockRevision(tx, 'events')
        const store = eventStore(tx)
        const row = await store.find(id)
        const before = row ? toEventState(row) : null
        const after = computeState(before)
        rejectInvalid(after)
        await writeEvents(tx, [{ id, kind, before, after }], context)
      }),
  })

/**
 * Fails if a reverted field contradicts the others, such as the previous date and the current last
 * day.
 */
function rejectInvalid(event: EventState): void {
  const { error } = EventInput.safeParse(event)
  if (error)
    throw conflict(
      `This can’t be put back by itself. ${error.issues[0]?.message ?? ''} Edit the event instead.`,
    )
}
