import type { Config } from '../../config/config.ts'
import { folderMedia } from './folder-media.ts'
import type { MediaStore } from './media-store.ts'
import { s3Media } from './s3-media.ts'

/** The timeout is for requests; long jobs leave it out. */
export const openMedia = (place: Config['media'], timeoutMs?: number): Promise<MediaStore> =>
  place.kind === 's3' ? s3Media(place, timeoutMs) : folderMedia(place.folder)
