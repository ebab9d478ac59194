import type { Api } from '@vitrine/contract'
import type { Context } from '../../context.ts'
import type { Handlers } from '../../http/mount.ts'
import { conditionService } from './service.ts'

export function conditionHandlers({ get }: Context): Handlers<Api['conditions']> {
  const checks = get(conditionService)
  return {
    ofItem: ({ params }, { actor }) => checks.ofItem(actor, params.id),
    add: ({ body }, { actor, idempotentRequest }) => checks.add(actor, body, idempotentRequest),
    addPhoto: ({ body, upload }, { actor }) => checks.addPhoto(actor, body, upload),
    edit: ({ body }, { actor }) => checks.edit(actor, body),
    setRemoved: ({ body }, { actor }) => checks.setRemoved(actor, body.id, body.removed),
    makeTask: ({ body }, { actor, idempotentRequest }) =>
      checks.makeTask(actor, body, idempotentRequest),
  }
}
