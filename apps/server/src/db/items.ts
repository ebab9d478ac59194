import {
  emptyState,
  type ItemFieldValues,
  type ItemTexts,
  type ItemType,
  identifierKey,
  itemFields,
  type LabelLanguage,
  type LicenceId,
  languageOf,
  licences,
  newPictureWords,
  type PictureKind,
  type PictureWords,
  pictureKinds,
  type TextLanguage,
  type Translation,
  textLanguages,
  translationStates,
} from '@vitrine/contract'
import { fromColumns, toColumns } from './records.ts'
import type { Db, Tables } from './tables.ts'

/** What an item has beside the fields that the contract describes; each part is read, written and compared by its own code. */
export interface ItemParts {
  readonly texts: ItemTexts
  readonly public: boolean
  readonly archived: boolean
  /** In their order; no content twice. */
  readonly pictures: readonly StatePicture[]
  readonly recordingId: number | null
  readonly placeId: number | null
  /** A place by what was typed, until it is settled which one that is; empty: none. */
  readonly typedPlace?: string | undefined
  readonly tags: Readonly<Record<string, string>>
}

/** The editable state of an item, which its history records and can restore. */
export interface ItemState extends ItemFieldValues, ItemParts {}

/** A new item of which nothing is filled in. */
export const emptyItem: ItemState = {
  ...emptyState(itemFields),
  texts: {},
  public: true,
  archived: false,
  pictures: [],
  recordingId: null,
  placeId: null,
  tags: {},
}

export interface StatePicture extends Readonly<PictureWords> {
  readonly mediaId: number
}

/** An item as the database holds it. */
export interface Item {
  readonly id: number
  readonly type: ItemType
  readonly version: number
  readonly textVersion: number
  readonly createdAt: string
  /** Since when and by whom, while its state says so. */
  readonly archived: { readonly at: string; readonly by: string } | null
  readonly state: ItemState
}

/** The language of the original: as chosen, else as recognised, else empty. */
export const originalLanguage = ({
  language,
  description,
}: Pick<ItemState, 'language' | 'description'>): LabelLanguage | '' => language || (languageOf(description) ?? '')

const itemsPerPage = 500

/** All items of a type by id, some at a time, each with its row. */
export async function* itemPages(db: Db, type: ItemType): AsyncGenerator<{ row: ItemRow; item: Item }[]> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('item')
      .selectAll()
      .where('type', '=', type)
      .where('id', '>', last)
      .orderBy('id')
      .limit(itemsPerPage)
      .execute()
    const items = await readItems(db, rows)
    if (rows.length > 0) yield rows.flatMap((row, index) => (items[index] ? [{ row, item: items[index] }] : []))
    if (rows.length < itemsPerPage) return
    last = rows.at(-1)?.id ?? last
  }
}

export const findItems = async (db: Db, ids: readonly number[]): Promise<Item[]> =>
  readItems(db, await db.selectFrom('item').selectAll().where('id', 'in', ids).execute())

export const setTextStates = (tx: Db, ids: readonly number[], states: string) =>
  tx.updateTable('item').set({ text_states: states }).where('id', 'in', ids).execute()

/** The items of these rows, in their order. */
export async function readItems(db: Db, rows: readonly ItemRow[]): Promise<Item[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const [tags, texts, pictures] = [await tagRows(db, ids), await textRows(db, ids), await pictureRows(db, ids)]
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    version: row.version,
    textVersion: row.text_version,
    createdAt: row.created_at,
    archived: archivedOf(row),
    state: {
      ...fromColumns(itemFields, row),
      texts: textsOf(texts.get(row.id) ?? []),
      public: row.public === 1,
      archived: row.archived_at !== null,
      pictures: (pictures.get(row.id) ?? []).map((picture) => ({
        mediaId: picture.media_id,
        ...wordsOfPicture(picture),
      })),
      recordingId: row.recording_id,
      placeId: row.place_id,
      tags: Object.fromEntries((tags.get(row.id) ?? []).map((tag) => [tag.tag_key, tag.value])),
    },
  }))
}

/** The attributes of many items, by item, in the order in which changes are shown. */
export async function tagRows(db: Db, itemIds: readonly number[]): Promise<Map<number, Tables['item_tag'][]>> {
  const tags = db.selectFrom('item_tag').selectAll().where('item_id', 'in', itemIds)
  return Map.groupBy(await tags.orderBy('item_id').orderBy('tag_key').execute(), ({ item_id }) => item_id)
}

/** The translations of many items, by item. */
export async function textRows(db: Db, itemIds: readonly number[]): Promise<Map<number, TextRow[]>> {
  const texts = db.selectFrom('item_text').selectAll().where('item_id', 'in', itemIds)
  const rows = await texts.orderBy('item_id').orderBy('lang').orderBy('field').execute()
  return Map.groupBy(rows, ({ item_id }) => item_id)
}

/** The pictures of many items, by item, each item's in their order. */
async function pictureRows(db: Db, itemIds: readonly number[]): Promise<Map<number, PictureRow[]>> {
  const pictures = db.selectFrom('item_picture').selectAll().where('item_id', 'in', itemIds)
  return Map.groupBy(await pictures.orderBy('item_id').orderBy('position').execute(), ({ item_id }) => item_id)
}

type ItemRow = Tables['item']
type TextRow = Tables['item_text']
type PictureRow = Tables['item_picture']

export const archivedOf = ({ archived_at, archived_by }: Pick<ItemRow, 'archived_at' | 'archived_by'>) =>
  archived_at === null ? null : { at: archived_at, by: archived_by ?? '' }

/** Rows of one item as its state holds them; `check` reports rows that were changed by hand. */
export function textsOf(rows: readonly Omit<TextRow, 'item_id'>[]): ItemTexts {
  const texts: { [lang in TextLanguage]?: Record<string, Translation> } = {}
  for (const { lang, field, text, state, source } of rows) {
    if (!textLanguages.includes(lang) || !translationStates.includes(state)) continue
    texts[lang] ??= {}
    texts[lang][field] = { text, state, source }
  }
  return texts
}

const knownKind = (kind: string): PictureKind => pictureKinds.find((one) => one === kind) ?? newPictureWords.kind
export const knownLicence = (licence: string): LicenceId | '' => (licence in licences ? (licence as LicenceId) : '')

export const wordsOfPicture = (row: Omit<PictureRow, 'item_id' | 'position' | 'media_id'>): PictureWords => ({
  kind: knownKind(row.kind),
  credit: row.credit,
  licence: knownLicence(row.licence),
  public: row.public === 1,
  alt: { fr: row.alt_fr, de: row.alt_de, en: row.alt_en },
})

/** What an item's state says in its own row; its versions, dates and what is derived come beside it. */
export const columnsOf = (state: ItemState) =>
  ({
    ...toColumns(itemFields, state),
    identifier_key: identifierKey(state.identifier),
    public: state.public ? 1 : 0,
    picture_id: state.pictures[0]?.mediaId ?? null,
    recording_id: state.recordingId,
    place_id: state.placeId,
  }) satisfies Partial<ItemRow>

export const rowsOfTexts = (itemId: number, texts: ItemTexts): TextRow[] =>
  (Object.keys(texts) as TextLanguage[]).flatMap((lang) =>
    Object.entries(texts[lang] ?? {}).map(([field, text]) => ({ item_id: itemId, lang, field, ...text })),
  )

export const rowsOfPictures = (itemId: number, pictures: readonly StatePicture[]): PictureRow[] =>
  pictures.map(({ mediaId, kind, credit, licence, public: isPublic, alt }, position) => ({
    item_id: itemId,
    position,
    media_id: mediaId,
    kind,
    credit,
    licence,
    public: isPublic ? 1 : 0,
    alt_fr: alt.fr,
    alt_de: alt.de,
    alt_en: alt.en,
  }))
