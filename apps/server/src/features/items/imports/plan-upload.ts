import {
  type EmptyCells,
  type ImportOutcome,
  type ItemFieldName,
  type ItemFieldValues,
  identifierKey,
  itemRules,
  type LabelLanguage,
  labelLanguages,
  licenceIds,
  type PictureColumn,
  PictureWords,
  type PlaceTree,
  placeKey,
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
import { type ImportedText, textSchema, withImportedTexts } from '../texts.ts'

type Row = Readonly<Record<string, string>>
type Fields = { -readonly [Name in ItemFieldName]: ItemFieldValues[Name] }

/** A row of the file once read: what it says of the item's fields, of its attributes and of translations. */
interface Entry {
  readonly row: number
  readonly fields: Partial<Fields> & Pick<Fields, 'identifier'>
  readonly tags: Record<string, string>
  readonly texts: ImportedText[]
  readonly picture: Partial<Record<PictureColumn, string>>
}

export interface ImportPlan {
  readonly create: readonly ItemState[]
  readonly change: readonly { item: Item; after: ItemState }[]
  readonly outcome: ImportOutcome
}

type Refusal = ImportOutcome['refused'][number]

export interface ParsedRows {
  readonly entries: readonly Entry[]
  readonly refused: readonly Refusal[]
}

// The header is row 1.
const firstDataRow = 2

interface Rows {
  readonly data: readonly Row[]
  readonly rowNumbers?: readonly number[] | undefined
  readonly emptyCells: EmptyCells
}

/** Reads every row by the contract's own rules for items; those that break one are refused with the reason. */
export async function parseRows(
  { data, rowNumbers = [], emptyCells }: Rows,
  columns: ReadonlyMap<string, string>,
  known: ItemCsvColumns,
): Promise<ParsedRows> {
  const entries: Entry[] = []
  const refused: Refusal[] = []
  const firstRow = new Map<string, number>()
  const readers = new Map(
    [...columns].map(([header, column]) => [header, { column, read: readerOf(column, known) }]),
  )
  for (const [index, cells] of data.entries()) {
    const row = rowNumbers[index] ?? index + firstDataRow
    const entry = readRow(row, cells, readers, emptyCells)
    if ('reason' in entry) {
      refused.push(entry)
    } else {
      const key = identifierKey(entry.fields.identifier)
      const first = firstRow.get(key)
      if (first === undefined) {
        firstRow.set(key, row)
        entries.push(entry)
      } else {
        refused.push({
          row,
          reason: `The identifier “${entry.fields.identifier}” is already in row ${first}.`,
        })
      }
    }
    await yieldIfDue()
  }
  return { entries, refused }
}

/** Puts what a cell says into the entry; returns what is wrong with it, if anything is. */
type Reader = (entry: Entry, cell: string) => string | undefined

const reader =
  <Value>(rule: z.ZodType<Value>, put: (entry: Entry, value: Value) => void): Reader =>
  (entry, cell) => {
    const read = rule.safeParse(cell)
    if (!read.success) return read.error.issues[0]?.message ?? ''
    put(entry, read.data)
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

/** Files say the language in capitals, too. */
const fieldRules: { readonly [Name in ItemFieldName]: z.ZodType<ItemFieldValues[Name]> } = {
  ...itemRules,
  language: Language,
}

const fieldReader = <Name extends ItemFieldName>(name: Name): Reader =>
  reader(fieldRules[name], ({ fields }, value) => {
    fields[name] = value
  })

const Licence = z
  .string()
  .transform(
    (typed) =>
      licenceIds.find((id) => id.toLowerCase() === typed.trim().toLowerCase()) ?? typed.trim(),
  )
  .refine(
    (typed) => typed === '' || licenceIds.some((id) => id === typed),
    `Please use one of ${licenceIds.join(', ')}.`,
  )

const { credit, alt } = PictureWords.shape
const pictureRules: Readonly<Record<PictureColumn, z.ZodType<string>>> = {
  picture_credit: credit,
  picture_licence: Licence,
  picture_alt_fr: alt.shape.fr,
  picture_alt_de: alt.shape.de,
  picture_alt_en: alt.shape.en,
}

function readerOf(column: string, { fields, translations, pictures }: ItemCsvColumns): Reader {
  const ofPicture = pictures.find((one) => one === column)
  if (ofPicture)
    return reader(pictureRules[ofPicture], ({ picture }, text) => {
      picture[ofPicture] = text
    })
  const translation = translations.find((one) => one.column === column)
  if (translation)
    return reader(textSchema(translation.field), ({ texts }, text) => {
      texts.push({ ...translation, text })
    })
  const field = fields.find((one) => one === column)
  if (field) return fieldReader(field)
  return reader(TagValue, ({ tags }, text) => {
    tags[column] = text
  })
}

function readRow(
  row: number,
  cells: Row,
  columns: ReadonlyMap<string, { readonly column: string; readonly read: Reader }>,
  emptyCells: EmptyCells,
): Entry | Refusal {
  const entry: Entry = { row, fields: { identifier: '' }, tags: {}, texts: [], picture: {} }
  for (const [header, { column, read }] of columns) {
    const cell = cells[header]
    // A row that ends early says nothing of the columns it does not reach.
    if (cell === undefined) continue
    if (
      cell.trim() === '' &&
      column !== 'identifier' &&
      (emptyCells === 'keep' || column === 'name')
    )
      continue
    const problem = read(entry, cell)
    if (problem !== undefined) return { row, reason: `${column}: ${problem}` }
  }
  if (entry.fields.identifier === '')
    return { row, reason: 'identifier: Please enter an identifier.' }
  return entry
}

/** Compares the entries with the existing items, without writing. */
export async function planImport(
  entries: readonly Entry[],
  refused: readonly Refusal[],
  existing: ReadonlyMap<string, Item>,
  places: PlaceTree,
): Promise<ImportPlan> {
  const create: ItemState[] = []
  const change: { item: Item; after: ItemState }[] = []
  const outcome: ImportOutcome = {
    created: [],
    changed: [],
    unchanged: 0,
    refused: [...refused],
    skipped: [],
    importId: null,
  }
  const changes = createChangeFormatter(places)

  for (const { row, fields, tags, texts, picture } of entries) {
    const item = existing.get(identifierKey(fields.identifier))
    const before = item?.state ?? emptyItem
    const original = withAttributes(withFields(before, fields), tags)
    const { after: translated = original, problem: textProblem } = withImportedTexts(
      original,
      texts,
    )
    const { after: pictured, skipped } = withImportedPicture(translated, picture)
    const { state: after, problem: placeProblem } = withResolvedPlace(
      places,
      pictured,
      item?.state ?? null,
    )
    const problem = textProblem ?? (placeProblem && `${placeKey}: ${placeProblem}`)
    if (skipped && !problem) outcome.skipped.push({ row, reason: skipped })
    if (problem) {
      outcome.refused.push({ row, reason: problem })
    } else if (!item) {
      create.push(after)
      outcome.created.push({ row, identifier: after.identifier, name: after.name })
    } else if (isSameState(before, after)) {
      outcome.unchanged++
    } else if (before.archived) {
      outcome.refused.push({
        row,
        reason: `“${fields.identifier}” is archived. Please restore it first.`,
      })
    } else {
      change.push({ item, after })
      outcome.changed.push({
        row,
        identifier: item.state.identifier,
        fields: changes(before, after),
      })
    }
    await yieldIfDue()
  }
  return { create, change, outcome }
}
