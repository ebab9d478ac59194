import {
  type EmptyCells,
  type ImportOutcome,
  ItemText,
  identifierKey,
  type LabelLanguage,
  labelLanguages,
  TagValue,
  textColumns,
} from '@vitrine/contract'
import { z } from 'zod'
import { yieldToEventLoop } from '../../db/chunks.ts'
import {
  chosenLanguage,
  type ImportedText,
  type Item,
  type ItemCsvColumns,
  type ItemState,
  newState,
  sameState,
  textRule,
  withAttributes,
  withImportedTexts,
} from '../inventory/index.ts'
import { shownChanges } from './shown-changes.ts'

type Row = Readonly<Record<string, string>>
type Info = Pick<ItemState, 'identifier' | 'name' | 'description' | 'note' | 'language'>

/** A row of the file once read: what it says of the item's texts, of its attributes and of translations. */
interface Entry {
  readonly row: number
  readonly info: Partial<Info> & Pick<Info, 'identifier'>
  readonly tags: Record<string, string>
  readonly texts: ImportedText[]
}

export interface Plan {
  readonly create: readonly ItemState[]
  readonly change: readonly { item: Item; after: ItemState }[]
  readonly outcome: ImportOutcome
}

type Refusal = ImportOutcome['refused'][number]

const rowsPerBatch = 500
// The header is row 1.
const firstDataRow = 2

interface Rows {
  readonly data: readonly Row[]
  readonly rowNumbers?: readonly number[] | undefined
  readonly emptyCells: EmptyCells
}

/** Reads every row by the contract's own rules for items; those that break one are refused with the reason. */
export async function readRows(
  { data, rowNumbers = [], emptyCells }: Rows,
  columns: ReadonlyMap<string, string>,
  known: ItemCsvColumns,
): Promise<{ entries: Entry[]; refused: Refusal[] }> {
  const entries: Entry[] = []
  const refused: Refusal[] = []
  const firstRow = new Map<string, number>()
  const readers = new Map([...columns].map(([header, column]) => [header, { column, ...readerOf(column, known) }]))
  for (const [index, cells] of data.entries()) {
    const row = rowNumbers[index] ?? index + firstDataRow
    const entry = readRow(row, cells, readers, emptyCells)
    if ('reason' in entry) {
      refused.push(entry)
    } else {
      const key = identifierKey(entry.info.identifier)
      const first = firstRow.get(key)
      if (first === undefined) {
        firstRow.set(key, row)
        entries.push(entry)
      } else {
        refused.push({ row, reason: `The identifier “${entry.info.identifier}” is already in row ${first}.` })
      }
    }
    if (index % rowsPerBatch === 0) await yieldToEventLoop()
  }
  return { entries, refused }
}

/** How the cells of a column are read, and what they say of the item. */
interface Reader {
  readonly rule: z.ZodType<string>
  readonly put: (entry: Entry, text: string) => void
}

const Language = z
  .string()
  .transform((typed) => typed.trim().toLowerCase())
  .refine(
    (typed): typed is LabelLanguage | '' => typed === '' || labelLanguages.some((lang) => lang === typed),
    `Please use one of ${labelLanguages.join(', ')}.`,
  )

const infoRules: Readonly<Record<string, z.ZodType<string>>> = {
  ...ItemText.shape,
  language: Language,
  note: ItemText.shape.description,
}

function readerOf(column: string, { attributes, translations }: ItemCsvColumns): Reader {
  const translation = translations.find((one) => one.column === column)
  if (translation)
    return {
      rule: textRule(translation.field),
      put: ({ texts }, text) => texts.push({ ...translation, text }),
    }
  const rule = infoRules[column]
  const isAttribute = attributes.includes(column) && !textColumns.some((one) => one === column)
  if (rule && !isAttribute) return { rule, put: ({ info }, text) => Object.assign(info, { [column]: text }) }
  return {
    rule: TagValue,
    put({ tags }, text) {
      tags[column] = text
    },
  }
}

function readRow(
  row: number,
  cells: Row,
  columns: ReadonlyMap<string, Reader & { readonly column: string }>,
  emptyCells: EmptyCells,
): Entry | Refusal {
  const entry: Entry = { row, info: { identifier: '' }, tags: {}, texts: [] }
  for (const [header, { column, rule, put }] of columns) {
    const cell = cells[header]
    // A row that ends early says nothing of the columns it does not reach.
    if (cell === undefined) continue
    if (cell.trim() === '' && column !== 'identifier' && (emptyCells === 'keep' || column === 'name')) continue
    const read = rule.safeParse(cell)
    if (!read.success) return { row, reason: `${column}: ${read.error.issues[0]?.message}` }
    put(entry, read.data)
  }
  if (entry.info.identifier === '') return { row, reason: 'identifier: Please enter an identifier.' }
  return entry
}

/** Compares the entries with the existing items, without writing. */
export async function planImport(
  entries: readonly Entry[],
  refused: readonly Refusal[],
  existing: ReadonlyMap<string, Item>,
): Promise<Plan> {
  const create: ItemState[] = []
  const change: { item: Item; after: ItemState }[] = []
  const outcome: ImportOutcome = { created: [], changed: [], unchanged: 0, refused: [...refused], importId: null }
  const changes = shownChanges()

  for (const [index, { row, info, tags, texts }] of entries.entries()) {
    const item = existing.get(identifierKey(info.identifier))
    const before = item?.state ?? newState({ name: '', description: '', ...info })
    const language = chosenLanguage(before, info)
    const original = withAttributes({ ...before, ...info, language }, tags)
    const { after = original, problem } = withImportedTexts(original, texts)
    if (problem) {
      outcome.refused.push({ row, reason: problem })
    } else if (!item) {
      create.push(after)
      outcome.created.push({ row, identifier: after.identifier, name: after.name })
    } else if (sameState(before, after)) {
      outcome.unchanged++
    } else if (before.archived) {
      outcome.refused.push({ row, reason: `“${info.identifier}” is archived. Please restore it first.` })
    } else {
      change.push({ item, after })
      outcome.changed.push({ row, identifier: item.state.identifier, fields: changes(before, after) })
    }
    if (index % rowsPerBatch === 0) await yieldToEventLoop()
  }
  return { create, change, outcome }
}
