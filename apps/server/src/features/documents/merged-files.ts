import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type CachedFile, fileCache } from '../../adapters/files/file-cache.ts'
import { minutes } from '../../base/clock.ts'

// Each file may take a few hundred megabytes.
const maxFiles = 4
// Long enough for the caller to fetch the file after its progress call has ended.
const incompleteTtlMs = minutes(1)

interface MergedFile {
  readonly etag: string
  readonly content: CachedFile
}

/** Caches merged PDFs by a key of their content. */
export function mergedFileCache(cacheDir: string) {
  const cache = fileCache(join(cacheDir, 'papers', 'merged'), { maxFiles })
  /** PDFs with a missing picture, kept briefly for the callers who wait for them. */
  const incomplete = new Map<string, { readonly name: string; readonly until: number }>()

  function getCurrentName(key: string): string {
    const substitute = incomplete.get(key)
    if (substitute && substitute.until > performance.now()) return substitute.name
    incomplete.delete(key)
    return key
  }

  return {
    async find(key: string): Promise<MergedFile | null> {
      const name = getCurrentName(key)
      const content = await cache.find(`${name}.pdf`)
      return content && { etag: name, content }
    },

    /**
     * `write` fills the file, and resolves to whether all pictures were found. An incomplete file
     * gets a random name, so that it soon can't be found and a later request merges again.
     */
    async store(key: string, write: (path: string) => Promise<boolean>): Promise<void> {
      let name = key
      await cache.write(
        // Called after the file is written.
        () => `${name}.pdf`,
        async (path) => {
          const isComplete = await write(path)
          if (!isComplete) name = randomUUID()
        },
      )
      if (name !== key) incomplete.set(key, { name, until: performance.now() + incompleteTtlMs })
    },
  }
}
