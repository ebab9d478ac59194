import type { Config } from '../../config.ts'
import { folderMedia } from './folder-media.ts'
import type { MediaStore } from './media-store.ts'
import { s3Media } from './s3-media.ts'

export const openMedia = (place: Config['media']): Promise<MediaStore> =>
  place.kind === 's3' ? s3Media(place) : folderMedia(place.folder)
