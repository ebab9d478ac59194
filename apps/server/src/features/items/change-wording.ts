import {
  type AttributeDefinition,
  attributeLabel,
  baseTextFields,
  csvFieldsBeforeAttributes,
  definitionLookup,
  type FieldChange,
  fieldNames,
  getItemField,
  type ItemFieldName,
  isBaseTextField,
  itemFields,
  languageNames,
  type PlaceTree,
  placeAttributeKey,
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

/** Labels of the parts of an item, in display order. */
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
  Object.fromEntries(names.map((name) => [name, getItemField(name).label]))
const fieldsAfterAttributes = fieldNames(itemFields).filter(
  (name) => getItemField(name).csv !== 'before',
)

/** Labels of all fields and parts of an item, in display order. */
const labels: Readonly<Record<string, string>> = {
  ...fieldLabels(csvFieldsBeforeAttributes),
  tags: attributesLabel,
  ...fieldLabels(fieldsAfterAttributes),
  ...otherLabels,
}
const displayOrder = Object.keys(labels)
const isItemField = (field: string): field is ItemFieldName => Object.hasOwn(itemFields, field)

/**
 * Formats the changes of items of one type, for their histories. Their paths are [field],
 * ['tags', key], ['pictures', …] or ['texts', language, key, 'text' | 'state' | 'source'].
 */
export function itemWording(
  catalogue: readonly AttributeDefinition[],
  places: PlaceTree,
  media: MediaById = new Map(),
): HistoryWording<ItemState> {
  const getDefinition = definitionLookup(catalogue)
  const attributeKeys = catalogue.map(({ tag_key }) => tag_key)
  const getFieldLabel = (field: string) => labels[field] ?? field
  // An attribute may have the same key as a field without translations.
  const getTranslatedFieldLabel = (field: string) =>
    isBaseTextField(field) ? getFieldLabel(field) : attributeLabel(getDefinition(field))
  const formatPlace = (id: unknown) => (typeof id === 'number' ? places.pathOf(id) : '')
  const formatFileName = (id: unknown) =>
    typeof id === 'number' ? (media.get(id)?.file_name ?? '') : ''
  return {
    toComparable: (state) => toPicturesByKey(withoutPlaceName(state)),
    fromComparable: fromPicturesByKey,
    fieldName(path) {
      const [field, key, textField = ''] = withPlaceAsAttribute(path)
      if (field === 'texts')
        return `${getTranslatedFieldLabel(textField)} in ${formatLanguage(key)}`
      return field === 'tags' && key !== undefined
        ? attributeLabel(getDefinition(key))
        : getFieldLabel(field)
    },
    sortKey: (path) => getDisplayPosition(withPlaceAsAttribute(path), attributeKeys),
    pathsRestoredWith(path, states) {
      const [field, key = '', textField = ''] = path
      // A translation is restored with its state and its source.
      if (field === 'texts') return [[field, key, textField]]
      // The attribute mp3 holds the file name of the recording.
      if (field === 'recordingId' || (field === 'tags' && key === 'mp3'))
        return [['tags', 'mp3'], ['recordingId']]
      return field === 'pictures' ? picturePathsRestoredWith(path, states) : [path]
    },
    // Restoring an earlier state must not silently publish an item that was archived or withdrawn
    // since.
    fieldsKeptOnRestore: ['public', 'archived'],
    formatValues(difference, states) {
      if (difference.path[0] === 'pictures') return describePictureChange(difference, states, media)
      const { before, after } = difference
      const [field, _language, _key, translationPart = 'text'] = difference.path
      if (isItemField(field) && getItemField(field).kind === 'language')
        return { before: formatLanguage(before), after: formatLanguage(after) }
      if (translationPart !== 'text')
        return { before: '', after: describeTranslationNote(translationPart, difference) }
      // Unlike for other flags, "No" is left out: most items are not archived.
      if (field === 'archived') return { before: before ? 'Yes' : '', after: after ? 'Yes' : '' }
      if (field === 'placeId') return { before: formatPlace(before), after: formatPlace(after) }
      if (field === 'recordingId')
        return { before: formatFileName(before), after: formatFileName(after) }
      return formatDifference(difference)
    },
  }
}

const languages: readonly string[] = textLanguages

const formatLanguage = (language: unknown): string =>
  Object.entries(languageNames).find(([known]) => known === language)?.[1] ?? ''

/** Treats the place as the location attribute, under whose label it is shown. */
const withPlaceAsAttribute = (path: FieldPath): FieldPath =>
  path[0] === 'placeId' || path[0] === 'typedPlace' ? ['tags', placeAttributeKey] : path

/**
 * Describes a change of a translation's source or state; empty for the source of a new translation.
 */
function describeTranslationNote(part: string, { before, after }: Difference): string {
  if (part === 'source')
    return before === undefined || after === undefined ? '' : 'compared with the new original'
  if (after === 'checked') return 'marked as checked'
  return after === 'draft' ? 'saved as a draft' : ''
}

/**
 * Returns the index of a field in `displayOrder`, plus a fraction below 1 by which its attributes,
 * or its languages and their texts, are sorted.
 */
function getDisplayPosition(
  [field, key = '', textField = '']: FieldPath,
  attributeKeys: readonly string[],
): number {
  const fieldIndex = displayOrder.indexOf(field)
  if (field !== 'texts') return fieldIndex + getRelativePosition(attributeKeys, key)

  const textFields = [...baseTextFields, ...attributeKeys]
  const positionInLanguage = getRelativePosition(textFields, textField)
  return fieldIndex + (languages.indexOf(key) + positionInLanguage) / languages.length
}

/** Relative position of an unknown key: after all known ones, but below 1. */
const lastPosition = 0.999

/** Returns a fraction from 0 to below 1. */
const getRelativePosition = (knownKeys: readonly string[], key: string): number =>
  knownKeys.includes(key) ? knownKeys.indexOf(key) / (knownKeys.length + 1) : lastPosition

/** Characters of changed texts that an answer shows in full; afterwards long texts are cut. */
const fullTextBudget = 1_000_000
const cutTextLength = 100

/** Formats the changes of many items for one answer, cutting texts once their budget is used up. */
export function createChangeFormatter(
  places: PlaceTree,
): (before: ItemState, after: ItemState) => FieldChange[] {
  let remainingBudget = fullTextBudget
  const cutIfOverBudget = (text: string) => {
    remainingBudget -= text.length
    if (remainingBudget > 0 || text.length <= cutTextLength) return text
    return `${text.slice(0, cutTextLength)}…`
  }
  return (before, after) => {
    // A removed recording is already shown as a change of the attribute mp3.
    const afterWithRecording = { ...after, recordingId: before.recordingId }
    return describeDifferences(before, afterWithRecording, itemWording([], places)).map(
      (change) => ({
        ...change,
        before: cutIfOverBudget(change.before),
        after: cutIfOverBudget(change.after),
      }),
    )
  }
}
