import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const sharedCache = fileURLToPath(new URL('../../../.cache/tests', import.meta.url))

/**
 * Links the cache of a data folder to one that all test servers share, with files that are slow to
 * create and always the same.
 */
export async function linkSharedCache(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await mkdir(sharedCache, { recursive: true })
  await symlink(sharedCache, join(dataDir, 'cache'))
}
