import { z } from 'zod'
import { type Call, Done, fileAnswer } from '../call.ts'
import { type CsvDelimiter, csvDelimiters } from '../csv.ts'
import { retentionDays } from '../days.ts'
import { maxAttributes } from '../inventory/attributes.ts'
import { gaps } from '../inventory/gaps.ts'
import { ItemPicture, itemPictureLimits } from '../inventory/item-pictures.ts'
import { translationStates } from '../inventory/item-texts.ts'
import {
  maxChangedAtOnce,
  maxChosenColumns,
  maxItemsAtOnce,
  tooManyChangedMessage,
  tooManyItemsMessage,
} from '../inventory/limits.ts'
import { type ListAttributeKey, listAttributeKeys } from '../inventory/list-columns.ts'
import { callPerType } from '../inventory/per-type.ts'
import { inventoryTypes, itemTypes } from '../inventory/types.ts'
import { labelLanguages, textLanguages } from '../languages.ts'
import {
  fieldNames,
  getItemField,
  type ItemField,
  type ItemFieldName,
  type ItemFieldValues,
  itemFields,
} from '../records.ts'
import { rootOnly, staff } from '../roles.ts'
import { Day, Id, IdParams, line, prose, toFieldSchemas, visibleLine } from '../text.ts'

/**
 * A row of a list. Attributes that a type does not have are empty. `picture` is the hash of the
 * content. `public` is only present if false, because lists are long.
 */
export const ItemListEntry = z.object({
  id: z.number().int(),
  identifier: z.string(),
  name: z.string(),
  ...(Object.fromEntries(listAttributeKeys.map((key) => [key, z.string()])) as Record<
    ListAttributeKey,
    z.ZodString
  >),
  picture: z.string(),
  public: z.literal(false).optional(),
})
export type ItemListEntry = z.infer<typeof ItemListEntry>

// The content hash gives a URL that can be cached forever; the size prevents layout shifts.
const picture = { name: z.string(), width: z.number().int(), height: z.number().int() }
const archived = { at: z.string(), by: z.string() }
const recording = { name: z.string(), fileName: z.string() }

const translation = { text: z.string(), state: z.enum(translationStates), source: z.string() }

export const ItemDetail = z.object({
  id: z.number().int(),
  /** `language` is that of name, description and attributes: chosen, else detected, else empty. */
  ...toFieldSchemas(itemFields),
  type_name: z.enum(itemTypes),
  /** Whether the language was chosen; otherwise it is detected from the description. */
  languageChosen: z.boolean(),
  tags: z.record(z.string(), z.string()),
  /** Translations by language and field: `name`, `description` or an attribute key. */
  texts: z.partialRecord(z.enum(textLanguages), z.record(z.string(), z.object(translation))),
  /**
   * Incremented with each change except to translations. Saving with an older version is a
   * conflict.
   */
  version: z.number().int(),
  public: z.boolean(),
  /** Day of the last physical check, or of its creation. Edits do not change it. */
  checked: z.string(),
  /** When and by whom it was archived. Archived items are in no list and on no page or paper. */
  archived: z.object(archived).nullable(),
  /** The first of the pictures. */
  picture: z.object(picture).nullable(),
  pictures: z.array(ItemPicture),
  recording: z.object(recording).nullable(),
  /** Its current place; the attribute `location` has the name. */
  placeId: z.number().int().nullable(),
})
export type ItemDetail = z.infer<typeof ItemDetail>

export const TagDefinition = z.object({
  tag_key: z.string(),
  order_key: z.number().int(),
  multiline: z.boolean(),
})
export type TagDefinition = z.infer<typeof TagDefinition>

const schemasByKind: {
  readonly [Kind in ItemField['kind']]: (field: ItemField) => z.ZodType<string, string>
} = {
  line: ({ maxLength }) => line(maxLength),
  prose: ({ maxLength }) => prose(maxLength),
  language: () => z.enum(labelLanguages).or(z.literal('')),
}

type ItemRules = {
  readonly [Name in ItemFieldName]: z.ZodType<ItemFieldValues[Name], ItemFieldValues[Name]>
}

/** Input schemas of an item's fields. */
export const itemFieldSchemas: ItemRules = {
  ...(Object.fromEntries(
    fieldNames(itemFields).map((name) => [
      name,
      schemasByKind[getItemField(name).kind](getItemField(name)),
    ]),
  ) as unknown as ItemRules),
  identifier: visibleLine(itemFields.identifier.maxLength).min(1, 'Please enter an identifier.'),
}

const { identifier, name, description } = itemFieldSchemas
export const ItemTextInput = z.strictObject({ identifier, name, description })
const NewItem = ItemTextInput.extend({
  type_id: z.literal(itemTypes.map((type) => inventoryTypes[type].id)),
  public: z.boolean().optional(),
})
export type NewItem = z.output<typeof NewItem>
export const TagKey = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,59}$/,
    'A key starts with a lower-case letter and may contain lower-case letters, digits and underscores.',
  )
  // Every JavaScript object inherits this property.
  .refine((key) => key !== 'constructor', 'This key is reserved. Please choose another.')
export const TagValue = prose(5_000)
const Tags = z.record(TagKey, TagValue)
const Version = z.number().int().positive().optional()
const Saved = z.object({ version: z.number().int() })

/** Fields that only other calls change. A save may include them, but must not change them. */
const Unchanged = z.strictObject({
  id: Id,
  type_id: NewItem.shape.type_id,
  type_name: z.enum(itemTypes),
  public: z.boolean(),
  checked: Day,
  archived: z.strictObject(archived).nullable(),
  texts: z.partialRecord(z.enum(textLanguages), z.record(z.string(), z.strictObject(translation))),
  picture: z.strictObject(picture).nullable(),
  pictures: z.array(z.strictObject(ItemPicture.shape)).max(itemPictureLimits.pictures),
  recording: z.strictObject(recording).nullable(),
  placeId: Id.nullable(),
})
const ItemToSave = z.strictObject({
  ...z.object(itemFieldSchemas).partial().shape,
  ...ItemTextInput.shape,
  tags: Tags.optional(),
  languageChosen: z.boolean().optional(),
  version: Version,
  ...Unchanged.partial().shape,
})
export type ItemToSave = z.output<typeof ItemToSave>

/** `obj` of the 409 answer to an outdated save. */
export const EditConflict = z.object({
  current: ItemDetail,
  changedBy: z.string(),
  changedAt: z.string(),
})
export type EditConflict = z.infer<typeof EditConflict>

const AnyText = prose(20_000)

const TextsToSave = z.strictObject({
  itemId: Id,
  lang: z.enum(textLanguages),
  fields: z
    .record(
      TagKey,
      z.strictObject({
        /** Empty removes the translation. */
        text: AnyText,
        /** The translation that the client had read; empty if there was none. */
        was: AnyText,
        /** The original that the client had read. */
        source: AnyText,
        /** Confirms that the text is intentionally equal to the original. */
        same: z.boolean().optional(),
      }),
    )
    .refine(
      (fields) => Object.keys(fields).length <= maxAttributes,
      `Please send at most ${maxAttributes} texts.`,
    ),
  state: z.enum(translationStates),
})
export type TextsToSave = z.output<typeof TextsToSave>

/**
 * The distinct values of a column, and in `places` for each item the number of its value, counted
 * from 1; 0 for none.
 */
const ColumnValues = z.object({ values: z.array(z.string()), places: z.array(z.number().int()) })
export type ColumnValues = z.infer<typeof ColumnValues>

/** Additional values of a list's items, including archived ones, for facets and chosen columns. */
export const ItemColumns = z.object({
  ids: z.array(z.number().int()),
  /** By attribute key; long values are cut. */
  attributes: z.record(z.string(), ColumnValues),
  /** Choosable fields by name, with long values cut, and derived columns by key. */
  fields: z.record(z.string(), ColumnValues),
  /** Place ids. */
  place: ColumnValues,
  /** Days of the last changes. */
  changed: ColumnValues,
  /** Ids of the items with each gap. */
  gaps: z.partialRecord(z.enum(gaps), z.array(z.number().int())),
  /** Text states per language: original, checked, outdated, draft or missing. */
  texts: z.record(z.enum(textLanguages), ColumnValues),
})
export type ItemColumns = z.infer<typeof ItemColumns>

/** Selected items, in list order. */
export const ChosenIds = z
  .array(Id)
  .min(1, 'Please select at least one item.')
  .max(maxItemsAtOnce, tooManyItemsMessage)

/** Body limits of calls with selected items. */
export const chosenItemsBodyLimits = {
  bodyLimit: 2 * 1024 * 1024,
  bodyShape: {
    keys: 20,
    elements: maxItemsAtOnce,
    values: 2 * maxItemsAtOnce + 100,
    sentence: tooManyItemsMessage,
  },
} as const

export const CsvRequest = z.strictObject({
  ids: ChosenIds,
  /** Columns after the identifier; by default the description and all attributes. */
  columns: z
    .array(TagKey)
    // A list column may combine two attributes, one of them in brackets.
    .max(2 * maxChosenColumns)
    .optional(),
  delimiter: z
    .enum(Object.keys(csvDelimiters) as [CsvDelimiter, ...CsvDelimiter[]])
    .default('semicolon'),
})
export type CsvRequest = z.output<typeof CsvRequest>

export const inventory = {
  ...callPerType('{collection}', '/inventory/{collection}', ({ many }) => ({
    method: 'GET',
    access: staff,
    summary: `All ${many}, by identifier`,
    ok: z.array(ItemListEntry),
    finished: true,
  })),
  ...callPerType('{collection}Archived', '/inventory/{collection}/archived', ({ many }) => ({
    method: 'GET',
    access: staff,
    summary: `The archived ${many}, by identifier`,
    ok: z.array(ItemListEntry),
    finished: true,
  })),
  ...callPerType('{collection}Columns', '/inventory/{collection}/columns', ({ many }) => ({
    method: 'GET',
    access: staff,
    summary: `Values of ${many} beyond the standard list columns: all attributes, place, day of the last change, gaps and text states`,
    ok: ItemColumns,
    finished: true,
  })),
  ...callPerType('{type}Tags', '/inventory/{collection}/tags', ({ one }) => ({
    method: 'GET',
    access: staff,
    summary: `The attributes that ${one} can have, in order`,
    ok: z.array(TagDefinition),
  })),
  ...callPerType('{type}Csv', '/inventory/{collection}/csv', ({ many }) => ({
    method: 'POST',
    access: staff,
    summary: `The chosen ${many} as a CSV file that can be uploaded again, with all attributes or with some columns`,
    ...chosenItemsBodyLimits,
    body: CsvRequest,
    ...fileAnswer,
  })),
  details: {
    method: 'GET',
    path: '/inventory/details/:id',
    access: staff,
    summary: 'One item with its attributes',
    params: IdParams,
    ok: ItemDetail,
    finished: true,
  },
  add: {
    method: 'POST',
    path: '/inventory/add',
    access: staff,
    summary:
      'Add an item; a taken identifier is a conflict with the message "identifierexists"; ' +
      'visitors see its page at once, unless `public` is false',
    body: z.strictObject({ item: NewItem }),
    ok: z.object({ id: z.number().int() }),
    creates: true,
  },
  saveInfo: {
    method: 'POST',
    path: '/inventory/save-info',
    access: staff,
    summary:
      'Save name, identifier and description, and the attributes in `tags`. Other fields, such as the language ' +
      'of the original and the internal note, are optional. The whole item may be sent as it was read, ' +
      'but translations, pictures, recordings and visibility are changed by other calls',
    body: z.strictObject({ itemId: Id, data: ItemToSave, version: Version }),
    ok: Saved,
  },
  saveTags: {
    method: 'POST',
    path: '/inventory/save-tags',
    access: staff,
    summary: 'Save attributes; an empty value removes one, absent keys stay unchanged',
    body: z.strictObject({ itemId: Id, tags: Tags, version: Version }),
    ok: Saved,
  },
  saveTexts: {
    method: 'POST',
    path: '/inventory/save-texts',
    access: staff,
    summary:
      'Save the translations of an item into one language, as draft or checked. An empty text removes one; absent fields ' +
      'stay unchanged. If a translation or an original has changed since it was read, this is a conflict',
    body: TextsToSave,
    ok: Saved,
  },
  setPublic: {
    method: 'POST',
    path: '/inventory/set-public',
    access: staff,
    summary: 'Show an item to visitors, or withdraw it',
    body: z.strictObject({ itemId: Id, public: z.boolean() }),
    ok: Saved,
  },
  setChecked: {
    method: 'POST',
    path: '/inventory/set-checked',
    access: staff,
    summary: 'Record that an item was checked and found as described, today or on an earlier day',
    body: z.strictObject({ itemId: Id, day: Day.optional() }),
    ok: z.object({ checked: z.string() }),
  },
  setArchived: {
    method: 'POST',
    path: '/inventory/set-archived',
    access: staff,
    summary: 'Archive or restore items; `changed` are those whose state changed',
    body: z.strictObject({
      itemIds: ChosenIds.max(maxChangedAtOnce, tooManyChangedMessage),
      archived: z.boolean(),
    }),
    ok: z.object({ changed: z.array(z.number().int()) }),
  },
  remove: {
    method: 'DELETE',
    path: '/inventory/items/:id',
    access: rootOnly,
    summary:
      `Delete an item for good, with its history, comments and files that are not used elsewhere, ` +
      `once it has been archived for ${retentionDays} days`,
    params: IdParams,
    ok: Done,
  },
} as const satisfies Record<string, Call>
