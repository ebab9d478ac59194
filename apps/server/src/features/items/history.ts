import {
  type AttributeMeaning,
  attributeLabel,
  columnsBeforeAttributes,
  type FieldChange,
  fieldNames,
  type ItemFieldName,
  isOwnText,
  itemField,
  itemFields,
  languageNames,
  meaningOf,
  ownTexts,
  type PlaceTree,
  placeKey,
  textLanguages,
} from '@vitrine/contract'
import { conflict, fail } from '../../base/failure.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { ItemParts, ItemState } from '../../items/item.ts'
import { readPlaces } from '../../items/places.ts'
import { itemStore } from '../../items/store.ts'
import type { AttributeCatalogue } from '../attributes/index.ts'
import { type Difference, type HistoryKind, inWords, type Path, plainly, type Words } from '../history/index.ts'
import {
  expectRoomForPicture,
  gatherPictures,
  type Media,
  pictureChange,
  picturesTogether,
  spreadPictures,
  withoutCopies,
} from './pictures/pictures.ts'
import { itemReads, noSuchItem } from './read.ts'
import { itemCodec, mediaIdsOf, sameState, withoutPlaceName } from './state.ts'
import { editItem, explainTakenIdentifier } from './write.ts'

export const itemHistory = (db: Db, catalogue: AttributeCatalogue): HistoryKind<ItemState> => ({
  codec: itemCodec,

  now: async (id) => (await itemStore(db).find(id))?.state ?? fail(noSuchItem()),

  async words(id, states) {
    const { type_name: type } = await itemReads({ db }).details(id)
    const ids = states.flatMap(mediaIdsOf)
    const media = await itemStore(db).media([...new Set(ids)])
    return wordsFor(await catalogue.all(type), await readPlaces(db), media)
  },

  write(context, itemId, kind, next) {
    let identifier = ''
    const earlierState = async (tx: Tx, state: ItemState) => {
      const earlier = await withPicturesOnce(tx, state, next(state))
      identifier = earlier.identifier
      return earlier
    }
    return explainTakenIdentifier(
      () =>
        db
          .transaction()
          .execute((tx) => editItem(tx, { itemId, kind, next: (state) => earlierState(tx, state) }, context)),
      () => `The identifier “${identifier}” is now used by another item. Please change that one first.`,
    )
  },
})

/** An earlier state may bring back a picture that came again since, as another file, or more than an item can have. */
async function withPicturesOnce(tx: Tx, now: ItemState, earlier: ItemState): Promise<ItemState> {
  const media = await itemStore(tx).media(mediaIdsOf(earlier))
  const pictures = withoutCopies(earlier.pictures, ({ mediaId }) => media.get(mediaId)?.name, now.pictures)
  if (pictures.length > now.pictures.length) expectRoomForPicture(pictures.length - 1)
  const state = { ...earlier, pictures }
  if (sameState(now, state)) throw conflict('The item has this picture again already.')
  return state
}

// In display order.
const partLabels: Record<keyof ItemParts, string> = {
  tags: 'Attributes',
  texts: 'Translations',
  public: 'Shown to visitors',
  archived: 'Archived',
  pictures: 'Picture',
  recordingId: 'Recording file',
  placeId: 'Location',
  typedPlace: 'Location',
}
const { tags: attributesLabel, ...otherLabels } = partLabels

const fieldLabels = (names: readonly ItemFieldName[]) =>
  Object.fromEntries(names.map((name) => [name, itemField(name).label]))
const fieldsAfterAttributes = fieldNames(itemFields).filter((name) => itemField(name).csv !== 'before')

/** What the fields and parts of an item are called, in display order. */
const names: Readonly<Record<string, string>> = {
  ...fieldLabels(columnsBeforeAttributes),
  tags: attributesLabel,
  ...fieldLabels(fieldsAfterAttributes),
  ...otherLabels,
}
const fields = Object.keys(names)
const isField = (field: string): field is ItemFieldName => Object.hasOwn(itemFields, field)

const languageName = (language: unknown): string =>
  Object.entries(languageNames).find(([known]) => known === language)?.[1] ?? ''

export function wordsFor(
  catalogue: readonly AttributeMeaning[],
  places: PlaceTree,
  media: Media = new Map(),
): Words<ItemState> {
  const meaning = meaningOf(catalogue)
  const keys = catalogue.map(({ tag_key }) => tag_key)
  const nameOf = (field: string) => names[field] ?? field
  // An attribute may have the key of a field that is not translated.
  const translatedName = (field: string) => (isOwnText(field) ? nameOf(field) : attributeLabel(meaning(field)))
  const place = (id: unknown) => (typeof id === 'number' ? places.pathOf(id) : '')
  const file = (id: unknown) => (typeof id === 'number' ? (media.get(id)?.file_name ?? '') : '')
  return {
    spread: (state) => spreadPictures(withoutPlaceName(state)),
    gather: gatherPictures,
    fieldName(path) {
      const [field, key, text = ''] = asAttribute(path)
      if (field === 'texts') return `${translatedName(text)} in ${languageName(key)}`
      return field === 'tags' && key !== undefined ? attributeLabel(meaning(key)) : nameOf(field)
    },
    // Attributes that the catalogue does not know come last.
    place(path) {
      const [field, key = '', text = ''] = asAttribute(path)
      return field === 'texts'
        ? fields.indexOf(field) + (languages.indexOf(key) + placeAmong([...ownTexts, ...keys], text)) / languages.length
        : fields.indexOf(field) + placeAmong(keys, key)
    },
    together(path, states) {
      const [field, key = '', text = ''] = path
      // A translation with its state and the original that it was made from.
      if (field === 'texts') return [[field, key, text]]
      if (field === 'recordingId' || (field === 'tags' && key === 'mp3')) return [['tags', 'mp3'], ['recordingId']]
      return field === 'pictures' ? picturesTogether(path, states) : [path]
    },
    // An item that was archived or withdrawn since is not shown again by the way.
    kept: ['public', 'archived'],
    show(difference, states) {
      if (difference.path[0] === 'pictures') return pictureChange(difference, states, media)
      const [field, , , part = 'text'] = difference.path
      if (isField(field) && itemField(field).kind === 'language')
        return { before: languageName(difference.before), after: languageName(difference.after) }
      if (part !== 'text') return { before: '', after: aboutTranslation(part, difference) }
      // Nothing is said of what is as usual.
      if (field === 'archived') return { before: difference.before ? 'Yes' : '', after: difference.after ? 'Yes' : '' }
      if (field === 'placeId') return { before: place(difference.before), after: place(difference.after) }
      if (field !== 'recordingId') return plainly(difference)
      return { before: file(difference.before), after: file(difference.after) }
    },
  }
}

const languages: readonly string[] = textLanguages

/** The place is shown as the attribute that says its name. */
const asAttribute = (path: Path): Path =>
  path[0] === 'placeId' || path[0] === 'typedPlace' ? ['tags', placeKey] : path

/** What is said of a translation beside its text. That a new one was made from the original goes without saying. */
function aboutTranslation(part: string, { before, after }: Difference): string {
  if (part === 'source') return before === undefined || after === undefined ? '' : 'compared with the new original'
  return after === 'checked' ? 'marked as checked' : after === 'draft' ? 'saved as a draft' : ''
}

/** Between 0 and 1; what is not among them comes last. */
const placeAmong = (known: readonly string[], one: string): number =>
  known.includes(one) ? known.indexOf(one) / (known.length + 1) : 0.999

/** The answer shows so many characters of changed texts in full; after that, long ones are cut. */
const fullTextBudget = 1_000_000
const cutLength = 100

/** What changes in each of many items, in words; texts are cut once the answer is long. */
export function shownChanges(places: PlaceTree): (before: ItemState, after: ItemState) => FieldChange[] {
  let budget = fullTextBudget
  const shown = (text: string) => {
    budget -= text.length
    return budget > 0 || text.length <= cutLength ? text : `${text.slice(0, cutLength)}…`
  }
  return (before, after) =>
    // A removed recording shows as a change of its attribute.
    inWords(before, { ...after, recordingId: before.recordingId }, wordsFor([], places)).map((change) => ({
      ...change,
      before: shown(change.before),
      after: shown(change.after),
    }))
}
