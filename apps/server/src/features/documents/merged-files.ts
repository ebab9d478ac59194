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
  /** Names of PDFs with a missing picture, which only the waiting callers shall find. */
  const incompleteByKey = new Map<string, { readonly name: string; readonly untilMs: number }>()

  function getCurrentName(key: string): string {
    const incomplete = incompleteByKey.get(key)
    if (incomplete && incomplete.untilMs > performance.now()) return incomplete.name
    incompleteByKey.delete(key)
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
        // Called after the file is written, when its name is known.
        () => `${name}.pdf`,
        async (path) => {
          const isComplete = await write(path)
          if (!isComplete) name = randomUUID()
        },
      )
      if (name !== key)
        incompleteByKey.set(key, { name, untilMs: performance.now() + incompleteTtlMs })
    },
  }
}
