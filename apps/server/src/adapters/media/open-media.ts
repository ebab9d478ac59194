import type { Config } from '../../config/config.ts'
import { openFolderMediaStore } from './folder-media.ts'
import type { MediaConnectionOptions, MediaStore } from './media-store.ts'
import { openS3MediaStore } from './s3-media.ts'

export const openMediaStore = (
  settings: Config['media'],
  options?: MediaConnectionOptions,
): Promise<MediaStore> =>
  settings.kind === 's3'
    ? openS3MediaStore(settings, options)
    : openFolderMediaStore(settings.folder)
