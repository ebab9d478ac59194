import { api, type Call, type CallOutput, isRoleAllowed, toDay } from '@vitrine/contract'
import type { Context } from '../../context.ts'
import type { Actor } from '../../http/access.ts'
import { cachePerRevision, gapReader } from '../../projections/index.ts'
import { attributeCatalogue } from '../attributes/index.ts'
import { commentService, noticeService } from '../comments/index.ts'
import { eventService } from '../events/index.ts'
import { visitorQuestionService } from '../guide/index.ts'
import { listRecentChanges } from '../items/index.ts'
import { movementService } from '../places/index.ts'
import { listRecentScans } from '../stocktake/index.ts'
import { toNextEvent, toRecentChange } from './view.ts'

type Home = CallOutput<typeof api.home.read>
interface SharedHome extends Pick<Home, 'events' | 'gaps'> {
  readonly itemChanges: Home['changes']
  readonly scans: Home['changes']
  readonly eventChanges: Home['changes']
}

const maxTasks = 5
const maxChanges = 8
// Comments are frequent and must leave space for other changes.
const maxComments = 4
const maxEvents = 3
// More than there are staff accounts.
const maxHomes = 100

export const homeService = ({ db, clock, get }: Context) => {
  const [catalogue, questions, movements] = [
    get(attributeCatalogue),
    get(visitorQuestionService),
    get(movementService),
  ]
  const [comments, events] = [commentService(db, clock), eventService(db, clock)]
  const notices = noticeService(db, clock)
  const cachedShared = cachePerRevision<SharedHome>({
    db,
    revisionNames: ['items', 'attributes', 'events'],
    max: 1,
  })
  const cachedHomes = cachePerRevision<Omit<Home, 'unansweredQuestions'>>({
    db,
    revisionNames: ['items', 'attributes', 'events', 'comments'],
    max: maxHomes,
  })

  /** Reads the part that is the same for all users. */
  const readShared = async (today: string): Promise<SharedHome> => ({
    itemChanges: await listRecentChanges(db, catalogue, maxChanges),
    scans: await listRecentScans(db, maxChanges),
    eventChanges: await events.recent(maxChanges),
    events: (await events.upcoming()).slice(0, maxEvents).map(toNextEvent),
    gaps: await gapReader(db).countPerTypeAndGap(today),
  })

  async function readOpenForUser(actor: Actor) {
    const unread = await notices.listUnread(actor.userId)
    const noticedIds = new Set(unread.map(({ comment }) => comment.id))
    const { tasks, ...counts } = await comments.openFor(actor, maxTasks + noticedIds.size)
    const otherTasks = tasks.filter(({ id }) => !noticedIds.has(id)).slice(0, maxTasks)
    return { ...counts, notices: unread, tasks: otherTasks }
  }

  /** Reads the home screen of a user, without data that the role may not read. */
  async function readHome(actor: Actor, today: string) {
    const may = ({ access }: Call) => isRoleAllowed(access, actor.role)
    const shared = await cachedShared(today, () => readShared(today))
    const readsComments = may(api.comments.all)
    const commented = readsComments ? await comments.all(actor, { limit: maxComments }) : []
    const changes = [
      ...(may(api.inventory.details) ? shared.itemChanges : []),
      ...(may(api.stocktake.list) ? shared.scans : []),
      ...(may(api.events.list) ? shared.eventChanges : []),
      ...commented.map(toRecentChange),
    ]
    return {
      ...(readsComments
        ? await readOpenForUser(actor)
        : { notices: [], tasks: [], openForMe: 0, openForAll: 0 }),
      expectedBack: may(api.places.away) ? await movements.countDueBack(today) : 0,
      changes: changes.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, maxChanges),
      events: may(api.events.list) ? shared.events : [],
      gaps: may(api.inventory.details) ? shared.gaps : [],
    }
  }

  return {
    async read(actor: Actor): Promise<Home> {
      const today = toDay(clock.now())
      const home = await cachedHomes(`${actor.userId} ${actor.role} ${today}`, () =>
        readHome(actor, today),
      )
      const mayAnswer = isRoleAllowed(api.questions.list.access, actor.role)
      return { ...home, unansweredQuestions: mayAnswer ? await questions.unanswered() : 0 }
    },
  }
}

export type HomeService = ReturnType<typeof homeService>
