import { type EmptyCells, type ImportOutcome, ItemText, identifierKey, TagValue } from '@vitrine/contract'
import { yieldToEventLoop } from '../../db/chunks.ts'
import { type Item, type ItemState, newState, sameState, withAttributes } from '../inventory/index.ts'
import { shownChanges } from './shown-changes.ts'

type Row = Readonly<Record<string, string>>
type Info = Pick<ItemState, 'identifier' | 'name' | 'description'>

/** A row of the file once read: what it says of the item's texts and of its attributes. */
interface Entry {
  readonly row: number
  readonly info: Partial<Info> & Pick<Info, 'identifier'>
  readonly tags: Record<string, string>
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
): Promise<{ entries: Entry[]; refused: Refusal[] }> {
  const entries: Entry[] = []
  const refused: Refusal[] = []
  const firstRow = new Map<string, number>()
  for (const [index, cells] of data.entries()) {
    const row = rowNumbers[index] ?? index + firstDataRow
    const entry = readRow(row, cells, columns, emptyCells)
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

const textFields = {
  identifier: ItemText.shape.identifier,
  name: ItemText.shape.name,
  description: ItemText.shape.description,
}
const isTextField = (field: string): field is keyof Info => field in textFields

function readRow(
  row: number,
  cells: Row,
  columns: ReadonlyMap<string, string>,
  emptyCells: EmptyCells,
): Entry | Refusal {
  const info: { -readonly [F in keyof Info]?: string } = {}
  const tags: Record<string, string> = {}
  for (const [header, field] of columns) {
    const cell = cells[header]
    // A row that ends early says nothing of the columns it does not reach.
    if (cell === undefined) continue
    if (cell.trim() === '' && field !== 'identifier' && (emptyCells === 'keep' || field === 'name')) continue
    const read = (isTextField(field) ? textFields[field] : TagValue).safeParse(cell)
    if (!read.success) return { row, reason: `${field}: ${read.error.issues[0]?.message}` }
    if (isTextField(field)) info[field] = read.data
    else tags[field] = read.data
  }
  const { identifier, ...rest } = info
  if (identifier === undefined) return { row, reason: 'identifier: Please enter an identifier.' }
  return { row, info: { identifier, ...rest }, tags }
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

  for (const [index, { row, info, tags }] of entries.entries()) {
    const item = existing.get(identifierKey(info.identifier))
    const before = item?.state ?? newState({ name: '', description: '', ...info })
    const after = withAttributes({ ...before, ...info }, tags)
    if (!item) {
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
