import type { Context } from '../../context.ts'
import { attributeCatalogue } from './catalogue.ts'
import { attributeHandlers } from './routes.ts'
import { attributeService } from './service.ts'

export { type AttributeCatalogue, attributeCatalogue, readAttributes } from './catalogue.ts'
export { attributeHistory, attributeService, checkAttributes, repairAttributes } from './service.ts'
export { attributeStore } from './store.ts'

export const registerAttributes = ({ db, clock, get }: Context) => ({
  attributes: attributeHandlers(get(attributeCatalogue), attributeService(db, clock)),
})
