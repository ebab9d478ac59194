import type { Api } from '@vitrine/contract'
import type { Context } from '../../context.ts'
import type { Handlers } from '../../http/mount.ts'
import { withdrawnMediaAccess } from '../auth/index.ts'
import { conditionService } from './service.ts'

export function conditionHandlers({ get }: Context): Handlers<Api['conditions']> {
  const conditions = get(conditionService)
  const mayReadMedia = get(withdrawnMediaAccess)
  return {
    ofItem: ({ params }, { actor }) => conditions.ofItem(actor, params.id),
    add: ({ body }, { actor, idempotentRequest }) => conditions.add(actor, body, idempotentRequest),
    addPhoto: ({ body, upload }, { actor }) => conditions.addPhoto(actor, body, upload),
    edit: ({ body }, { actor }) => conditions.edit(actor, body),
    remove: ({ body }, { actor }) => conditions.remove(actor, body.id),
    restore: ({ body }, { actor }) => conditions.restore(actor, body.id),
    makeTask: ({ body }, { actor, idempotentRequest }) =>
      conditions.makeTask(actor, body, idempotentRequest),
    photo: async ({ params, query }, request) =>
      conditions.photo(params.name, query.size, await mayReadMedia(request)),
  }
}
