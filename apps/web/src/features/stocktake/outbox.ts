import type { Fact, StocktakeData, SubmittedFact } from '@vitrine/contract'
import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  openDB,
  type StoreNames,
} from 'idb'
import { outboxDatabaseName, unsentCount, withOutboxLock } from '../../session/stocktake-storage.ts'

/** A photo of an item that is not uploaded yet. It is uploaded after its fact. */
export interface UnsentPhoto {
  readonly factId: string
  readonly itemId: number
  readonly photo: Blob
}

/** A fact of this phone, sent or not, or one that another phone has sent. */
export type KnownFact = SubmittedFact | Fact

interface PendingCount {
  readonly count: number
  readonly photoFactIds: ReadonlySet<string>
}

// The database calls a stocktake a campaign, because phones in use already have these stores.
interface OutboxSchema extends DBSchema {
  /**
   * Facts that the server has received, in its order; then unsent facts, in the order of the scans.
   */
  facts: {
    key: number
    /**
     * `waiting` is the stocktake id of an unsent fact and absent otherwise, so its index lists the
     * unsent facts.
     */
    value: { readonly campaignId: number; readonly waiting?: number; readonly fact: KnownFact }
    indexes: { campaign: number; waiting: number; fact: string }
  }
  campaigns: { key: number; value: StocktakeData }
  photos: { key: string; value: UnsentPhoto }
}

/**
 * Opens one person's stocktake database on this phone. A fact stops being unsent in the same
 * transaction that stores the server's copy of it. Writes resolve only once the browser has written
 * to disk. `onLost` is called when the connection ends, `onDeleted` when another tab deletes the
 * database.
 */
export async function openOutbox(owner: string, { onLost = () => {}, onDeleted = () => {} } = {}) {
  const db = await openDatabase(owner, { onLost, onDeleted })

  /** Runs the work in one transaction. If it fails, nothing is written and the promise rejects. */
  const write = (work: TransactionWork): Promise<void> =>
    withOutboxLock(owner, 'shared', () => writeLocked(work))

  const writeLocked = async (work: TransactionWork): Promise<void> => {
    const tx = db.transaction(['facts', 'campaigns', 'photos'], 'readwrite', {
      durability: 'strict',
    })
    const done = tx.done
    // If the work fails, nothing awaits `done`, whose rejection would then be unhandled.
    done.catch(() => {})
    try {
      await work(tx)
    } catch (error) {
      try {
        tx.abort()
      } catch {
        // The failed request has already aborted the transaction.
      }

      throw error
    }

    await done
    await countUnsent()
  }

  /**
   * Counts the unsent facts and photos of all stocktakes, and remembers the count outside the
   * database.
   */
  const countUnsent = async () => {
    const count = (await db.countFromIndex('facts', 'waiting')) + (await db.count('photos'))
    unsentCount.write(owner, count)
    return count
  }

  /** Lists the photos of a stocktake, each with its fact. */
  const listPhotos = async (stocktakeId: number) => {
    const photos = []
    for (const photo of await db.getAll('photos')) {
      const row = await db.getFromIndex('facts', 'fact', photo.factId)
      if (row?.campaignId !== stocktakeId) continue
      photos.push({ ...photo, fact: row.fact, isFactUnsent: row.waiting !== undefined })
    }

    return photos
  }

  return {
    /**
     * Counts the unsent facts and photos that the browser has lost since the outbox was last open.
     */
    async countLost(): Promise<number> {
      const expected = unsentCount.read(owner)
      return Math.max(0, expected - (await countUnsent()))
    },

    findStocktake: (id: number) => db.get('campaigns', id),
    hasStocktake: async (id: number) => (await db.getKey('campaigns', id)) !== undefined,
    listStocktakes: async () => (await db.getAll('campaigns')).map((data) => data.campaign),
    saveStocktake: (data: StocktakeData) =>
      write(async (tx) => void (await tx.objectStore('campaigns').put(data, data.campaign.id))),

    listFacts: async (stocktakeId: number): Promise<KnownFact[]> =>
      (await db.getAllFromIndex('facts', 'campaign', stocktakeId)).map(({ fact }) => fact),

    countFacts: (stocktakeId: number) => db.countFromIndex('facts', 'campaign', stocktakeId),

    listUnsentFacts: async (stocktakeId: number): Promise<SubmittedFact[]> =>
      (await db.getAllFromIndex('facts', 'waiting', stocktakeId)).map(({ fact }) =>
        toSubmittedFact(fact),
      ),

    /**
     * Counts a stocktake's unsent facts and photos, and lists the ids of the facts with unsent
     * photos.
     */
    async countPending(stocktakeId: number): Promise<PendingCount> {
      const factCount = await db.countFromIndex('facts', 'waiting', stocktakeId)
      const photoFactIds = (await listPhotos(stocktakeId)).map(({ factId }) => factId)
      return { count: factCount + photoFactIds.length, photoFactIds: new Set(photoFactIds) }
    },

    /** Counts unsent facts and photos by stocktake id. */
    async countPendingByStocktake(): Promise<Map<number, number>> {
      const unsentFacts = await db.getAllFromIndex('facts', 'waiting')
      const photoFactIds = await db.getAllKeys('photos')
      const factsOfPhotos = await Promise.all(
        photoFactIds.map((id) => db.getFromIndex('facts', 'fact', id)),
      )
      const unsent = [...unsentFacts, ...factsOfPhotos.filter((fact) => fact !== undefined)]
      const unsentByStocktake = Map.groupBy(unsent, (row) => row.campaignId)
      return new Map([...unsentByStocktake].map(([id, rows]) => [id, rows.length]))
    },

    /** The id of the latest fact received from the server, or '' if there is none. */
    async lastReceivedId(stocktakeId: number): Promise<string> {
      const index = db.transaction('facts').store.index('campaign')
      let cursor = await index.openCursor(stocktakeId, 'prev')
      while (cursor?.value.waiting !== undefined) cursor = await cursor.continue()
      return cursor?.value.fact.id ?? ''
    },

    /** Adds unsent facts. Skips those already stored, because a file may be read in twice. */
    addFacts: (stocktakeId: number, facts: readonly SubmittedFact[], photo?: UnsentPhoto) =>
      write(async (tx) => {
        const store = tx.objectStore('facts')
        for (const fact of facts) {
          const isStored = (await store.index('fact').getKey(fact.id)) !== undefined
          if (!isStored) await store.add({ campaignId: stocktakeId, waiting: stocktakeId, fact })
        }

        if (photo) await tx.objectStore('photos').put(photo)
      }),

    /** Stores facts from the server; this phone's own among them are then no longer unsent. */
    async storeReceived(stocktakeId: number, facts: readonly Fact[]): Promise<void> {
      if (facts.length === 0) return
      await write(async (tx) => {
        const store = tx.objectStore('facts')
        for (const fact of facts) {
          const existingKey = await store.index('fact').getKey(fact.id)
          if (existingKey !== undefined) await store.delete(existingKey)
          await store.add({ campaignId: stocktakeId, fact })
        }
      })
    },

    /**
     * Marks all facts of a stocktake as unsent, because the server has lost some, as after the
     * restore of a backup.
     */
    markAllUnsent: (stocktakeId: number) =>
      write(async (tx) => {
        let cursor = await tx.objectStore('facts').index('campaign').openCursor(stocktakeId)
        while (cursor) {
          await cursor.update({ ...cursor.value, waiting: stocktakeId })
          cursor = await cursor.continue()
        }
      }),

    listPhotos,
    removePhoto: (factId: string) => write(async (tx) => tx.objectStore('photos').delete(factId)),

    /** Removes a fact that the server refuses, and its photo. */
    removeFact: (factId: string) =>
      write(async (tx) => {
        const facts = tx.objectStore('facts')
        const key = await facts.index('fact').getKey(factId)
        if (key !== undefined) await facts.delete(key)
        await tx.objectStore('photos').delete(factId)
      }),

    /**
     * Deletes everything except unsent facts, unsent photos and their facts. Resolves to whether
     * any of them is left. The caller must hold the outbox lock.
     */
    async clearSent(): Promise<boolean> {
      await writeLocked(async (tx) => {
        await tx.objectStore('campaigns').clear()
        const unsentPhotos = new Set(await tx.objectStore('photos').getAllKeys())
        let cursor = await tx.objectStore('facts').openCursor()
        while (cursor) {
          const { waiting, fact } = cursor.value
          if (waiting === undefined && !unsentPhotos.has(fact.id)) await cursor.delete()
          cursor = await cursor.continue()
        }
      })
      return (await countUnsent()) > 0
    },

    close: () => db.close(),
  }
}

export type Outbox = Awaited<ReturnType<typeof openOutbox>>

type TransactionWork = (
  tx: IDBPTransaction<OutboxSchema, StoreNames<OutboxSchema>[], 'readwrite'>,
) => Promise<void>

interface ConnectionListener {
  readonly onLost: () => void
  readonly onDeleted: () => void
}

const databaseVersion = 2

const openDatabase = (owner: string, { onLost, onDeleted }: ConnectionListener) =>
  openDB<OutboxSchema>(outboxDatabaseName(owner), databaseVersion, {
    async upgrade(database, oldVersion, _newVersion, tx) {
      const isV1 = oldVersion === 1
      const unsent = isV1 ? await readOutboxV1(database, tx) : []
      const facts = database.createObjectStore('facts', { autoIncrement: true })
      facts.createIndex('campaign', 'campaignId')
      facts.createIndex('waiting', 'waiting')
      facts.createIndex('fact', 'fact.id', { unique: true })
      for (const { campaignId, fact } of unsent)
        await facts.add({ campaignId, waiting: campaignId, fact })
      // V1 already has the other stores.
      if (isV1) return
      database.createObjectStore('campaigns')
      database.createObjectStore('photos', { keyPath: 'factId' })
    },
    // Another tab deletes the database on logout, or has a newer version of the app.
    blocking(_currentVersion, blockedVersion, event) {
      const connection = event.target as IDBDatabase
      connection.close()
      if (blockedVersion === null) onDeleted()
      else onLost()
    },
    terminated: onLost,
  })

/**
 * Migration from outbox v1, which queued unsent facts in a separate store. Received facts are
 * fetched again.
 */
async function readOutboxV1(
  db: IDBPDatabase<OutboxSchema>,
  tx: IDBPTransaction<OutboxSchema, StoreNames<OutboxSchema>[], 'versionchange'>,
): Promise<readonly { readonly campaignId: number; readonly fact: SubmittedFact }[]> {
  const dbV1 = db as unknown as IDBPDatabase
  const txV1 = tx as unknown as IDBPTransaction<unknown, ['outbox']>
  const unsent = await txV1.objectStore('outbox').getAll()
  for (const name of ['outbox', 'facts']) dbV1.deleteObjectStore(name)
  return unsent
}

/** Drops the fields that the server has added, because it refuses them in a request. */
const toSubmittedFact = ({
  id,
  kind,
  placeId,
  code,
  itemId,
  condition,
  remark,
  photo,
  seenAt,
  by,
}: KnownFact): SubmittedFact => ({
  id,
  kind,
  placeId,
  code,
  itemId,
  condition,
  remark,
  photo,
  seenAt,
  by,
})
