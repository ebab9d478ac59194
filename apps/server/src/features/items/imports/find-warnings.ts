import {
  type Attribute,
  attributeLabel,
  createSameNameWarning,
  createSimilarNameFinder,
  findAttributeWarning,
  foldLine,
  type ItemType,
  identifierKey,
  isNameAttribute,
} from '@vitrine/contract'
import { splitIntoYieldingBatches } from '../../../db/batches.ts'
import type { Db } from '../../../db/tables.ts'
import type { ItemState } from '../../../items/item.ts'
import { selectItemsInUse } from '../../../items/reader.ts'
import { attributeStore } from '../../attributes/index.ts'

/** Only the most frequent names are compared, because each of them takes time. */
const maxComparedNames = 1_000
/** A name that this many items have is taken for correct. */
const establishedCount = 3
/** Longest quotation of a value, in UTF-16 units. */
const maxQuotedLength = 40

interface UploadFacts {
  readonly type: ItemType
  readonly thisYear: number
  readonly attributes: readonly Attribute[]
  /** The columns of the file. */
  readonly columns: ReadonlySet<string>
}

/**
 * Finds what looks mistyped in the new values of a row. Rows must be passed in their order, because
 * each is also compared with the names of those before it.
 */
export type WarningFinder = (before: ItemState | null, after: ItemState) => string[]

export async function createWarningFinder(db: Db, upload: UploadFacts): Promise<WarningFinder> {
  const { type, thisYear, attributes } = upload
  const uploadedAttributes = attributes.filter(({ tag_key }) => upload.columns.has(tag_key))
  const similarNameFindersByKey = await createSimilarNameFinders(db, type, uploadedAttributes)
  const identifiersByName = await readIdentifiersByName(db, type)

  function findSameNameWarnings({ identifier, name }: ItemState): string[] {
    const key = foldLine(name)
    if (key === '') return []

    const identifiers = identifiersByName.get(key) ?? new Map<string, string>()
    const ownKey = identifierKey(identifier)
    const otherKey = findOtherKey(identifiers.keys(), ownKey)
    const otherCount = identifiers.has(ownKey) ? identifiers.size - 1 : identifiers.size
    // Rows further down are compared with this one.
    identifiersByName.set(key, identifiers.set(ownKey, identifier))
    if (otherKey === undefined) return []

    const { message } = createSameNameWarning(identifiers.get(otherKey) ?? '', otherCount)
    return [`Name “${quote(name)}”: ${message}`]
  }

  return (before, after) => {
    const warnings = after.name === before?.name ? [] : findSameNameWarnings(after)
    for (const attribute of uploadedAttributes) {
      const value = after.tags[attribute.tag_key] ?? ''
      if (value === (before?.tags[attribute.tag_key] ?? '')) continue

      const findSimilarName = similarNameFindersByKey.get(attribute.tag_key)
      const warning = findAttributeWarning(attribute, value, { type, thisYear, findSimilarName })
      if (warning)
        warnings.push(`${attributeLabel(attribute)} “${quote(value)}”: ${warning.message}`)
    }
    return warnings
  }
}

function findOtherKey(keys: Iterable<string>, ownKey: string): string | undefined {
  for (const key of keys) if (key !== ownKey) return key
  return undefined
}

const quote = (value: string): string =>
  value.length > maxQuotedLength ? `${value.slice(0, maxQuotedLength)}…` : value

async function createSimilarNameFinders(db: Db, type: ItemType, attributes: readonly Attribute[]) {
  const finders = new Map<string, (name: string) => string | null>()
  for (const { tag_key } of attributes.filter(isNameAttribute)) {
    const rows = await attributeStore(db).findFrequentValues(type, tag_key, maxComparedNames)
    const names = rows.map(({ value }) => value.trim())
    const establishedNames = rows
      .filter(({ count }) => Number(count) >= establishedCount)
      .map(({ value }) => value.trim())
    finders.set(tag_key, createSimilarNameFinder(names, new Set(establishedNames)))
  }
  return finders
}

/** Reads the identifiers, by their keys, of the items in use with each folded name. */
async function readIdentifiersByName(
  db: Db,
  type: ItemType,
): Promise<Map<string, Map<string, string>>> {
  const items = await db
    .selectFrom(selectItemsInUse(db).as('item'))
    .select(['identifier', 'identifier_key', 'name'])
    .where('type', '=', type)
    .execute()
  const identifiersByName = new Map<string, Map<string, string>>()
  for await (const batch of splitIntoYieldingBatches(items)) {
    for (const { identifier, identifier_key, name } of batch) {
      const key = foldLine(name)
      const identifiers = identifiersByName.get(key) ?? new Map<string, string>()
      identifiersByName.set(key, identifiers.set(identifier_key, identifier))
    }
  }
  return identifiersByName
}
