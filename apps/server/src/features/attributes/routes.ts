import type { Api } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { AttributeCatalogue } from './catalogue.ts'
import type { AttributeService } from './service.ts'

export const attributeHandlers = (
  catalogue: AttributeCatalogue,
  service: AttributeService,
): Handlers<Api['attributes']> => ({
  list: async ({ params }) => [...(await catalogue.all(params.type))],
  history: ({ params }) => service.history(params.type),
  suggestions: ({ params }) => service.suggestions(params.id),
  add: ({ body }, { actor, idempotentRequest }) =>
    service.add(actor, body.type, body.tag_key, body.attribute, idempotentRequest),
  save: ({ body }, { actor }) => service.save(actor, body.id, body.attribute, body.version),
  move: ({ body }, { actor }) => service.move(actor, body.id, body.after),
  retire: ({ body }, { actor }) => service.retire(actor, body.id, body.retired),
})
