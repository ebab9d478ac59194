import {
  type AttributeRow,
  type ItemType,
  type LabelLanguage,
  type LocalisedItem,
  localiseItem,
  localiseRows,
  type MuseumState,
  type PageLanguage,
} from '@vitrine/contract'
import { type PreparedItem, prepareItem } from '@vitrine/guide'
import type { Db } from '../../db/tables.ts'
import { cachePerRevision } from '../../projections/index.ts'
import type { VisitorItemReader } from '../factsheets/index.ts'
import type { MuseumService } from '../museums/index.ts'

/** An item in a visitor's language, prepared for questions. */
export interface AskedItem extends PageLanguage, LocalisedItem {
  readonly id: number
  readonly type: ItemType
  readonly rows: readonly AttributeRow[]
  readonly prepared: PreparedItem
  /** The museum's texts about a visit. */
  readonly museum: MuseumState
}

/** The cached part, which does not depend on how the language was chosen. */
type ShownItem = Omit<AskedItem, keyof PageLanguage>

/** Why visitors can't ask about an item. */
type Absence = 'unknown' | 'withdrawn'

// The prepared text of 20,000 letters takes about a megabyte.
const bytesPerLetter = 50
const estimateBytes = (item: ShownItem | Absence) =>
  typeof item === 'string' ? 0 : bytesPerLetter * item.description.length

/** Finds an item by number and prepares it in a language; cached until public data change. */
export function askedItemReader(db: Db, visitors: VisitorItemReader, museums: MuseumService) {
  const readCachedItem = cachePerRevision({
    db,
    revisionNames: ['items', 'attributes', 'museums'],
    sizeOf: estimateBytes,
  })

  async function prepareShownItem(
    type: ItemType,
    number: number,
    lang: LabelLanguage,
  ): Promise<ShownItem | Absence> {
    const item = await visitors.findByNumber(type, number)
    if (typeof item === 'string') return item

    const definitions = await visitors.listAttributes(type)
    const localised = localiseItem(item, lang, definitions)
    const { musicRows, rows: otherRows } = localiseRows(item, localised, lang, definitions)
    const rows = [...musicRows, ...otherRows]
    const textLanguage = localised.languages.description || lang
    const prepared = prepareItem(
      { id: item.id, name: localised.name, rows, text: localised.description, textLanguage },
      lang,
    )
    return { ...localised, id: item.id, type, rows, prepared, museum: await museums.read(type) }
  }

  return async (
    type: ItemType,
    number: number,
    language: PageLanguage,
  ): Promise<AskedItem | Absence> => {
    const item = await readCachedItem([type, number, language.lang].join(' '), () =>
      prepareShownItem(type, number, language.lang),
    )
    return typeof item === 'string' ? item : { ...item, ...language }
  }
}
