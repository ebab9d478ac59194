import type { Api } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { ImportService } from './service.ts'

export const importHandlers = (imports: ImportService): Handlers<Api['imports']> => ({
  uploadArt: ({ body }, { actor }) => imports.upload(actor, body),
  list: () => imports.list(),
  undo: ({ body }, { actor }) => imports.undo(actor, body.importId),
})
