import { LRUCache } from 'lru-cache'
import type { Db } from '../db/tables.ts'
import { type RevisionName, readRevision } from './revisions.ts'

interface Options<T> {
  readonly db: Db
  /** The revisions of everything that a value is made from; none for what depends on its key alone. */
  readonly names: readonly RevisionName[]
  /** The greatest number of values. */
  readonly max: number
  /** Bytes in memory, where they are many: all values together take at most 24 MB. */
  readonly sizeOf?: (value: T) => number
}

/**
 * Makes a value that includes every change made before the call. It may return parts of the earlier value that are still
 * right, and must not change them.
 */
type Make<T> = (revision: string, earlier: T | undefined) => Promise<T>

interface Entry<T> {
  readonly revision: string
  readonly value: T
}

interface Build<T> {
  readonly revision: string
  readonly value: Promise<T>
  /** The build for those who asked after a change that this one may miss. */
  next?: Promise<T>
}

const maxBytes = 24 * 1024 * 1024

/**
 * An LRU cache of values by key, each made once per revision. Every call reads the revision first, so no value is older than
 * the last acknowledged change of any process. A failure is not cached.
 */
export function perRevision<T>({ db, names, max, sizeOf = () => 0 }: Options<T>) {
  const entries = new LRUCache<string, Entry<T>>({ max, maxSize: maxBytes })
  const builds = new Map<string, Build<T>>()

  async function build(key: string, revision: string, make: Make<T>): Promise<T> {
    const value = await make(revision, entries.get(key)?.value)
    entries.set(key, { revision, value }, { size: 1 + 2 * key.length + sizeOf(value) })
    return value
  }

  /** One build of a key at a time: those who ask after a change wait for a running one, and share the next. */
  function joinOrBuild(key: string, revision: string, make: Make<T>): Promise<T> {
    const running = builds.get(key)
    if (!running) {
      const value = build(key, revision, make).finally(() => builds.delete(key))
      builds.set(key, { revision, value })
      return value
    }
    if (running.revision === revision) return running.value
    const startNext = () => cached(key, make)
    running.next ??= running.value.then(startNext, startNext)
    return running.next
  }

  async function cached(key: string, make: Make<T>): Promise<T> {
    const revision = names.length > 0 ? await readRevision(db, names) : ''
    const entry = entries.get(key)
    return entry?.revision === revision ? entry.value : joinOrBuild(key, revision, make)
  }

  return cached
}
