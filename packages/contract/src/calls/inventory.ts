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
 * A row of a list. Fields that a type does not have are empty; `picture` names the picture's content. `public` is there
 * only on what visitors don't see: a list is long, and hardly any row needs it.
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

// The content's name, width and height, for an address that can be cached for ever and a box that does not jump.
const picture = { name: z.string(), width: z.number().int(), height: z.number().int() }
const archived = { at: z.string(), by: z.string() }
const recording = { name: z.string(), fileName: z.string() }

const translation = { text: z.string(), state: z.enum(translationStates), source: z.string() }

export const ItemDetail = z.object({
  id: z.number().int(),
  /** The language is that of name, description and attributes: as chosen, else as recognised; empty if it is not known. */
  ...toFieldSchemas(itemFields),
  type_name: z.enum(itemTypes),
  /** Whether the language was chosen; else it is recognised from the description. */
  languageChosen: z.boolean(),
  tags: z.record(z.string(), z.string()),
  /** Translations by language and field; a field is `name`, `description` or the key of an attribute. */
  texts: z.partialRecord(z.enum(textLanguages), z.record(z.string(), z.object(translation))),
  /** Counts the item's changes, but not those of translations; a save that names an older one is a conflict. */
  version: z.number().int(),
  public: z.boolean(),
  /** The calendar day on which it was last found as described, or added. An edit does not change it. */
  checked: z.string(),
  /** Since when and by whom it is archived: in no list, on no page and on no paper until it is restored. */
  archived: z.object(archived).nullable(),
  /** The first of the pictures. */
  picture: z.object(picture).nullable(),
  pictures: z.array(ItemPicture),
  recording: z.object(recording).nullable(),
  /** Where it is; the attribute `location` says the name. */
  placeId: z.number().int().nullable(),
})
export type ItemDetail = z.infer<typeof ItemDetail>

export const TagDefinition = z.object({
  tag_key: z.string(),
  order_key: z.number().int(),
  multiline: z.boolean(),
})
export type TagDefinition = z.infer<typeof TagDefinition>

const rules: {
  readonly [Kind in ItemField['kind']]: (field: ItemField) => z.ZodType<string, string>
} = {
  line: ({ maxLength }) => line(maxLength),
  prose: ({ maxLength }) => prose(maxLength),
  language: () => z.enum(labelLanguages).or(z.literal('')),
}

type ItemRules = {
  readonly [Name in ItemFieldName]: z.ZodType<ItemFieldValues[Name], ItemFieldValues[Name]>
}

/** What each field of an item may be. */
export const itemFieldSchemas: ItemRules = {
  ...(Object.fromEntries(
    fieldNames(itemFields).map((name) => [
      name,
      rules[getItemField(name).kind](getItemField(name)),
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
  // Every object in JavaScript has a property of that name.
  .refine((key) => key !== 'constructor', 'This key is reserved. Please choose another.')
export const TagValue = prose(5_000)
const Tags = z.record(TagKey, TagValue)
const Version = z.number().int().positive().optional()
const Saved = z.object({ version: z.number().int() })

/** What other calls change. It may come along as it was read, and must then be as it is. */
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

/** `obj` of the 409 that answers a save over a newer change. */
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
        /** The translation as it was read; empty where there was none. */
        was: AnyText,
        /** The original as it was read. */
        source: AnyText,
        /** That the text is meant to be the same as the original. */
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

/** The different values of many items, and for each item the place of its own, counted from 1; 0 where it has none. */
const ColumnValues = z.object({ values: z.array(z.string()), places: z.array(z.number().int()) })
export type ColumnValues = z.infer<typeof ColumnValues>

/** What lists don't show of their items, archived ones included: for facets and chosen columns. */
export const ItemColumns = z.object({
  ids: z.array(z.number().int()),
  /** By key; long values are cut. */
  attributes: z.record(z.string(), ColumnValues),
  /** The fields that may be chosen as columns, by name; long values are cut. */
  fields: z.record(z.string(), ColumnValues),
  /** The id of the place that each is in. */
  place: ColumnValues,
  /** The calendar day of the last change. */
  changed: ColumnValues,
  /** The ids of the items that have each gap. */
  gaps: z.partialRecord(z.enum(gaps), z.array(z.number().int())),
  /** How items stand in each language: original, checked, outdated, draft or missing. */
  texts: z.record(z.enum(textLanguages), ColumnValues),
})
export type ItemColumns = z.infer<typeof ItemColumns>

/** Items chosen in a list, in its order. */
export const ChosenIds = z
  .array(Id)
  .min(1, 'Please select at least one item.')
  .max(maxItemsAtOnce, tooManyItemsMessage)

/** As many ids as one request may name, and what goes with them. */
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
  /** The columns after the identifier; without them the description and all attributes. */
  columns: z
    .array(TagKey)
    // Two may stand behind one column of a list in brackets.
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
    summary: `What the list of ${many} does not show: all attributes, a column each, the day of the last change and the gaps`,
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
    summary: `The chosen ${many} with all their attributes, or with some columns, as a CSV file, as an upload takes it`,
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
      'Save name, identifier and description, and those attributes that `tags` holds; other fields, such as the language ' +
      'of the original and the internal note, stay as they are where left out; the whole item as it was read may be sent, ' +
      'but what it says of translations, pictures, recordings and visitors is changed by other calls',
    body: z.strictObject({ itemId: Id, data: ItemToSave, version: Version }),
    ok: Saved,
  },
  saveTags: {
    method: 'POST',
    path: '/inventory/save-tags',
    access: staff,
    summary: 'Save attributes; an empty value removes one, a key left out stays as it is',
    body: z.strictObject({ itemId: Id, tags: Tags, version: Version }),
    ok: Saved,
  },
  saveTexts: {
    method: 'POST',
    path: '/inventory/save-texts',
    access: staff,
    summary:
      'Save the translations of an item into one language, as a draft or as checked; an empty text removes one, a field ' +
      'left out stays as it is; a translation or an original that changed since it was read is a conflict',
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
    summary:
      'Record that somebody looked at an item and found it as described: today, or on an earlier day',
    body: z.strictObject({ itemId: Id, day: Day.optional() }),
    ok: z.object({ checked: z.string() }),
  },
  setArchived: {
    method: 'POST',
    path: '/inventory/set-archived',
    access: staff,
    summary: 'Archive or restore items; `changed` are those that were not so already',
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
      `Delete an item for good, with its history, its comments and the files that nothing else uses, ` +
      `once it has been archived for ${retentionDays} days`,
    params: IdParams,
    ok: Done,
  },
} as const satisfies Record<string, Call>
