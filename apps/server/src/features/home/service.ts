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
/** The part of the home screen that is the same for all users. */
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
  const catalogue = get(attributeCatalogue)
  const questions = get(visitorQuestionService)
  const movements = get(movementService)
  const comments = commentService(db, clock)
  const events = eventService(db, clock)
  const notices = noticeService(db, clock)
  const readCachedShared = cachePerRevision<SharedHome>({
    db,
    revisionNames: ['items', 'attributes', 'events'],
    max: 1,
  })
  const readCachedHome = cachePerRevision<Omit<Home, 'unansweredQuestions'>>({
    db,
    revisionNames: ['items', 'attributes', 'events', 'comments'],
    max: maxHomes,
  })

  const readShared = async (today: string): Promise<SharedHome> => ({
    itemChanges: await listRecentChanges(db, catalogue, maxChanges),
    scans: await listRecentScans(db, maxChanges),
    eventChanges: await events.recent(maxChanges),
    events: (await events.upcoming()).slice(0, maxEvents).map(toNextEvent),
    gaps: await gapReader(db).countPerTypeAndGap(today),
  })

  /** Reads open tasks and unread notices, with the numbers of open tasks. */
  async function readTasksAndNotices(actor: Actor) {
    const unread = await notices.listUnread(actor.userId)
    const noticedIds = new Set(unread.map(({ comment }) => comment.id))
    // Tasks with a notice are not repeated in the list of tasks.
    const { tasks, ...counts } = await comments.openFor(actor, maxTasks + noticedIds.size)
    const otherTasks = tasks.filter(({ id }) => !noticedIds.has(id)).slice(0, maxTasks)
    return { ...counts, notices: unread, tasks: otherTasks }
  }

  /** Reads the home screen of a user, without data that the role may not read. */
  async function readHome(actor: Actor, today: string) {
    const mayCall = ({ access }: Call) => isRoleAllowed(access, actor.role)
    const shared = await readCachedShared(today, () => readShared(today))
    const mayReadComments = mayCall(api.comments.all)
    const recentComments = mayReadComments ? await comments.all(actor, { limit: maxComments }) : []
    const changes = [
      ...(mayCall(api.inventory.details) ? shared.itemChanges : []),
      ...(mayCall(api.stocktake.list) ? shared.scans : []),
      ...(mayCall(api.events.list) ? shared.eventChanges : []),
      ...recentComments.map(toRecentChange),
    ]
    return {
      ...(mayReadComments
        ? await readTasksAndNotices(actor)
        : { notices: [], tasks: [], openForMe: 0, openForAll: 0 }),
      expectedBack: mayCall(api.places.away) ? await movements.countDueBack(today) : 0,
      changes: changes.toSorted(compareNewestFirst).slice(0, maxChanges),
      events: mayCall(api.events.list) ? shared.events : [],
      gaps: mayCall(api.inventory.details) ? shared.gaps : [],
    }
  }

  return {
    async read(actor: Actor): Promise<Home> {
      const today = toDay(clock.now())
      const home = await readCachedHome(`${actor.userId} ${actor.role} ${today}`, () =>
        readHome(actor, today),
      )
      const mayAnswer = isRoleAllowed(api.questions.list.access, actor.role)
      return { ...home, unansweredQuestions: mayAnswer ? await questions.unanswered() : 0 }
    },
  }
}

const compareNewestFirst = (a: { readonly at: string }, b: { readonly at: string }): number =>
  a.at < b.at ? 1 : -1

export type HomeService = ReturnType<typeof homeService>
