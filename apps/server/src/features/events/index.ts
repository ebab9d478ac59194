import type { Context } from '../../context.ts'
import { registerPublicRoutes } from '../../http/access.ts'
import { eventPages } from './pages.ts'
import { eventHandlers, serveEvents } from './routes.ts'
import { eventService } from './service.ts'

export { eventService } from './service.ts'
export { eventStore } from './store.ts'
export { eventHistory } from './write.ts'

export function registerEvents(context: Context) {
  registerPublicRoutes(context.app, (open) => serveEvents(open, eventPages(context)))
  return { events: eventHandlers(eventService(context.db, context.clock)) }
}
