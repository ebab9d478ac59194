import type { Api } from '@vitrine/contract'
import type { FinishedAnswer } from '../../http/finished.ts'
import type { Handlers } from '../../http/mount.ts'
import type { JournalService } from './service.ts'

export const journalHandlers = (
  journal: JournalService,
  list: () => Promise<FinishedAnswer>,
): Handlers<Api['journal']> => ({
  list: () => list(),
  add: ({ body }, { actor, idempotentRequest }) => journal.add(actor, body, idempotentRequest),
  change: ({ params, body: { version, ...text } }, { actor }) =>
    journal.change(actor, params.id, text, version),
  remove: ({ params }, { actor }) => journal.remove(actor, params.id),
  deleted: async () => ({ data: await journal.deleted() }),
  restore: ({ body }, { actor }) => journal.restore(actor, body.id),
  mentions: ({ params }) => journal.mentioning(params.id),
  tags: async () => ({ data: await journal.tags() }),
  addTag: ({ body }, { idempotentRequest }) => journal.addTag(body.name, idempotentRequest),
  removeTag: ({ params }) => journal.removeTag(params.id),
})
