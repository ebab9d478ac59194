import {
  defaultPictureMetadata,
  type ItemTexts,
  identifierKey,
  itemFields,
  type LicenceId,
  licences,
  type PictureKind,
  type PictureMetadata,
  pictureKinds,
  type TextLanguage,
  type Translation,
  textLanguages,
  translationStates,
} from '@vitrine/contract'
import type { Selectable } from 'kysely'
import { toColumns } from '../db/records.ts'
import type { Tables } from '../db/tables.ts'
import type { ItemState, StatePicture } from './item.ts'

export type ItemRow = Selectable<Tables['item']>
export type TextRow = Tables['item_text']
export type PictureRow = Tables['item_picture']

/** Converts the columns of an archived item; null while it is in use. */
export const toArchived = ({
  archived_at,
  archived_by,
}: Pick<ItemRow, 'archived_at' | 'archived_by'>) =>
  archived_at === null ? null : { at: archived_at, by: archived_by ?? '' }

/**
 * Converts the translations of one item. Skips unknown languages and states, which `check` reports.
 */
export function toTexts(rows: readonly Omit<TextRow, 'item_id'>[]): ItemTexts {
  const texts: { [lang in TextLanguage]?: Record<string, Translation> } = {}
  for (const { lang, field, text, state, source } of rows) {
    if (!textLanguages.includes(lang) || !translationStates.includes(state)) continue
    texts[lang] ??= {}
    texts[lang][field] = { text, state, source }
  }
  return texts
}

/** Converts a stored kind; the default for an unknown one, which `check` reports. */
const toKnownKind = (kind: string): PictureKind =>
  pictureKinds.find((known) => known === kind) ?? defaultPictureMetadata.kind
/** Converts a stored licence; empty for an unknown one, which `check` reports. */
export const toKnownLicence = (licence: string): LicenceId | '' =>
  licence in licences ? (licence as LicenceId) : ''

export const toPictureMetadata = (
  row: Omit<PictureRow, 'item_id' | 'position' | 'media_id'>,
): PictureMetadata => ({
  kind: toKnownKind(row.kind),
  credit: row.credit,
  licence: toKnownLicence(row.licence),
  public: row.public === 1,
  alt: { fr: row.alt_fr, de: row.alt_de, en: row.alt_en },
})

/**
 * Converts a state to columns of the item's own row, without versions, dates and derived columns.
 */
export const toItemColumns = (state: ItemState) =>
  ({
    ...toColumns(itemFields, state),
    identifier_key: identifierKey(state.identifier),
    public: state.public ? 1 : 0,
    picture_id: state.pictures[0]?.mediaId ?? null,
    recording_id: state.recordingId,
    place_id: state.placeId,
  }) satisfies Partial<ItemRow>

export const toTextRows = (itemId: number, texts: ItemTexts): TextRow[] =>
  (Object.keys(texts) as TextLanguage[]).flatMap((lang) =>
    Object.entries(texts[lang] ?? {}).map(([field, text]) => ({
      item_id: itemId,
      lang,
      field,
      ...text,
    })),
  )

export const toPictureRows = (itemId: number, pictures: readonly StatePicture[]): PictureRow[] =>
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
