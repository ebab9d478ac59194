import type { CampaignData, Fact, SentFact } from '@vitrine/contract'
import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  openDB,
  type StoreNames,
} from 'idb'
import { outboxDatabaseName, unsentCount, withOutboxLock } from '../../session/stocktake-storage.ts'

/** A photo of an item, until the server has it. It is sent after the fact that it belongs to. */
export interface KeptPhoto {
  readonly factId: string
  readonly itemId: number
  readonly photo: Blob
}

/** What this phone or another one has seen. */
export type KnownFact = SentFact | Fact

interface Pending {
  readonly count: number
  readonly photosOf: ReadonlySet<string>
}

interface Kept extends DBSchema {
  /** What the server has received, in its order; and what waits, in the order of the scans. */
  facts: {
    key: number
    /** `waiting` names the campaign of a fact that is not sent yet, and is absent otherwise: its index is the outbox. */
    value: { readonly campaignId: number; readonly waiting?: number; readonly fact: KnownFact }
    indexes: { campaign: number; waiting: number; fact: string }
  }
  campaigns: { key: number; value: CampaignData }
  photos: { key: string; value: KeptPhoto }
}

/**
 * What the stocktake keeps on this phone for one person. Facts are only added; one leaves the outbox in the transaction that
 * stores it among those the server has received. Every promise is kept only once the browser has written to disk.
 */
export async function openOutbox(owner: string, { onLost = () => {}, onDeleted = () => {} } = {}) {
  const db = await openDB<Kept>(outboxDatabaseName(owner), 2, {
    async upgrade(fresh, version, _, tx) {
      const waiting = version === 1 ? await waitingInFirst(fresh, tx) : []
      const facts = fresh.createObjectStore('facts', { autoIncrement: true })
      facts.createIndex('campaign', 'campaignId')
      facts.createIndex('waiting', 'waiting')
      facts.createIndex('fact', 'fact.id', { unique: true })
      for (const { campaignId, fact } of waiting)
        await facts.add({ campaignId, waiting: campaignId, fact })
      if (version === 1) return
      fresh.createObjectStore('campaigns')
      fresh.createObjectStore('photos', { keyPath: 'factId' })
    },
    // Another tab logs out and deletes it, or has a later version of the app.
    blocking(_current, blocked, event) {
      const connection = event.target as IDBDatabase
      connection.close()
      if (blocked === null) onDeleted()
      else onLost()
    },
    terminated: onLost,
  })

  type Work = (tx: IDBPTransaction<Kept, StoreNames<Kept>[], 'readwrite'>) => Promise<void>

  /** All of it is written, or nothing is and the promise is rejected. */
  const write = (work: Work): Promise<void> =>
    withOutboxLock(owner, 'shared', () => writeLocked(work))

  const writeLocked = async (work: Work): Promise<void> => {
    const tx = db.transaction(['facts', 'campaigns', 'photos'], 'readwrite', {
      durability: 'strict',
    })
    const done = tx.done
    done.catch(() => {})
    try {
      await work(tx)
    } catch (error) {
      try {
        tx.abort()
      } catch {
        // It has ended by itself, for the same reason.
      }
      throw error
    }
    await done
    await countUnsent()
  }

  /** How many facts and photos wait, of all campaigns. */
  const countUnsent = async () => {
    const count = (await db.countFromIndex('facts', 'waiting')) + (await db.count('photos'))
    unsentCount.write(owner, count)
    return count
  }

  /** Those of a campaign, each with its fact. */
  const photos = async (campaignId: number) => {
    const all = (await db.getAll('photos')).map(async (photo) => ({
      photo,
      kept: await db.getFromIndex('facts', 'fact', photo.factId),
    }))
    return (await Promise.all(all)).flatMap(({ photo, kept }) =>
      kept?.campaignId === campaignId
        ? { ...photo, fact: kept.fact, isWaiting: kept.waiting !== undefined }
        : [],
    )
  }

  return {
    /** How many unsent facts and photos the browser has lost since it was last open. */
    async lost(): Promise<number> {
      const known = unsentCount.read(owner)
      return Math.max(0, known - (await countUnsent()))
    },

    campaign: (id: number) => db.get('campaigns', id),
    hasCampaign: async (id: number) => (await db.getKey('campaigns', id)) !== undefined,
    campaigns: async () => (await db.getAll('campaigns')).map(({ campaign }) => campaign),
    keepCampaign: (data: CampaignData) =>
      write(async (tx) => void (await tx.objectStore('campaigns').put(data, data.campaign.id))),

    facts: async (campaignId: number): Promise<KnownFact[]> =>
      (await db.getAllFromIndex('facts', 'campaign', campaignId)).map(({ fact }) => fact),

    factCount: (campaignId: number) => db.countFromIndex('facts', 'campaign', campaignId),

    unsent: async (campaignId: number): Promise<SentFact[]> =>
      (await db.getAllFromIndex('facts', 'waiting', campaignId)).map(({ fact }) => toSend(fact)),

    /** How many facts wait, and the facts whose photos do. */
    async pending(campaignId: number): Promise<Pending> {
      const facts = await db.countFromIndex('facts', 'waiting', campaignId)
      const photosOf = (await photos(campaignId)).map(({ factId }) => factId)
      return { count: facts + photosOf.length, photosOf: new Set(photosOf) }
    },

    /** How many facts and photos wait, of each campaign that has any. */
    async pendingByCampaign(): Promise<Map<number, number>> {
      const facts = await db.getAllFromIndex('facts', 'waiting')
      const factIds = await db.getAllKeys('photos')
      const photosOf = await Promise.all(factIds.map((id) => db.getFromIndex('facts', 'fact', id)))
      const waiting = [...facts, ...photosOf.filter((one) => one !== undefined)]
      const byCampaign = Map.groupBy(waiting, ({ campaignId }) => campaignId)
      return new Map([...byCampaign].map(([id, some]) => [id, some.length]))
    },

    /** The id of the last fact that the server has sent. */
    async last(campaignId: number): Promise<string> {
      let at = await db.transaction('facts').store.index('campaign').openCursor(campaignId, 'prev')
      while (at?.value.waiting !== undefined) at = await at.continue()
      return at?.value.fact.id ?? ''
    },

    /** Facts that are there already, as in a file that is read twice, are left out. */
    add: (campaignId: number, facts: readonly SentFact[], photo?: KeptPhoto) =>
      write(async (tx) => {
        const store = tx.objectStore('facts')
        for (const fact of facts) {
          const isThere = (await store.index('fact').getKey(fact.id)) !== undefined
          if (!isThere) await store.add({ campaignId, waiting: campaignId, fact })
        }
        if (photo) await tx.objectStore('photos').put(photo)
      }),

    async receive(campaignId: number, facts: readonly Fact[]): Promise<void> {
      if (facts.length === 0) return
      await write(async (tx) => {
        const store = tx.objectStore('facts')
        for (const fact of facts) {
          const before = await store.index('fact').getKey(fact.id)
          if (before !== undefined) await store.delete(before)
          await store.add({ campaignId, fact })
        }
      })
    },

    /** The server has lost facts, as after the restore of a backup: all that it had waits again. */
    sendAgain: (campaignId: number) =>
      write(async (tx) => {
        const all = tx.objectStore('facts').index('campaign')
        for (let at = await all.openCursor(campaignId); at; at = await at.continue())
          await at.update({ ...at.value, waiting: campaignId })
      }),

    photos,
    removePhoto: (factId: string) => write(async (tx) => tx.objectStore('photos').delete(factId)),

    /** Removes a fact that the server does not accept, and its photo. */
    remove: (factId: string) =>
      write(async (tx) => {
        const facts = tx.objectStore('facts')
        const key = await facts.index('fact').getKey(factId)
        if (key !== undefined) await facts.delete(key)
        await tx.objectStore('photos').delete(factId)
      }),

    /**
     * Keeps only what was not sent: facts that wait, and those whose photos do. Resolves to whether that is anything. The
     * caller has the lock.
     */
    async clearSent(): Promise<boolean> {
      await writeLocked(async (tx) => {
        await tx.objectStore('campaigns').clear()
        const unsentPhotos = new Set(await tx.objectStore('photos').getAllKeys())
        for (let at = await tx.objectStore('facts').openCursor(); at; at = await at.continue()) {
          const { waiting, fact } = at.value
          if (waiting === undefined && !unsentPhotos.has(fact.id)) await at.delete()
        }
      })
      return (await countUnsent()) > 0
    },

    close: () => db.close(),
  }
}

export type Outbox = Awaited<ReturnType<typeof openOutbox>>

/** In the first version what waited had a store of its own; what the server has is fetched again. */
async function waitingInFirst(
  db: IDBPDatabase<Kept>,
  tx: IDBPTransaction<Kept, StoreNames<Kept>[], 'versionchange'>,
): Promise<readonly { readonly campaignId: number; readonly fact: SentFact }[]> {
  const [first, ofFirst] = [
    db as unknown as IDBPDatabase,
    tx as unknown as IDBPTransaction<unknown, ['outbox']>,
  ]
  const waiting = await ofFirst.objectStore('outbox').getAll()
  for (const name of ['outbox', 'facts']) first.deleteObjectStore(name)
  return waiting
}

/** Without what the server added, which it does not accept. */
const toSend = ({
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
}: KnownFact): SentFact => ({
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
