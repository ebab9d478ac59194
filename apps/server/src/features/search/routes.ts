import type { Api } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { CodeFinder } from './code-finder.ts'
import type { SearchService } from './service.ts'

export const searchHandlers = (
  search: SearchService,
  codes: CodeFinder,
): Handlers<Api['search']> => ({
  everything: ({ query }, { actor }) => search.everything(actor, query.q),
  items: ({ query }) => search.items(query.ids),
  code: ({ query }) => codes.find(query.code, query.typed === '1'),
})
