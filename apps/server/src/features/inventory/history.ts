import { type AttributeMeaning, attributeLabel, type FieldChange, meaningOf } from '@vitrine/contract'
import { fail } from '../../base/failure.ts'
import type { Db } from '../../db/tables.ts'
import type { AttributeCatalogue } from '../attributes/index.ts'
import { type Difference, type HistoryKind, inWords, type Path, plainly, type Words } from '../history/index.ts'
import { itemCodec } from './changes.ts'
import { editItem, explainTakenIdentifier, noSuchItem } from './edit.ts'
import type { ItemState } from './state.ts'
import { itemStore } from './store.ts'
import { shortName } from './view.ts'

export const itemHistory = (db: Db, catalogue: AttributeCatalogue): HistoryKind<ItemState> => ({
  codec: itemCodec,

  async expect(id) {
    if (!(await itemStore(db).exists(id))) throw noSuchItem()
  },

  async words(id, states) {
    const store = itemStore(db)
    const { type } = (await store.find(id)) ?? fail(noSuchItem())
    const ids = states.flatMap(({ pictureId, recordingId }) => [pictureId, recordingId])
    const media = await store.media([...new Set(ids.filter((mediaId) => mediaId !== null))])
    return wordsFor(await catalogue.all(type), media)
  },

  undo(context, itemId, next) {
    let identifier = ''
    const edit = (state: ItemState) => {
      const earlier = next(state)
      identifier = earlier.identifier
      return earlier
    }
    return explainTakenIdentifier(
      () => db.transaction().execute((tx) => editItem(tx, { itemId, kind: 'undone', next: edit }, context)),
      () => `The identifier “${identifier}” is now used by another item. Please change that one first.`,
    )
  },
})

// In display order.
const names: Record<keyof ItemState, string> = {
  identifier: 'Identifier',
  name: 'Name',
  description: 'Description',
  tags: 'Attributes',
  public: 'Shown to visitors',
  archived: 'Archived',
  pictureId: 'Picture',
  recordingId: 'Recording',
}
const fields = Object.keys(names)
const isField = (field: string): field is keyof ItemState => field in names

type Media = ReadonlyMap<number, { readonly name: string; readonly file_name: string }>

export function wordsFor(catalogue: readonly AttributeMeaning[], media: Media = new Map()): Words {
  const meaning = meaningOf(catalogue)
  const keys = catalogue.map(({ tag_key }) => tag_key)
  const file = (id: unknown) => (typeof id === 'number' ? media.get(id) : undefined)
  return {
    fieldName: ([field, key]) =>
      key === undefined && isField(field) ? names[field] : attributeLabel(meaning(key ?? '')),
    // Attributes that the catalogue does not know come last.
    place: ([field, key = '']: Path) =>
      fields.indexOf(field) + (keys.includes(key) ? keys.indexOf(key) / (keys.length + 1) : 0.999),
    show(difference: Difference) {
      const [field] = difference.path
      // Nothing is said of what is as usual.
      if (field === 'archived') return { before: difference.before ? 'Yes' : '', after: difference.after ? 'Yes' : '' }
      if (field !== 'pictureId' && field !== 'recordingId') return plainly(difference)
      const [old, fresh] = [file(difference.before), file(difference.after)]
      const change = { before: old?.file_name ?? '', after: fresh?.file_name ?? '' }
      if (field === 'recordingId') return change
      return {
        ...change,
        pictures: { before: old ? shortName(old.name) : null, after: fresh ? shortName(fresh.name) : null },
      }
    },
  }
}

/** The fields in which two states differ, in words. */
export const fieldChanges = (before: ItemState, after: ItemState): FieldChange[] => inWords(before, after, wordsFor([]))
