import type { Context } from '../../context.ts'
import { likenessJob } from './likeness-job.ts'

export { type MediaUploadService, mediaUploadService } from './accept.ts'
export { createLikenessTest, storeMissingLikenesses } from './likeness.ts'
export { mediaReader, type PrintSize } from './open.ts'
export {
  isDamagedSize,
  listMissingSizes,
  type PictureSizes,
  pictureSizes,
  UnusableOriginalError,
} from './sizes.ts'
export { getLikenessKey, getOriginalKey, listMediaKeys, tileCache } from './variants.ts'

export const registerMedia = (context: Context) => context.jobs.daily(likenessJob(context))
