import { type Api, perType } from '@vitrine/contract'
import type { Handler, Handlers } from '../../../http/mount.ts'
import type { ImportService } from './service.ts'

export const importHandlers = (imports: ImportService): Handlers<Api['imports']> => ({
  ...perType(
    'upload{Type}',
    (type): Handler<Api['imports']['uploadArt']> =>
      ({ body }, { actor }) =>
        imports.upload(actor, { ...body, type }),
  ),
  changeMany: ({ body }, { actor }) => imports.changeMany(actor, body),
  list: () => imports.list(),
  undo: ({ body }, { actor }) => imports.undo(actor, body.importId),
})
