import { isDeepStrictEqual } from 'node:util'
import {
  defaultPictureMetadata,
  type ItemDetail,
  type ItemFieldName,
  type ItemToSave,
  type ItemType,
  inventoryTypes,
  isPublicByDefault,
  itemTypes,
  listTranslatableFields,
  type NewItem,
  type PictureKind,
  type PicturesToSave,
  type TextsToSave,
  toDay,
} from '@vitrine/contract'
import { instant } from '../../base/clock.ts'
import { invalid } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import { type IdempotentRequest, runIdempotently } from '../../db/idempotency.ts'
import type { Tx } from '../../db/tables.ts'
import type { Actor } from '../../http/access.ts'
import { emptyItem, type Item, type ItemState, type StatePicture } from '../../items/item.ts'
import { itemStore } from '../../items/store.ts'
import { updateProjections } from '../../projections/index.ts'
import { readAttributes } from '../attributes/index.ts'
import type { ChangeContext } from '../history/index.ts'
import { requireRoomForPicture, toStatePictures } from './pictures/pictures.ts'
import { itemNotFound, itemReader, shortMediaName, toItemPicture } from './read.ts'
import { itemChangeStore, listMediaIds, withAttributes, withFields, withTags } from './state.ts'
import { itemReadStore } from './store-read.ts'
import { hasTextConflict, parseTexts, withTexts } from './texts.ts'
import { editItem, type ItemEdit, withIdentifierConflict, writeItems } from './write.ts'

/**
 * Records that items were compared with the objects. The version stays, so that no edit conflicts.
 */
export async function markChecked(
  tx: Tx,
  items: readonly Item[],
  day: string,
  context: ChangeContext,
): Promise<void> {
  const ids = items.map(({ id }) => id)
  await itemStore(tx).setChecked(ids, day)
  await updateProjections(tx, 'check', ids)
  const changes = items.map(
    ({ id, state }) => ({ subjectId: id, kind: 'checked', before: state, after: state }) as const,
  )
  await itemChangeStore(tx).record(changes, context)
}

/** Saves what staff edit of single items. */
export const itemEditService = ({ db, clock }: Context) => {
  const changeContext = (actor: Actor) => ({ actor, at: instant(clock) })
  const edit = (actor: Actor, createEdit: (tx: Tx) => ItemEdit) =>
    db.transaction().execute((tx) => editItem(tx, createEdit(tx), changeContext(actor)))

  return {
    async add(
      actor: Actor,
      { type_id, public: isPublic = true, ...fields }: NewItem,
      attempt: IdempotentRequest | null,
    ): Promise<{ id: number }> {
      const type = getItemType(type_id)
      return withIdentifierConflict(() =>
        runIdempotently(db, clock, attempt, async (tx) => {
          const id = await itemStore(tx).reserveIds(type, 1)
          const after = { ...emptyItem, ...fields, public: isPublic }
          const write = { item: { id, type }, kind: 'created', before: null, after } as const
          await writeItems(tx, [write], changeContext(actor))
          return { id }
        }),
      )
    },

    saveInfo: (actor: Actor, itemId: number, data: ItemToSave, version = data.version) =>
      withIdentifierConflict(() =>
        edit(actor, (tx) => ({
          itemId,
          kind: 'info',
          version,
          async next(state, item) {
            rejectUnsupportedChanges(data, await itemReader({ db: tx }).get(itemId))
            return withKnownAttributes(tx, item, withFields(state, data), data.tags ?? {})
          },
        })),
      ),

    saveTags: (actor: Actor, itemId: number, tags: Record<string, string>, version?: number) =>
      edit(actor, (tx) => ({
        itemId,
        kind: 'attributes',
        version,
        next: (state, item) => withKnownAttributes(tx, item, state, tags),
      })),

    saveTexts: (actor: Actor, texts: TextsToSave) =>
      edit(actor, (tx) => ({
        itemId: texts.itemId,
        kind: 'texts',
        isStale: (state) => hasTextConflict(state, texts),
        async next(state, { type }) {
          const translatable = listTranslatableFields(await readAttributes(tx, type))
          return {
            ...state,
            texts: withTexts(state.texts, texts.lang, parseTexts(state, texts, translatable)),
          }
        },
      })),

    setPublic: (actor: Actor, itemId: number, isPublic: boolean) =>
      edit(actor, () => ({
        itemId,
        kind: 'visibility',
        next: (state) => ({ ...state, public: isPublic }),
      })),

    async setChecked(
      actor: Actor,
      itemId: number,
      day = toDay(clock.now()),
    ): Promise<{ checked: string }> {
      if (day > toDay(clock.now()))
        throw invalid('day', 'An item can’t have been checked on a future date.')

      return db.transaction().execute(async (tx) => {
        const item = await itemStore(tx).lock(itemId)
        if (!item) throw itemNotFound()
        await markChecked(tx, [item], day, changeContext(actor))
        return { checked: day }
      })
    },

    /**
     * Adds a picture as the first or the last. A picture that the item already has moves to the
     * front, or else keeps its position.
     */
    async addPicture(
      actor: Actor,
      position: 'first' | 'last',
      { itemId, kind, media }: PictureToAdd,
    ) {
      let result: 'added' | 'duplicate' = 'added'
      const newPicture = {
        ...defaultPictureMetadata,
        kind,
        public: isPublicByDefault(kind),
        mediaId: media.id,
      }
      return db.transaction().execute(async (tx) => {
        const next = async (state: ItemState) => {
          const hasSameContent = await createContentMatcher(tx, state, media.content)
          const duplicate = state.pictures.find(hasSameContent)
          if (duplicate) result = 'duplicate'
          else requireRoomForPicture(state.pictures.length)
          if (duplicate && position === 'last') return state

          const others = state.pictures.filter((picture) => picture !== duplicate)
          const addedPicture = duplicate ?? newPicture
          const pictures =
            position === 'first' ? [addedPicture, ...others] : [...others, addedPicture]
          return { ...state, pictures }
        }
        const { version } = await editItem(
          tx,
          { itemId, kind: 'picture', next },
          changeContext(actor),
        )
        // Read in the same transaction, because another one may remove the picture right after.
        const pictures = await itemReadStore(tx).listPictures(itemId)
        const picture = pictures.find(({ name }) => name === media.content)
        if (!picture) throw itemNotFound()
        return { version, result, picture: toItemPicture(picture) }
      })
    },

    savePictures: (actor: Actor, { itemId, version, pictures }: PicturesToSave) =>
      edit(actor, (tx) => ({
        itemId,
        kind: 'pictures',
        version,
        async next(state) {
          const media = await itemStore(tx).readMedia(listMediaIds(state))
          const getName = ({ mediaId }: StatePicture) =>
            shortMediaName(media.get(mediaId)?.name ?? '')
          return { ...state, pictures: toStatePictures(state.pictures, pictures, getName) }
        },
      })),

    /** Also writes the file name into the attribute `mp3`. */
    setRecording: (actor: Actor, itemId: number, media: { id: number; fileName: string }) =>
      edit(actor, () => ({
        itemId,
        kind: 'recording',
        next: (state) => ({
          ...state,
          recordingId: media.id,
          tags: withTags(state.tags, { mp3: media.fileName }),
        }),
      })),
  }
}

interface PictureToAdd {
  readonly itemId: number
  readonly kind: PictureKind
  readonly media: StoredMedia
}

interface StoredMedia {
  readonly id: number
  /** SHA-256 of the bytes. */
  readonly content: string
}

function getItemType(id: NewItem['type_id']): ItemType {
  const type = itemTypes.find((itemType) => inventoryTypes[itemType].id === id)
  if (!type) throw invalid('item.type_id', 'There is no such type.')
  return type
}

/** Returns a predicate for pictures with this content, whatever their file names. */
async function createContentMatcher(
  tx: Tx,
  state: ItemState,
  content: string,
): Promise<(picture: StatePicture) => boolean> {
  const media = await itemStore(tx).readMedia(listMediaIds(state))
  return ({ mediaId }) => media.get(mediaId)?.name === content
}

/** Sets attributes; rejects one that neither the type nor the item has. */
async function withKnownAttributes(
  tx: Tx,
  { type }: Item,
  state: ItemState,
  tags: Readonly<Record<string, string>>,
): Promise<ItemState> {
  const keys = Object.keys(tags)
  if (keys.length === 0) return state

  const attributes = await readAttributes(tx, type)
  const activeKeys = attributes.filter(({ retired }) => !retired).map(({ tag_key }) => tag_key)
  const knownKeys = new Set([...Object.keys(state.tags), ...activeKeys])
  const unknownKeys = keys.filter((key) => !knownKeys.has(key))
  if (unknownKeys.length > 0)
    throw invalid('tags', `Unknown attributes: ${unknownKeys.join(', ')}.`)
  return withAttributes(state, tags)
}

/** Fields that `save-info` accepts but does not save, each with the call that saves it. */
const savedElsewhere = {
  id: 'An item keeps its id.',
  type_id: 'An item keeps its type.',
  type_name: 'An item keeps its type.',
  public: 'Use set-public to show or withdraw an item.',
  checked: 'Use set-checked to record when it was checked.',
  archived: 'Use set-archived to archive or restore an item.',
  texts: 'Use save-texts to change translations.',
  picture: 'Use upload-image to change the picture.',
  pictures: 'Use save-pictures to change pictures and their texts.',
  placeId: 'Use the attribute location, or places/move, to move an item.',
  recording: 'Use upload-recording or the attribute mp3 to change the recording.',
} as const satisfies Record<
  Exclude<keyof ItemToSave, ItemFieldName | 'tags' | 'languageChosen' | 'version'>,
  string
>

/** Rejects a value that would otherwise be dropped silently. */
function rejectUnsupportedChanges(sent: ItemToSave, detail: ItemDetail): void {
  const currentValues = { ...detail, type_id: inventoryTypes[detail.type_name].id }
  for (const field of Object.keys(savedElsewhere) as (keyof typeof savedElsewhere)[]) {
    if (sent[field] === undefined || isDeepStrictEqual(sent[field], currentValues[field])) continue
    throw invalid(
      `data.${field}`,
      `data.${field}: this is not saved here. ${savedElsewhere[field]}`,
    )
  }
}
