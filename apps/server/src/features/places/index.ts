import type { Context } from '../../context.ts'
import { returnReminderJob } from './mail.ts'
import { placeHandlers } from './routes.ts'

export { checkPlaces, repairPlaces } from './check.ts'
export { placeHistory } from './history.ts'
export { moveItems, movementService } from './movements.ts'
export { placeStore } from './store.ts'

export function registerPlaces(context: Context) {
  context.jobs.daily(returnReminderJob(context))
  return { places: placeHandlers(context) }
}
