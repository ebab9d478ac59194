import { isDeepStrictEqual } from 'node:util'
import {
  dayOf,
  type ItemDetail,
  type ItemFieldName,
  type ItemToSave,
  inventoryTypes,
  isPublicByDefault,
  itemTypes,
  type NewItem,
  newPictureWords,
  type PictureKind,
  type PicturesToSave,
  type TextsToSave,
  translatedFields,
} from '@vitrine/contract'
import { instant } from '../../base/clock.ts'
import { fail, invalid } from '../../base/failure.ts'
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

const typeOf = (id: NewItem['type_id']) =>
  itemTypes.find((type) => inventoryTypes[type].id === id) ??
  fail(invalid('item.type_id', 'There is no such type.'))

/** Items were looked at and found as described: no new version, so that no edit meets a conflict. */
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

/** What staff do with one item. */
export const itemEditService = ({ db, clock }: Context) => {
  const context = (actor: Actor) => ({ actor, at: instant(clock) })
  const edit = (actor: Actor, change: ItemEdit | ((tx: Tx) => ItemEdit)) =>
    db
      .transaction()
      .execute((tx) =>
        editItem(tx, typeof change === 'function' ? change(tx) : change, context(actor)),
      )

  return {
    async add(
      actor: Actor,
      { type_id, public: isPublic = true, ...fields }: NewItem,
      attempt: IdempotentRequest | null,
    ): Promise<{ id: number }> {
      const type = typeOf(type_id)
      return withIdentifierConflict(() =>
        runIdempotently(db, clock, attempt, async (tx) => {
          const id = await itemStore(tx).reserveIds(type, 1)
          const after = { ...emptyItem, ...fields, public: isPublic }
          const write = { item: { id, type }, kind: 'created', before: null, after } as const
          await writeItems(tx, [write], context(actor))
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
          const known = translatedFields(await readAttributes(tx, type))
          return {
            ...state,
            texts: withTexts(state.texts, texts.lang, parseTexts(state, texts, known)),
          }
        },
      })),

    setPublic: (actor: Actor, itemId: number, shown: boolean) =>
      edit(actor, { itemId, kind: 'visibility', next: (state) => ({ ...state, public: shown }) }),

    async setChecked(
      actor: Actor,
      itemId: number,
      day = dayOf(clock.now()),
    ): Promise<{ checked: string }> {
      if (day > dayOf(clock.now()))
        throw invalid('day', 'An item can’t have been checked on a future date.')
      return db.transaction().execute(async (tx) => {
        const item = (await itemStore(tx).lock(itemId)) ?? fail(itemNotFound())
        await markChecked(tx, [item], day, context(actor))
        return { checked: day }
      })
    },

    /** Before or after the others. One that the item has already comes to the front, or stays where it is. */
    async addPicture(actor: Actor, place: 'first' | 'last', { itemId, kind, media }: PictureToAdd) {
      let result: 'added' | 'duplicate' = 'added'
      const fresh = { ...newPictureWords, kind, public: isPublicByDefault(kind), mediaId: media.id }
      return db.transaction().execute(async (tx) => {
        const next = async (state: ItemState) => {
          const known = state.pictures.find(await sameAs(tx, state, media))
          if (known) result = 'duplicate'
          else requireRoomForPicture(state.pictures.length)
          const others = state.pictures.filter((picture) => picture !== known)
          if (place === 'first') return { ...state, pictures: [known ?? fresh, ...others] }
          return known ? state : { ...state, pictures: [...others, fresh] }
        }
        const { version } = await editItem(tx, { itemId, kind: 'picture', next }, context(actor))
        // Read in the transaction: another one may remove it right after.
        const found = (await itemReadStore(tx).picturesOf(itemId)).find(
          ({ name }) => name === media.content,
        )
        return { version, result, picture: toItemPicture(found ?? fail(itemNotFound())) }
      })
    },

    savePictures: (actor: Actor, { itemId, version, pictures }: PicturesToSave) =>
      edit(actor, (tx) => ({
        itemId,
        kind: 'pictures',
        version,
        async next(state) {
          const media = await itemStore(tx).readMedia(listMediaIds(state))
          const nameOf = ({ mediaId }: StatePicture) =>
            shortMediaName(media.get(mediaId)?.name ?? '')
          return { ...state, pictures: toStatePictures(state.pictures, pictures, nameOf) }
        },
      })),

    /** The attribute `mp3` shows the file name. */
    setRecording: (actor: Actor, itemId: number, media: { id: number; fileName: string }) =>
      edit(actor, {
        itemId,
        kind: 'recording',
        next: (state) => ({
          ...state,
          recordingId: media.id,
          tags: withTags(state.tags, { mp3: media.fileName }),
        }),
      }),
  }
}

/** Where a new picture goes, and what it shows. */
interface PictureToAdd {
  readonly itemId: number
  readonly kind: PictureKind
  readonly media: KeptMedia
}

/** A stored file and its content. */
interface KeptMedia {
  readonly id: number
  readonly content: string
}

/** Finds the picture of an item that has this content, under whatever file name it came. */
async function sameAs(
  tx: Tx,
  state: ItemState,
  { content }: KeptMedia,
): Promise<(picture: StatePicture) => boolean> {
  const media = await itemStore(tx).readMedia(listMediaIds(state))
  return ({ mediaId }) => media.get(mediaId)?.name === content
}

/** The state with these attributes; rejects one that neither the type nor the item has. */
async function withKnownAttributes(
  tx: Tx,
  { type }: Item,
  state: ItemState,
  tags: Readonly<Record<string, string>>,
): Promise<ItemState> {
  const keys = Object.keys(tags)
  if (keys.length === 0) return state
  const defined = (await readAttributes(tx, type)).filter(({ retired }) => !retired)
  const known = new Set([...Object.keys(state.tags), ...defined.map(({ tag_key }) => tag_key)])
  const unknown = keys.filter((key) => !known.has(key))
  if (unknown.length > 0) throw invalid('tags', `Unknown attributes: ${unknown.join(', ')}.`)
  return withAttributes(state, tags)
}

/** Fields that `save-info` accepts but does not save. */
const changedElsewhere = {
  id: 'An item keeps its id.',
  type_id: 'An item keeps its type.',
  type_name: 'An item keeps its type.',
  public: 'Use set-public to show or withdraw an item.',
  checked: 'Use set-checked to say when somebody looked at it.',
  archived: 'Use set-archived to archive or restore an item.',
  texts: 'Use save-texts to change translations.',
  picture: 'Use upload-image to change the picture.',
  pictures: 'Use save-pictures to change what is said of pictures.',
  placeId: 'Use the attribute location, or places/move, to move an item.',
  recording: 'Use upload-recording or the attribute mp3 to change the recording.',
} as const satisfies Record<
  Exclude<keyof ItemToSave, ItemFieldName | 'tags' | 'languageChosen' | 'version'>,
  string
>

/** Rejects a value that would otherwise be dropped silently. */
function rejectUnsupportedChanges(sent: ItemToSave, detail: ItemDetail): void {
  const current = { ...detail, type_id: inventoryTypes[detail.type_name].id }
  for (const field of Object.keys(changedElsewhere) as (keyof typeof changedElsewhere)[]) {
    if (sent[field] === undefined || isDeepStrictEqual(sent[field], current[field])) continue
    throw invalid(
      `data.${field}`,
      `data.${field}: this is not saved here. ${changedElsewhere[field]}`,
    )
  }
}
