import {
  type CsvPictureColumn,
  type EmptyCellPolicy,
  type ImportOutcome,
  type ItemFieldName,
  type ItemFieldValues,
  identifierKey,
  itemFieldSchemas,
  type LabelLanguage,
  labelLanguages,
  licenceIds,
  maxImportWarnings,
  PictureMetadata,
  type PlaceTree,
  placeAttributeKey,
  TagValue,
} from '@vitrine/contract'
import { z } from 'zod'
import { yieldIfDue } from '../../../base/event-loop.ts'
import { emptyItem, type Item, type ItemState } from '../../../items/item.ts'
import { withResolvedPlace } from '../../../items/places.ts'
import { createChangeFormatter } from '../change-wording.ts'
import type { ItemCsvColumns } from '../lists/csv.ts'
import { withImportedPicture } from '../pictures/pictures.ts'
import { isSameState, withAttributes, withFields } from '../state.ts'
import { getTextSchema, type ImportedText, withImportedTexts } from '../texts.ts'
import type { WarningFinder } from './find-warnings.ts'

type Row = Readonly<Record<string, string>>
/** The fields of an item, to be filled cell by cell. */
type Fields = { -readonly [Name in ItemFieldName]: ItemFieldValues[Name] }

/** A valid row of the file, by kind of column. */
interface Entry {
  /** Row number in the file, as a spreadsheet shows it. */
  readonly row: number
  readonly fields: Partial<Fields> & Pick<Fields, 'identifier'>
  readonly tags: Record<string, string>
  readonly texts: ImportedText[]
  readonly picture: Partial<Record<CsvPictureColumn, string>>
}

/** The writes of an import, and what is reported about them. */
export interface ImportPlan {
  readonly toCreate: readonly ItemState[]
  readonly toChange: readonly { item: Item; after: ItemState }[]
  readonly outcome: ImportOutcome
}

type Refusal = ImportOutcome['refused'][number]

export interface ParsedRows {
  readonly entries: readonly Entry[]
  readonly refused: readonly Refusal[]
}

/** Row number of the first data row: the header is row 1. */
const firstDataRow = 2

interface UploadedRows {
  readonly data: readonly Row[]
  /** Row numbers in the file if it has empty rows, which are not sent. */
  readonly rowNumbers?: readonly number[] | undefined
  readonly emptyCells: EmptyCellPolicy
}

/** Parses every row with the contract's rules for items; invalid rows are refused with a reason. */
export async function parseRows(
  { data, rowNumbers = [], emptyCells }: UploadedRows,
  columns: ReadonlyMap<string, string>,
  allColumns: ItemCsvColumns,
): Promise<ParsedRows> {
  const entries: Entry[] = []
  const refused: Refusal[] = []
  const rowByIdentifier = new Map<string, number>()
  const parsers = new Map(
    [...columns].map(([header, column]) => [
      header,
      { column, parse: createColumnParser(column, allColumns) },
    ]),
  )
  for (const [index, cells] of data.entries()) {
    const row = rowNumbers[index] ?? index + firstDataRow
    const entry = parseRow(row, cells, parsers, emptyCells)
    if ('reason' in entry) {
      refused.push(entry)
    } else {
      const { identifier } = entry.fields
      const earlierRow = rowByIdentifier.get(identifierKey(identifier))
      if (earlierRow === undefined) {
        rowByIdentifier.set(identifierKey(identifier), row)
        entries.push(entry)
      } else {
        const reason = `The identifier “${identifier}” is already in row ${earlierRow}.`
        refused.push({ row, reason })
      }
    }
    await yieldIfDue()
  }
  return { entries, refused }
}

/** Parses a cell into the entry; returns the problem if the cell is invalid. */
type CellParser = (entry: Entry, cell: string) => string | undefined

const createCellParser =
  <Value>(schema: z.ZodType<Value>, assign: (entry: Entry, value: Value) => void): CellParser =>
  (entry, cell) => {
    const parsed = schema.safeParse(cell)
    if (!parsed.success) return parsed.error.issues[0]?.message ?? ''
    assign(entry, parsed.data)
    return undefined
  }

const Language = z
  .string()
  .transform((typed) => typed.trim().toLowerCase())
  .refine(
    (typed): typed is LabelLanguage | '' =>
      typed === '' || labelLanguages.some((lang) => lang === typed),
    `Please use one of ${labelLanguages.join(', ')}.`,
  )

/** As in the contract, but with the language in upper or lower case. */
const fieldSchemas: { readonly [Name in ItemFieldName]: z.ZodType<ItemFieldValues[Name]> } = {
  ...itemFieldSchemas,
  language: Language,
}

const createFieldParser = <Name extends ItemFieldName>(name: Name): CellParser =>
  createCellParser(fieldSchemas[name], ({ fields }, value) => {
    fields[name] = value
  })

const Licence = z
  .string()
  .transform((typed) => {
    const trimmed = typed.trim()
    return licenceIds.find((id) => id.toLowerCase() === trimmed.toLowerCase()) ?? trimmed
  })
  .refine(
    (typed) => typed === '' || licenceIds.some((id) => id === typed),
    `Please use one of ${licenceIds.join(', ')}.`,
  )

const { credit, alt } = PictureMetadata.shape
const pictureSchemas: Readonly<Record<CsvPictureColumn, z.ZodType<string>>> = {
  picture_credit: credit,
  picture_licence: Licence,
  picture_alt_fr: alt.shape.fr,
  picture_alt_de: alt.shape.de,
  picture_alt_en: alt.shape.en,
}

function createColumnParser(
  column: string,
  { fields, translations, pictures }: ItemCsvColumns,
): CellParser {
  const pictureColumn = pictures.find((known) => known === column)
  if (pictureColumn)
    return createCellParser(pictureSchemas[pictureColumn], ({ picture }, text) => {
      picture[pictureColumn] = text
    })

  const translation = translations.find((known) => known.column === column)
  if (translation)
    return createCellParser(getTextSchema(translation.field), ({ texts }, text) => {
      texts.push({ ...translation, text })
    })

  const field = fields.find((known) => known === column)
  if (field) return createFieldParser(field)

  return createCellParser(TagValue, ({ tags }, text) => {
    tags[column] = text
  })
}

function parseRow(
  row: number,
  cells: Row,
  parsers: ReadonlyMap<string, { readonly column: string; readonly parse: CellParser }>,
  emptyCells: EmptyCellPolicy,
): Entry | Refusal {
  const entry: Entry = { row, fields: { identifier: '' }, tags: {}, texts: [], picture: {} }
  for (const [header, { column, parse }] of parsers) {
    const cell = cells[header]
    // A row that ends early leaves the remaining columns unchanged.
    if (cell === undefined) continue
    const isEmpty = cell.trim() === ''
    // A name is never erased, and an empty identifier is refused below.
    const keepsValue = column !== 'identifier' && (emptyCells === 'keep' || column === 'name')
    if (isEmpty && keepsValue) continue
    const problem = parse(entry, cell)
    if (problem !== undefined) return { row, reason: `${column}: ${problem}` }
  }
  if (entry.fields.identifier === '')
    return { row, reason: 'identifier: Please enter an identifier.' }
  return entry
}

interface PlanInput extends ParsedRows {
  /** The existing items by identifier key. */
  readonly existing: ReadonlyMap<string, Item>
  readonly places: PlaceTree
  readonly findWarnings: WarningFinder
  /** Whether visitors see new items at once. */
  readonly newItemsArePublic: boolean
}

/** Plans creates and changes by comparing the entries with the existing items. */
export async function planImport({
  entries,
  refused,
  existing,
  places,
  findWarnings,
  newItemsArePublic,
}: PlanInput): Promise<ImportPlan> {
  const toCreate: ItemState[] = []
  const toChange: { item: Item; after: ItemState }[] = []
  const outcome: ImportOutcome = {
    created: [],
    changed: [],
    unchanged: 0,
    refused: [...refused],
    skipped: [],
    warnings: [],
    importId: null,
  }
  const newItem = { ...emptyItem, public: newItemsArePublic }
  const addWarnings = (row: number, before: ItemState | null, after: ItemState) => {
    const room = maxImportWarnings - outcome.warnings.length
    const reasons = findWarnings(before, after).slice(0, room)
    outcome.warnings.push(...reasons.map((reason) => ({ row, reason })))
  }
  const formatChanges = createChangeFormatter(places)

  for (const entry of entries) {
    await yieldIfDue()
    const { row } = entry
    const item = existing.get(identifierKey(entry.fields.identifier))
    const { after, problem, skipped } = applyEntry(entry, item?.state ?? null, places, newItem)
    if (problem) {
      outcome.refused.push({ row, reason: problem })
      continue
    }
    if (skipped) outcome.skipped.push({ row, reason: skipped })
    if (!item) {
      toCreate.push(after)
      addWarnings(row, null, after)
      outcome.created.push({ row, identifier: after.identifier, name: after.name })
    } else if (isSameState(item.state, after)) {
      outcome.unchanged++
    } else if (item.state.archived) {
      const reason = `“${entry.fields.identifier}” is archived. Please restore it first.`
      outcome.refused.push({ row, reason })
    } else {
      toChange.push({ item, after })
      addWarnings(row, item.state, after)
      const fields = formatChanges(item.state, after)
      outcome.changed.push({ row, identifier: item.state.identifier, fields })
    }
  }
  return { toCreate, toChange, outcome }
}

interface AppliedEntry {
  readonly after: ItemState
  /** Why the row is refused. */
  readonly problem: string | undefined
  /** Why a part of the row is ignored. */
  readonly skipped: string | undefined
}

/** Returns the item with the values of a row. */
function applyEntry(
  { fields, tags, texts, picture }: Entry,
  before: ItemState | null,
  places: PlaceTree,
  newItem: ItemState,
): AppliedEntry {
  const original = withAttributes(withFields(before ?? newItem, fields), tags)
  const { after: translated = original, problem: textProblem } = withImportedTexts(original, texts)
  const { after: unresolved, skipped } = withImportedPicture(translated, picture)
  const { state: after, problem: placeProblem } = withResolvedPlace(places, unresolved, before)
  const problem = textProblem ?? (placeProblem && `${placeAttributeKey}: ${placeProblem}`)
  return { after, problem, skipped }
}
