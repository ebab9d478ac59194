import type { Context } from '../../context.ts'
import { museumHandlers } from './routes.ts'
import { museumService } from './service.ts'

export { type MuseumService, museumHistory, museumService } from './service.ts'
export { museumStore } from './store.ts'

export const registerMuseums = ({ get }: Context) => ({
  museums: museumHandlers(get(museumService)),
})
