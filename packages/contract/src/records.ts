import { conditionNames, occasionNames } from './conditions.ts'
import {
  type EventTextField,
  eventLanguageSince,
  eventLanguages,
  mapEventTexts,
} from './events/languages.ts'
import { toPlainText } from './events/plain-text.ts'
import { formatLongDay } from './events/when.ts'
import { type LabelLanguage, languageNames } from './languages.ts'

/** Kinds of fields, with the type of their values. */
interface FieldValueTypes {
  line: string
  prose: string
  /** Sanitised HTML with the few tags that event texts allow. */
  html: string
  /** 'YYYY-MM-DD', or empty. */
  day: string
  /** 'HH:MM', or empty. */
  time: string
  flag: boolean
  /** A key of `options`. */
  choice: string
  /** Names instead of ids, because the named records may be deleted later. */
  names: readonly string[]
  /** Names of pictures that belong to the record, in their order. */
  photos: readonly string[]
  /** Id of another record, whose name is in a field of its own. */
  id: number | null
  /** Chosen language; empty if it is detected. */
  language: LabelLanguage | ''
}
export type FieldKind = keyof FieldValueTypes

export interface Field {
  readonly kind: FieldKind
  /** Shown in forms, histories, conflicts, search results and CSV files. */
  readonly label: string
  /**
   * Weight in searches. `calendar` is a day, found by its name in each language; null: not
   * searched.
   */
  readonly search: 'identifier' | 'name' | 'attribute' | 'text' | 'calendar' | null
  /**
   * First version of stored histories with the field. Earlier versions are read with an empty
   * value.
   */
  readonly since: number
  /** Column heading in exports; by default the label in lower case. */
  readonly heading?: string
  /** Labels of the values of a choice, in display order. */
  readonly options?: Readonly<Record<string, string>>
}
export type Fields = Readonly<Record<string, Field>>

/** Field values of a record, as stored in histories. */
export type RecordState<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends { readonly options: Readonly<Record<infer Value, string>> }
    ? Value
    : FieldValueTypes[F[K]['kind']]
}

/**
 * The fields of each kind of record, in display order. Columns, histories and their stored
 * versions, search, filters, CSV files, exports and checks derive from them. Where a field needs
 * code of its own, the compiler asks for it.
 */
export const journalFields = {
  date: { kind: 'day', label: 'Date', search: 'attribute', filter: false, since: 1 },
  comment: { kind: 'prose', label: 'Comment', search: 'name', filter: true, since: 1 },
  tags: { kind: 'names', label: 'Tags', search: 'attribute', filter: true, since: 1 },
} as const satisfies Readonly<Record<string, Field & { readonly filter: boolean }>>
export type JournalField = keyof typeof journalFields
export type JournalState = RecordState<typeof journalFields>

export const commentFields = {
  comment: { kind: 'prose', label: 'Comment', search: 'name', since: 1 },
  task: { kind: 'flag', label: 'Task', search: null, since: 1 },
  due: { kind: 'day', label: 'Due', search: null, since: 1 },
  assignee: { kind: 'line', label: 'Assigned to', search: null, since: 1 },
  assigneeId: { kind: 'id', label: 'Assigned to', search: null, since: 1 },
  done: { kind: 'flag', label: 'Done', search: null, since: 1 },
} as const satisfies Fields
export type CommentState = RecordState<typeof commentFields>

/** A condition check of an item. Everything about it is for staff only. */
export const conditionFields = {
  day: { kind: 'day', label: 'Date', search: null, since: 1 },
  state: {
    kind: 'choice',
    label: 'Condition',
    search: 'attribute',
    since: 1,
    options: conditionNames,
  },
  occasion: {
    kind: 'choice',
    label: 'Occasion',
    search: 'attribute',
    since: 1,
    options: occasionNames,
  },
  remark: { kind: 'prose', label: 'Remark', search: 'name', since: 1 },
  photos: { kind: 'photos', label: 'Photos', search: null, since: 1 },
} as const satisfies Fields
export type ConditionState = RecordState<typeof conditionFields>

const eventTexts = /* @__PURE__ */ mapEventTexts((language) => ({
  ...({ kind: 'html', search: 'name' } as const),
  label: languageNames[language],
  heading: languageNames[language],
  since: eventLanguageSince[language],
})) satisfies Record<EventTextField, Field>

export const eventFields = {
  date: { kind: 'day', label: 'Date', search: 'calendar', since: 1 },
  /** Whether `date` is the first of several days. */
  start: { kind: 'flag', label: 'From', search: null, since: 1, heading: 'from that day on' },
  /** The last day of an event marked 'From'; empty when not yet known. */
  last_day: { kind: 'day', label: 'Until', search: null, since: 2, heading: 'last day' },
  time: { kind: 'time', label: 'Time', search: null, since: 1 },
  show_time: {
    kind: 'flag',
    label: 'Time shown',
    search: null,
    since: 1,
    heading: 'time is shown',
  },
  active: { kind: 'flag', label: 'Active', search: null, since: 1 },
  ...eventTexts,
} as const satisfies Fields
export type EventState = RecordState<typeof eventFields>

export interface ItemField extends Field {
  readonly kind: 'line' | 'prose' | 'language'
  readonly maxLength: number
  /**
   * Visible to visitors. Other fields are on no page or paper, and are sent to no model provider.
   */
  readonly visitors?: true
  /**
   * Its input in the form Info. `whenEmpty` replaces a missing value. Absent if edited elsewhere.
   */
  readonly form?: { readonly rows?: number; readonly hint?: string; readonly whenEmpty?: string }
  /** Position relative to the attributes in CSV files and histories; null: not in CSV files. */
  readonly csv: 'before' | 'after' | null
  /** Can be chosen as a list column. */
  readonly list?: true
}

/** Fields of items. Their parts, such as attributes and pictures, have code of their own. */
export const itemFields = {
  identifier: {
    kind: 'line',
    label: 'Identifier',
    search: 'identifier',
    since: 1,
    maxLength: 100,
    visitors: true,
    form: {},
    csv: 'before',
  },
  name: {
    kind: 'line',
    label: 'Name',
    search: 'name',
    since: 1,
    maxLength: 300,
    visitors: true,
    form: {},
    csv: 'before',
  },
  description: {
    kind: 'prose',
    label: 'Description',
    search: 'text',
    since: 1,
    maxLength: 20_000,
    visitors: true,
    form: { rows: 15 },
    csv: 'before',
  },
  language: {
    kind: 'language',
    label: 'Language',
    search: null,
    since: 3,
    maxLength: 2,
    visitors: true,
    csv: 'after',
  },
  note: {
    kind: 'prose',
    label: 'Internal note',
    search: 'text',
    since: 3,
    maxLength: 20_000,
    form: { rows: 4, hint: 'For staff: on no page and on no paper.' },
    csv: 'after',
  },
  acquired_from: {
    kind: 'line',
    label: 'Acquired from',
    search: 'attribute',
    since: 6,
    maxLength: 500,
    form: { hint: 'Who gave or sold it, and when. For staff alone.', whenEmpty: 'Not noted yet.' },
    csv: 'after',
    list: true,
  },
} as const satisfies Readonly<Record<string, ItemField>>
export type ItemFields = typeof itemFields
export type ItemFieldName = keyof ItemFields
export type ItemFieldValues = RecordState<ItemFields>

/** Widens the literal type of a field. */
export const getItemField = (name: ItemFieldName): ItemField => itemFields[name]

/** Fields in the form Info. */
export type InfoField = {
  [Name in ItemFieldName]: ItemFields[Name] extends { readonly form: object } ? Name : never
}[ItemFieldName]

const isInfoField = (name: ItemFieldName): name is InfoField =>
  getItemField(name).form !== undefined

/** `Object.keys` with a precise type. */
export const fieldNames = <F extends Fields>(fields: F) =>
  Object.keys(fields) as (keyof F & string)[]

/** In the order of the form, which starts with the name. */
export const infoFields: readonly InfoField[] = [
  ...new Set<InfoField>(['name', ...fieldNames(itemFields).filter(isInfoField)]),
]

const emptyValues: Readonly<{ [K in FieldKind]: FieldValueTypes[K] }> = {
  line: '',
  prose: '',
  html: '',
  day: '',
  time: '',
  flag: false,
  choice: '',
  names: [],
  photos: [],
  id: null,
  language: '',
}

/** A record whose fields are all empty. */
export const createEmptyState = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { kind }]) => [name, emptyValues[kind]]),
  ) as RecordState<F>

/** A value as text, one element for each entry of a list. */
export function fieldTexts(
  { kind, options }: Pick<Field, 'kind' | 'options'>,
  value: unknown,
): string[] {
  if (Array.isArray(value)) return value.map(String)
  if (options) return [options[String(value)] ?? '']
  if (kind === 'html') return [toPlainText(String(value ?? ''))]
  if (kind === 'flag') return [value ? 'yes' : 'no']
  return [String(value ?? '')]
}

/** The texts of a field for the search index. */
export const searchableTexts = (field: Field, value: unknown): string[] =>
  field.search === 'calendar'
    ? eventLanguages.map((language) => formatLongDay(String(value ?? ''), language))
    : fieldTexts(field, value)
