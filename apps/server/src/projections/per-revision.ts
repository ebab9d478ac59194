import { LRUCache } from 'lru-cache'
import type { Db } from '../db/tables.ts'
import { type RevisionName, readRevision } from './revisions.ts'

interface Source {
  readonly db: Db
  /** The revisions of everything that a value depends on; none if it depends on its key alone. */
  readonly revisionNames: readonly RevisionName[]
}

/**
 * Caches of a few values limit their number; caches of many limit their bytes and share one budget.
 */
type Limit<T> = { readonly max: number } | { readonly sizeOf: (value: T) => number }

/**
 * Builds a value that includes every change made before the call. It may reuse parts of the earlier
 * value, which must not be mutated.
 */
type BuildValue<T> = (revision: string, earlier: T | undefined) => Promise<T>

interface Entry<T> {
  readonly revision: string
  readonly value: T
}

interface Build<T> {
  readonly revision: string
  readonly value: Promise<T>
  /** Built afterwards for callers that asked after a change which this build may miss. */
  nextValue?: Promise<T>
}

const maxBytes = 32 * 1024 * 1024
/** Entries of all caches that count bytes. */
const sharedEntries = new LRUCache<string, Entry<unknown>>({ maxSize: maxBytes })
/** Estimated overhead of a cache entry. */
const entryBytes = 500
const maxBytesPerKeyCharacter = 2
let nextCacheId = 0

/** A cache's entries within the shared budget. */
function createSharedEntries<T>(sizeOf: (value: T) => number) {
  const cacheId = nextCacheId++
  const toSharedKey = (key: string) => `${cacheId} ${key}`
  return {
    get: (key: string) => sharedEntries.get(toSharedKey(key)) as Entry<T> | undefined,
    set(key: string, entry: Entry<T>): void {
      sharedEntries.set(toSharedKey(key), entry, {
        size: entryBytes + maxBytesPerKeyCharacter * key.length + sizeOf(entry.value),
      })
    },
  }
}

/**
 * Creates an LRU cache of values by key, each built once per revision. Every call reads the
 * revision first, so no value is older than the last acknowledged change of any process. Failures
 * are not cached.
 */
export function cachePerRevision<T>({ db, revisionNames, ...limit }: Source & Limit<T>) {
  const entries =
    'max' in limit ? new LRUCache<string, Entry<T>>(limit) : createSharedEntries(limit.sizeOf)
  const builds = new Map<string, Build<T>>()

  async function build(key: string, revision: string, buildValue: BuildValue<T>): Promise<T> {
    const value = await buildValue(revision, entries.get(key)?.value)
    entries.set(key, { revision, value })
    return value
  }

  /**
   * Runs one build per key at a time: callers that ask after a change wait for the running build
   * and share the next.
   */
  function joinOrBuild(key: string, revision: string, buildValue: BuildValue<T>): Promise<T> {
    const running = builds.get(key)
    if (!running) {
      const value = build(key, revision, buildValue).finally(() => builds.delete(key))
      builds.set(key, { revision, value })
      return value
    }
    if (running.revision === revision) return running.value
    const startNext = () => getOrBuild(key, buildValue)
    running.nextValue ??= running.value.then(startNext, startNext)
    return running.nextValue
  }

  async function getOrBuild(key: string, buildValue: BuildValue<T>): Promise<T> {
    const revision = revisionNames.length > 0 ? await readRevision(db, revisionNames) : ''
    const entry = entries.get(key)
    return entry?.revision === revision ? entry.value : joinOrBuild(key, revision, buildValue)
  }

  return getOrBuild
}
