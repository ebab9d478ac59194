import { admits, type api, type CallOutput, dayOf, screens } from '@vitrine/contract'
import type { Context } from '../../context.ts'
import type { Actor } from '../../http/access.ts'
import { gapsOf, perRevision } from '../../projections/index.ts'
import { catalogueOf } from '../attributes/index.ts'
import { commentService } from '../comments/index.ts'
import { eventService } from '../events/index.ts'
import { visitorsQuestions } from '../guide/index.ts'
import { recentChanges } from '../items/index.ts'
import { movementService } from '../places/index.ts'
import { toNextEvent, toRecentChange } from './view.ts'

type Home = CallOutput<typeof api.home.read>
type Shared = Pick<Home, 'changes' | 'events' | 'gaps'>

const maxTasks = 5
const maxChanges = 8
// Comments are frequent; they leave room for the rest.
const maxComments = 4
const maxEvents = 3
// More than there are staff.
const maxHomes = 100

export const homeService = ({ db, clock, get }: Context) => {
  const [catalogue, questions, movements] = [get(catalogueOf), get(visitorsQuestions), get(movementService)]
  const [comments, events] = [commentService(db, clock), eventService(db, clock)]
  const cachedShared = perRevision<Shared>({ db, names: ['items', 'attributes', 'events'], max: 1 })
  const cachedHomes = perRevision<Omit<Home, 'unansweredQuestions'>>({
    db,
    names: ['items', 'attributes', 'events', 'comments'],
    max: maxHomes,
  })

  /** The part that is the same for all users. */
  const makeShared = async (today: string): Promise<Shared> => ({
    changes: [...(await recentChanges(db, catalogue, maxChanges)), ...(await events.recent(maxChanges))],
    events: (await events.upcoming()).slice(0, maxEvents).map(toNextEvent),
    gaps: await gapsOf(db).counts(today),
  })

  async function makeHome(actor: Actor, today: string) {
    const { changes, ...shared } = await cachedShared(today, () => makeShared(today))
    const commented = (await comments.all(actor, { limit: maxComments })).map(toRecentChange)
    return {
      ...(await comments.openFor(actor, maxTasks)),
      expectedBack: await movements.countDueBack(today),
      changes: [...changes, ...commented].toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, maxChanges),
      ...shared,
    }
  }

  return {
    async read(actor: Actor): Promise<Home> {
      const today = dayOf(clock.now())
      const home = await cachedHomes(`${actor.userId} ${today}`, () => makeHome(actor, today))
      const mayAnswer = admits(screens['/questions'].access, actor.role)
      return { ...home, unansweredQuestions: mayAnswer ? await questions.unanswered() : 0 }
    },
  }
}

export type HomeService = ReturnType<typeof homeService>
