import type { CampaignData, Fact, Facts, SentFact } from '@vitrine/contract'
import { type DBSchema, type IDBPTransaction, openDB, type StoreNames } from 'idb'
import { outboxName, unsentFacts } from '../../session/stocktake-storage.ts'

/** A photo of an item, until the server has it; it goes after the fact that it belongs to. */
export interface KeptPhoto {
  readonly factId: string
  readonly itemId: number
  readonly photo: Blob
}

interface Kept extends DBSchema {
  /** What was not sent yet, in its order. */
  outbox: {
    key: number
    value: { readonly campaignId: number; readonly fact: SentFact }
    indexes: { campaign: number; fact: string }
  }
  /** What the server has received, by campaign and number. */
  facts: { key: [campaignId: number, number: number]; value: Fact }
  campaigns: { key: number; value: CampaignData }
  photos: { key: string; value: KeptPhoto }
}

type Stores = readonly StoreNames<Kept>[]

/**
 * What the stocktake keeps on this phone for one person. Facts are only added; one leaves the outbox in the transaction that
 * stores it among those the server has received. Every promise is kept only once the browser has written to disk.
 */
export async function openOutbox(owner: string, onLost: () => void = () => {}) {
  const db = await openDB<Kept>(outboxName(owner), 1, {
    upgrade(fresh) {
      const outbox = fresh.createObjectStore('outbox', { autoIncrement: true })
      outbox.createIndex('campaign', 'campaignId')
      outbox.createIndex('fact', 'fact.id', { unique: true })
      fresh.createObjectStore('facts')
      fresh.createObjectStore('campaigns')
      fresh.createObjectStore('photos', { keyPath: 'factId' })
    },
    // Another tab logs out, and deletes it.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    terminated: onLost,
  })

  /** All of it is written, or nothing is and the promise is rejected. */
  const write = async <S extends Stores>(
    stores: S,
    work: (tx: IDBPTransaction<Kept, [...S], 'readwrite'>) => Promise<void>,
  ): Promise<void> => {
    const tx = db.transaction([...stores], 'readwrite', { durability: 'strict' })
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
  }

  const countUnsent = async () => {
    const count = await db.count('outbox')
    unsentFacts.write(owner, count)
    return count
  }

  return {
    /** How many unsent facts the browser has lost since it was last open. */
    async lost(): Promise<number> {
      const known = unsentFacts.read(owner)
      return Math.max(0, known - (await countUnsent()))
    },

    campaign: (id: number) => db.get('campaigns', id),
    campaigns: async () => (await db.getAll('campaigns')).map(({ campaign }) => campaign),
    keepCampaign: (data: CampaignData) =>
      write(['campaigns'], async (tx) => void (await tx.objectStore('campaigns').put(data, data.campaign.id))),

    /** Facts that are there already, as in a file that is read twice, are left out. */
    async add(campaignId: number, facts: readonly SentFact[], photo?: KeptPhoto): Promise<void> {
      await write(['outbox', 'photos'], async (tx) => {
        const outbox = tx.objectStore('outbox')
        for (const fact of facts) {
          if ((await outbox.index('fact').getKey(fact.id)) === undefined) await outbox.add({ campaignId, fact })
        }
        if (photo) await tx.objectStore('photos').put(photo)
      })
      await countUnsent()
    },

    unsent: async (campaignId: number): Promise<SentFact[]> =>
      (await db.getAllFromIndex('outbox', 'campaign', campaignId)).map(({ fact }) => fact),

    received: (campaignId: number): Promise<Fact[]> => db.getAll('facts', factsOf(campaignId)),

    /** The number of the last fact that the server has sent. */
    async last(campaignId: number): Promise<number> {
      const cursor = await db.transaction('facts').store.openKeyCursor(factsOf(campaignId), 'prev')
      return cursor?.key[1] ?? 0
    },

    async receive(campaignId: number, since: number, { facts }: Pick<Facts, 'facts'>): Promise<void> {
      if (facts.length === 0) return
      await write(['outbox', 'facts'], async (tx) => {
        for (const [index, fact] of facts.entries()) {
          await tx.objectStore('facts').put(fact, [campaignId, since + index + 1])
          const key = await tx.objectStore('outbox').index('fact').getKey(fact.id)
          if (key !== undefined) await tx.objectStore('outbox').delete(key)
        }
      })
      await countUnsent()
    },

    /** The server knows less than before, as after the restore of a backup: what it had is sent again. */
    async sendAgain(campaignId: number): Promise<void> {
      const known = await db.getAll('facts', factsOf(campaignId))
      await write(['outbox', 'facts'], async (tx) => {
        await tx.objectStore('facts').delete(factsOf(campaignId))
        for (const { receivedAt: _received, notedPlaceId: _noted, late, ...fact } of known) {
          const isWaiting = (await tx.objectStore('outbox').index('fact').getKey(fact.id)) !== undefined
          if (!late && !isWaiting) await tx.objectStore('outbox').add({ campaignId, fact })
        }
      })
      await countUnsent()
    },

    photos: () => db.getAll('photos'),
    photoSent: (factId: string) => write(['photos'], async (tx) => tx.objectStore('photos').delete(factId)),
    close: () => db.close(),
  }
}

export type Outbox = Awaited<ReturnType<typeof openOutbox>>

const factsOf = (campaignId: number) => IDBKeyRange.bound([campaignId, 0], [campaignId, Number.MAX_SAFE_INTEGER])
