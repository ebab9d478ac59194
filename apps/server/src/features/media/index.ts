import type { Context } from '../../context.ts'
import { likenessJob } from './likeness-job.ts'

export { type MediaAcceptance, mediaAcceptance } from './accept.ts'
export { looksLike, rememberLikenesses } from './likeness.ts'
export { type PrintSize, readingOf } from './open.ts'
export { missingSizes, OriginalUnusable, type PictureSizes, pictureSizes } from './sizes.ts'
export { keysOf as mediaKeysOf, likenessKey, originalKey, tileCacheOf } from './variants.ts'

export const registerMedia = (context: Context) => context.jobs.daily(likenessJob(context))
