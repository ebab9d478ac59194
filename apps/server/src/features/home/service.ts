import { admits, type api, type CallOutput, dayOf, screens } from '@vitrine/contract'
import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { type AttributeCatalogue, attributeStore } from '../attributes/index.ts'
import type { CommentService } from '../comments/index.ts'
import type { eventService } from '../events/index.ts'
import { gapStore, itemStore, recentChanges } from '../inventory/index.ts'
import type { QuestionList } from '../questions/index.ts'
import { toNextEvent, toRecentChange } from './view.ts'

type Home = CallOutput<typeof api.home.read>
type Shared = Pick<Home, 'changes' | 'events' | 'gaps'>

const maxTasks = 5
const maxChanges = 8
// Comments are frequent; they leave room for the rest.
const maxComments = 4
const maxEvents = 3

interface Parts {
  readonly db: Db
  readonly clock: Clock
  readonly catalogue: AttributeCatalogue
  readonly comments: CommentService
  readonly events: ReturnType<typeof eventService>
  readonly questions: QuestionList
}

export const homeService = ({ db, clock, catalogue, comments, events, questions }: Parts) => {
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
    changes: [...(await recentChanges(db, catalogue, maxChanges)), ...(await events.recent(maxChanges))],
    events: (await events.upcoming()).slice(0, maxEvents).map(toNextEvent),
    gaps: await gapStore(db).counts(today),
  })

  return {
    async read(actor: Actor): Promise<Home> {
      const { changes, ...others } = await shared()
      // Comments have no revision.
      const commented = (await comments.all(actor, { limit: maxComments })).map(toRecentChange)
      return {
        ...(await comments.openFor(actor, maxTasks)),
        unansweredQuestions: admits(screens['/questions'].access, actor.role) ? await questions.unanswered() : 0,
        changes: [...changes, ...commented].toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, maxChanges),
        ...others,
      }
    },
  }
}

export type HomeService = ReturnType<typeof homeService>
