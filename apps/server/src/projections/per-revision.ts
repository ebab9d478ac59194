import { LRUCache } from 'lru-cache'
import type { Db } from '../db/tables.ts'
import { type RevisionName, readRevision } from './revisions.ts'

interface Source {
  readonly db: Db
  /** The revisions of everything that a value is made from; none for what depends on its key alone. */
  readonly names: readonly RevisionName[]
}

/** Few values are limited by their number, many by their bytes: caches of many values share one budget. */
type Limit<T> = { readonly max: number } | { readonly sizeOf: (value: T) => number }

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

const maxBytes = 32 * 1024 * 1024
/** The values of all caches that count bytes. */
const sharedEntries = new LRUCache<string, Entry<unknown>>({ maxSize: maxBytes })
/** Estimated overhead of a cache entry. */
const entryBytes = 500
let sharingCaches = 0

/** Entries in the budget that all caches share. */
function entriesBySize<T>(sizeOf: (value: T) => number) {
  const cacheId = sharingCaches++
  const keyOf = (key: string) => `${cacheId} ${key}`
  return {
    get: (key: string) => sharedEntries.get(keyOf(key)) as Entry<T> | undefined,
    set(key: string, entry: Entry<T>): void {
      sharedEntries.set(keyOf(key), entry, {
        size: entryBytes + 2 * key.length + sizeOf(entry.value),
      })
    },
  }
}

/**
 * An LRU cache of values by key, each made once per revision. Every call reads the revision first, so no value is older than
 * the last acknowledged change of any process. A failure is not cached.
 */
export function cachePerRevision<T>({ db, names, ...limit }: Source & Limit<T>) {
  const entries =
    'max' in limit ? new LRUCache<string, Entry<T>>(limit) : entriesBySize(limit.sizeOf)
  const builds = new Map<string, Build<T>>()

  async function build(key: string, revision: string, make: Make<T>): Promise<T> {
    const value = await make(revision, entries.get(key)?.value)
    entries.set(key, { revision, value })
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
