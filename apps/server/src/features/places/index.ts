import type { Context } from '../../context.ts'
import { returnReminderJob } from './mail.ts'
import { placeHandlers } from './routes.ts'
import { placeService } from './service.ts'

export { placeHistory } from './service.ts'
export { placeStore } from './store.ts'

export const placesOf = (context: Context) => placeService(context)

export function registerPlaces(context: Context) {
  context.jobs.daily(returnReminderJob(context))
  return { places: placeHandlers(context.get(placesOf)) }
}
