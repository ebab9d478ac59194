import type { Api } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { MergedPapers } from './merged.ts'
import type { SinglePapers } from './single.ts'

export const documentHandlers = (single: SinglePapers, merged: MergedPapers): Handlers<Api['documents']> => ({
  carSheet: ({ params }) => single.of('car', params.id),
  artCard: ({ params }) => single.of('art', params.id),
  preview: ({ params }) => single.preview(params.id),
  carSheets: (_, { gone }) => merged.of('car', gone),
  artCards: (_, { gone }) => merged.of('art', gone),
  carSheetsProgress: (_, { gone, wantsEvents }) => (wantsEvents ? merged.progress('car') : merged.prepare('car', gone)),
  artCardsProgress: (_, { gone, wantsEvents }) => (wantsEvents ? merged.progress('art') : merged.prepare('art', gone)),
})
