import type { Context } from '../../context.ts'
import { placeHandlers } from './routes.ts'
import { placeService } from './service.ts'

export { mailAway } from './mail.ts'
export { placeHistory } from './service.ts'
export { placeStore } from './store.ts'

export const placesOf = (context: Context) => placeService(context)

export const registerPlaces = ({ get }: Context) => ({ places: placeHandlers(get(placesOf)) })
