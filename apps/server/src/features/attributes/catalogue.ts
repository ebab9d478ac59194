import type { Attribute, AttributeSettings, Glossary, ItemType } from '@vitrine/contract'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { cachePerRevision } from '../../projections/index.ts'
import { attributeStore, type TagDefinitionRow } from './store.ts'

type Catalogue = ReadonlyMap<ItemType, readonly Attribute[]>

/** The catalogue, cached until its revision changes. */
export function attributeCatalogue({ db }: Pick<Context, 'db'>) {
  const readCached = cachePerRevision<Catalogue>({ db, revisionNames: ['attributes'], max: 1 })
  const listOfType = async (type: ItemType): Promise<readonly Attribute[]> =>
    (await readCached('', () => readCatalogue(db))).get(type) ?? []

  return {
    /** All attributes of a type, in order, retired ones included. */
    all: listOfType,
    /** Attributes that items can be given. */
    active: async (type: ItemType) => (await listOfType(type)).filter(({ retired }) => !retired),
    /** Attributes that visitors see. */
    forVisitors: async (type: ItemType) =>
      (await listOfType(type)).filter(
        ({ retired, audience }) => !retired && audience === 'visitors',
      ),
  }
}

export type AttributeCatalogue = ReturnType<typeof attributeCatalogue>

async function readCatalogue(db: Db): Promise<Catalogue> {
  const rowsByType = Map.groupBy(await attributeStore(db).all(), ({ type }) => type)
  return new Map([...rowsByType].map(([type, rows]) => [type, rows.map(toAttribute)]))
}

/**
 * Reads the attributes of a type uncached, for use in transactions; in order, retired ones
 * included.
 */
export const readAttributes = async (db: Db, type: ItemType): Promise<Attribute[]> =>
  (await attributeStore(db).listOfType(type)).map(toAttribute)

export const toAttribute = (row: TagDefinitionRow): Attribute => ({
  id: row.id,
  tag_key: row.tag_key,
  order_key: row.order_key,
  multiline: row.multiline === 1,
  kind: row.kind,
  unit: row.unit,
  audience: row.audience,
  group: row.group_name,
  labels: parseTexts(row.labels),
  glossary: parseTexts(row.glossary),
  suggestions: row.suggestions === 1,
  names: row.names === 1,
  retired: row.retired === 1,
  version: row.version,
})

/** Leaves the glossary out for clients that send none, so that the stored one is kept. */
export const toAttributeColumns = (settings: AttributeSettings) =>
  ({
    kind: settings.kind,
    unit: settings.unit,
    audience: settings.audience,
    group_name: settings.group,
    labels: JSON.stringify(withoutEmptyTexts(settings.labels)),
    ...(settings.glossary && { glossary: JSON.stringify(withoutEmptyValues(settings.glossary)) }),
    multiline: settings.multiline ? 1 : 0,
    suggestions: settings.suggestions ? 1 : 0,
    names: settings.names ? 1 : 0,
  }) satisfies Partial<TagDefinitionRow>

const withoutEmptyTexts = (texts: object) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text))

/** Leaves out values without any text. */
const withoutEmptyValues = (glossary: Glossary) =>
  Object.fromEntries(
    Object.entries(glossary)
      .map(([value, texts]) => [value, withoutEmptyTexts(texts)] as const)
      .filter(([, texts]) => Object.keys(texts).length > 0),
  )

/** Unreadable texts count as empty: pages then show the key, or the value as typed. */
function parseTexts(json: string): Record<string, never> {
  try {
    return JSON.parse(json)
  } catch {
    return {}
  }
}
