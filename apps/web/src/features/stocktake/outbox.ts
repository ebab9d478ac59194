import type { CampaignData, Fact, SentFact } from '@vitrine/contract'
import { type DBSchema, type IDBPTransaction, openDB, type StoreNames } from 'idb'
import { outboxName, unsentFacts } from '../../session/stocktake-storage.ts'

/** A photo of an item, until the server has it; it goes after the fact that it belongs to. */
export interface KeptPhoto {
  readonly factId: string
  readonly itemId: number
  readonly photo: Blob
}

interface FactStore<Stored extends SentFact> {
  key: number
  value: { readonly campaignId: number; readonly fact: Stored }
  indexes: { campaign: number; fact: string }
}

interface Kept extends DBSchema {
  /** What was not sent yet, in its order. */
  outbox: FactStore<SentFact>
  /** What the server has received, in the order in which it sent it back. */
  facts: FactStore<Fact>
  campaigns: { key: number; value: CampaignData }
  photos: { key: string; value: KeptPhoto }
}

type Writing<Stores extends readonly StoreNames<Kept>[]> = IDBPTransaction<Kept, [...Stores], 'readwrite'>

/**
 * What the stocktake keeps on this phone for one person. Facts are only added; one leaves the outbox in the transaction that
 * stores it among those the server has received. Every promise is kept only once the browser has written to disk.
 */
export async function openOutbox(owner: string, onLost: () => void = () => {}) {
  const db = await openDB<Kept>(outboxName(owner), 1, {
    upgrade(fresh) {
      for (const name of ['outbox', 'facts'] as const) {
        const store = fresh.createObjectStore(name, { autoIncrement: true })
        store.createIndex('campaign', 'campaignId')
        store.createIndex('fact', 'fact.id', { unique: true })
      }
      fresh.createObjectStore('campaigns')
      fresh.createObjectStore('photos', { keyPath: 'factId' })
    },
    // Another tab logs out, and deletes it.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    terminated: onLost,
  })

  /** All of it is written, or nothing is and the promise is rejected. */
  const write = async <const Stores extends readonly StoreNames<Kept>[]>(
    stores: Stores,
    work: (tx: Writing<Stores>) => Promise<void>,
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

    async add(campaignId: number, facts: readonly SentFact[], photo?: KeptPhoto): Promise<void> {
      await write(['outbox', 'photos'], async (tx) => {
        await addNew(tx.objectStore('outbox'), campaignId, facts)
        if (photo) await tx.objectStore('photos').put(photo)
      })
      await countUnsent()
    },

    unsent: async (campaignId: number): Promise<SentFact[]> =>
      (await db.getAllFromIndex('outbox', 'campaign', campaignId)).map(({ fact }) => fact),

    received: async (campaignId: number): Promise<Fact[]> =>
      (await db.getAllFromIndex('facts', 'campaign', campaignId)).map(({ fact }) => fact),

    /** The id of the last fact that the server has sent. */
    async last(campaignId: number): Promise<string> {
      const cursor = await db.transaction('facts').store.index('campaign').openCursor(campaignId, 'prev')
      return cursor?.value.fact.id ?? ''
    },

    async receive(campaignId: number, facts: readonly Fact[]): Promise<void> {
      if (facts.length === 0) return
      await write(['outbox', 'facts'], async (tx) => {
        const outbox = tx.objectStore('outbox')
        await addNew(tx.objectStore('facts'), campaignId, facts)
        for (const { id } of facts) {
          const key = await outbox.index('fact').getKey(id)
          if (key !== undefined) await outbox.delete(key)
        }
      })
      await countUnsent()
    },

    /** The server has lost facts, as after the restore of a backup: all that it had is sent again. */
    async sendAgain(campaignId: number): Promise<void> {
      await write(['outbox', 'facts'], async (tx) => {
        const received = tx.objectStore('facts')
        const counted: SentFact[] = []
        for (let at = await received.index('campaign').openCursor(campaignId); at; at = await at.continue()) {
          const { receivedAt: _received, notedPlaceId: _noted, late, ...fact } = at.value.fact
          if (!late) counted.push(fact)
          await at.delete()
        }
        await addNew(tx.objectStore('outbox'), campaignId, counted)
      })
      await countUnsent()
    },

    photos: () => db.getAll('photos'),
    photoSent: (factId: string) => write(['photos'], async (tx) => tx.objectStore('photos').delete(factId)),
    close: () => db.close(),
  }
}

export type Outbox = Awaited<ReturnType<typeof openOutbox>>

/** Facts that are there already, as in a file that is read twice, are left out. */
async function addNew<Stored extends SentFact>(
  store: {
    index(name: 'fact'): { getKey(id: string): Promise<number | undefined> }
    add(value: { readonly campaignId: number; readonly fact: Stored }): Promise<number>
  },
  campaignId: number,
  facts: readonly Stored[],
): Promise<void> {
  for (const fact of facts)
    if ((await store.index('fact').getKey(fact.id)) === undefined) await store.add({ campaignId, fact })
}
