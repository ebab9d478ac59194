import { type api, type CallOutput, dayOf } from '@vitrine/contract'
import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { type AttributeCatalogue, attributeStore } from '../attributes/index.ts'
import type { CommentService } from '../comments/index.ts'
import type { eventService } from '../events/index.ts'
import { gapStore, itemStore, recentChanges } from '../inventory/index.ts'
import { toNextEvent } from './view.ts'

type Home = CallOutput<typeof api.home.read>
type Shared = Pick<Home, 'changes' | 'events' | 'gaps'>

const maxTasks = 5
const maxChanges = 8
const maxEvents = 3

interface Parts {
  readonly db: Db
  readonly clock: Clock
  readonly catalogue: AttributeCatalogue
  readonly comments: CommentService
  readonly events: ReturnType<typeof eventService>
}

export const homeService = ({ db, clock, catalogue, comments, events }: Parts) => {
  let known: { key: string; shared: Shared } | undefined

  /** What everybody sees, made once per day and revision of items, attributes and events. */
  async function shared(): Promise<Shared> {
    const today = dayOf(clock.now())
    // Read first: a change meanwhile leads to another read next time.
    const revisions = [itemStore(db).revision('items'), attributeStore(db).revision(), events.version()]
    const key = [today, ...(await Promise.all(revisions))].join()
    if (known?.key !== key) known = { key, shared: await make(today) }
    return known.shared
  }

  const make = async (today: string): Promise<Shared> => ({
    changes: await recentChanges(db, catalogue, maxChanges),
    events: (await events.upcoming()).slice(0, maxEvents).map(toNextEvent),
    gaps: await gapStore(db).counts(today),
  })

  return {
    read: async (actor: Actor): Promise<Home> => ({
      ...(await comments.openFor(actor, maxTasks)),
      ...(await shared()),
    }),
  }
}

export type HomeService = ReturnType<typeof homeService>
