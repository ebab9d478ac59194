import type { Config } from '../../config/config.ts'
import { openFolderMediaStore } from './folder-media.ts'
import type { MediaStore, MediaStoreOptions } from './media-store.ts'
import { openS3MediaStore } from './s3-media.ts'

export const openMediaStore = (
  settings: Config['media'],
  options?: MediaStoreOptions,
): Promise<MediaStore> =>
  settings.kind === 's3'
    ? openS3MediaStore(settings, options)
    : openFolderMediaStore(settings.folder)
