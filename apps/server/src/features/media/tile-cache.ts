import { join } from 'node:path'
import { fileCache } from '../../adapters/files/file-cache.ts'
import type { Context } from '../../context.ts'

/** Tiles of pictures, named by the picture's content. */
export const tileCacheOf = ({ config }: Context) =>
  fileCache(join(config.cacheDir, 'tiles'), { maxBytes: config.tileCacheBytes, inUseMs: 0 })
