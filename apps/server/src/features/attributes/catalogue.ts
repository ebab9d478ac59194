import type { Attribute, ItemType } from '@vitrine/contract'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { attributeStore } from './store.ts'
import { toAttribute } from './view.ts'

type Catalogue = ReadonlyMap<ItemType, readonly Attribute[]>

/** The catalogue, cached until its revision changes. */
export function attributeCatalogue(db: Db) {
  let known: { revision: string; catalogue: Catalogue } | undefined

  async function current(type: ItemType): Promise<readonly Attribute[]> {
    const store = attributeStore(db)
    // Read first: a change meanwhile leads to another read next time.
    const revision = await store.revision()
    if (known?.revision !== revision) known = { revision, catalogue: await read(db) }
    return known.catalogue.get(type) ?? []
  }

  return {
    /** All attributes of a type, in order, also those that are retired. */
    all: current,
    /** Those that an item can be given. */
    active: async (type: ItemType) => (await current(type)).filter(({ retired }) => !retired),
    /** Those that visitors see. */
    forVisitors: async (type: ItemType) =>
      (await current(type)).filter(({ retired, audience }) => !retired && audience === 'visitors'),
  }
}

export type AttributeCatalogue = ReturnType<typeof attributeCatalogue>

async function read(db: Db): Promise<Catalogue> {
  const byType = Map.groupBy(await attributeStore(db).all(), ({ type }) => type)
  return new Map([...byType].map(([type, rows]) => [type, rows.map(toAttribute)]))
}

/** The attributes of a type as a transaction sees them, in order, also those that are retired. */
export const attributesOf = async (db: Db, type: ItemType): Promise<Attribute[]> =>
  (await attributeStore(db).of(type)).map(toAttribute)

/** The catalogue that all features share. */
export const catalogueOf = ({ db }: Context) => attributeCatalogue(db)
