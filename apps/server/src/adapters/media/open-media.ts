import type { Config } from '../../config/config.ts'
import { folderMedia } from './folder-media.ts'
import type { MediaOptions, MediaStore } from './media-store.ts'
import { s3Media } from './s3-media.ts'

export const openMedia = (place: Config['media'], options?: MediaOptions): Promise<MediaStore> =>
  place.kind === 's3' ? s3Media(place, options) : folderMedia(place.folder)
