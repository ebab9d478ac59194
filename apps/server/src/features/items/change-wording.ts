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
import type { ItemParts, ItemState } from '../../items/item.ts'
import {
  type Difference,
  describeDifferences,
  type FieldPath,
  formatDifference,
  type HistoryWording,
} from '../history/index.ts'
import {
  describePictureChange,
  fromPicturesByKey,
  type MediaById,
  picturePathsRestoredWith,
  toPicturesByKey,
} from './pictures/pictures.ts'
import { withoutPlaceName } from './state.ts'

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
const fieldsAfterAttributes = fieldNames(itemFields).filter(
  (name) => itemField(name).csv !== 'before',
)

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

export function itemWording(
  catalogue: readonly AttributeMeaning[],
  places: PlaceTree,
  media: MediaById = new Map(),
): HistoryWording<ItemState> {
  const meaning = meaningOf(catalogue)
  const keys = catalogue.map(({ tag_key }) => tag_key)
  const nameOf = (field: string) => names[field] ?? field
  // An attribute may have the key of a field that is not translated.
  const translatedName = (field: string) =>
    isOwnText(field) ? nameOf(field) : attributeLabel(meaning(field))
  const place = (id: unknown) => (typeof id === 'number' ? places.pathOf(id) : '')
  const file = (id: unknown) => (typeof id === 'number' ? (media.get(id)?.file_name ?? '') : '')
  return {
    spread: (state) => toPicturesByKey(withoutPlaceName(state)),
    gather: fromPicturesByKey,
    fieldName(path) {
      const [field, key, text = ''] = asAttribute(path)
      if (field === 'texts') return `${translatedName(text)} in ${languageName(key)}`
      return field === 'tags' && key !== undefined ? attributeLabel(meaning(key)) : nameOf(field)
    },
    // Attributes that the catalogue does not know come last.
    place(path) {
      const [field, key = '', text = ''] = asAttribute(path)
      return field === 'texts'
        ? fields.indexOf(field) +
            (languages.indexOf(key) + placeAmong([...ownTexts, ...keys], text)) / languages.length
        : fields.indexOf(field) + placeAmong(keys, key)
    },
    together(path, states) {
      const [field, key = '', text = ''] = path
      // A translation with its state and the original that it was made from.
      if (field === 'texts') return [[field, key, text]]
      if (field === 'recordingId' || (field === 'tags' && key === 'mp3'))
        return [['tags', 'mp3'], ['recordingId']]
      return field === 'pictures' ? picturePathsRestoredWith(path, states) : [path]
    },
    // An item that was archived or withdrawn since is not shown again by the way.
    kept: ['public', 'archived'],
    show(difference, states) {
      if (difference.path[0] === 'pictures') return describePictureChange(difference, states, media)
      const [field, , , part = 'text'] = difference.path
      if (isField(field) && itemField(field).kind === 'language')
        return { before: languageName(difference.before), after: languageName(difference.after) }
      if (part !== 'text') return { before: '', after: aboutTranslation(part, difference) }
      // Nothing is said of what is as usual.
      if (field === 'archived')
        return { before: difference.before ? 'Yes' : '', after: difference.after ? 'Yes' : '' }
      if (field === 'placeId')
        return { before: place(difference.before), after: place(difference.after) }
      if (field !== 'recordingId') return formatDifference(difference)
      return { before: file(difference.before), after: file(difference.after) }
    },
  }
}

const languages: readonly string[] = textLanguages

/** The place is shown as the attribute that says its name. */
const asAttribute = (path: FieldPath): FieldPath =>
  path[0] === 'placeId' || path[0] === 'typedPlace' ? ['tags', placeKey] : path

/** What is said of a translation beside its text. That a new one was made from the original goes without saying. */
function aboutTranslation(part: string, { before, after }: Difference): string {
  if (part === 'source')
    return before === undefined || after === undefined ? '' : 'compared with the new original'
  return after === 'checked' ? 'marked as checked' : after === 'draft' ? 'saved as a draft' : ''
}

/** Between 0 and 1; what is not among them comes last. */
const placeAmong = (known: readonly string[], one: string): number =>
  known.includes(one) ? known.indexOf(one) / (known.length + 1) : 0.999

/** The answer shows so many characters of changed texts in full; after that, long ones are cut. */
const fullTextBudget = 1_000_000
const cutLength = 100

/** What changes in each of many items, in words; texts are cut once the answer is long. */
export function createChangeFormatter(
  places: PlaceTree,
): (before: ItemState, after: ItemState) => FieldChange[] {
  let budget = fullTextBudget
  const shown = (text: string) => {
    budget -= text.length
    return budget > 0 || text.length <= cutLength ? text : `${text.slice(0, cutLength)}…`
  }
  return (before, after) =>
    // A removed recording shows as a change of its attribute.
    describeDifferences(
      before,
      { ...after, recordingId: before.recordingId },
      itemWording([], places),
    ).map((change) => ({
      ...change,
      before: shown(change.before),
      after: shown(change.after),
    }))
}
