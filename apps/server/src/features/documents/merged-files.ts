import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type CachedFile, fileCache } from '../../adapters/files/file-cache.ts'
import { minutes } from '../../base/clock.ts'

// Each may have a few hundred megabytes.
const maxFiles = 4
// One call reports progress, another one fetches the file.
const incompleteTtlMs = minutes(1)

interface MergedFile {
  /** The name of its content, for the ETag. */
  readonly name: string
  readonly content: CachedFile
}

/** The merged PDFs that were made, by the key of what they show. */
export function mergedFileCache(cacheDir: string) {
  const cache = fileCache(join(cacheDir, 'papers', 'merged'), { maxFiles })
  /** PDFs made while a picture was missing, kept only for the callers who wait for them. */
  const incomplete = new Map<string, { readonly name: string; readonly until: number }>()

  function currentName(key: string): string {
    const substitute = incomplete.get(key)
    if (substitute && substitute.until > performance.now()) return substitute.name
    incomplete.delete(key)
    return key
  }

  return {
    async find(key: string): Promise<MergedFile | null> {
      const name = currentName(key)
      const content = await cache.find(`${name}.pdf`)
      return content && { name, content }
    },

    /** `write` fills the file, and says whether no picture was missing. */
    async keep(key: string, write: (path: string) => Promise<boolean>): Promise<void> {
      let name = key
      await cache.write(
        () => `${name}.pdf`,
        async (path) => {
          const isWhole = await write(path)
          if (!isWhole) name = randomUUID()
        },
      )
      if (name !== key) incomplete.set(key, { name, until: performance.now() + incompleteTtlMs })
    },
  }
}
