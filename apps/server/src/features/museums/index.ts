import type { Context } from '../../context.ts'
import { museumHandlers } from './routes.ts'
import { museumService } from './service.ts'

export { type MuseumService, museumHistory } from './service.ts'
export { museumStore } from './store.ts'

export const museumsOf = ({ db, clock }: Context) => museumService(db, clock)

export const registerMuseums = ({ get }: Context) => ({ museums: museumHandlers(get(museumsOf)) })
