import {
  type EmptyCells,
  type ImportOutcome,
  ItemText,
  identifierKey,
  type LabelLanguage,
  labelLanguages,
  licenceIds,
  type PictureColumn,
  PictureWords,
  type PlaceTree,
  placeKey,
  TagValue,
  textColumns,
} from '@vitrine/contract'
import { z } from 'zod'
import { timeSlice } from '../../db/chunks.ts'
import type { Item, ItemState } from '../../db/items.ts'
import { inPlace } from '../../db/places.ts'
import type { ItemCsvColumns } from './csv.ts'
import { shownChanges } from './history.ts'
import { withImportedPicture } from './pictures.ts'
import { chosenLanguage, newState, sameState, withAttributes } from './state.ts'
import { type ImportedText, textRule, withImportedTexts } from './texts.ts'

type Row = Readonly<Record<string, string>>
type Info = Pick<ItemState, 'identifier' | 'name' | 'description' | 'note' | 'language'>

/** A row of the file once read: what it says of the item's texts, of its attributes and of translations. */
interface Entry {
  readonly row: number
  readonly info: Partial<Info> & Pick<Info, 'identifier'>
  readonly tags: Record<string, string>
  readonly texts: ImportedText[]
  readonly picture: Partial<Record<PictureColumn, string>>
}

export interface Plan {
  readonly create: readonly ItemState[]
  readonly change: readonly { item: Item; after: ItemState }[]
  readonly outcome: ImportOutcome
}

type Refusal = ImportOutcome['refused'][number]

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
  const yieldIfDue = timeSlice()
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
    await yieldIfDue()
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

const Licence = z
  .string()
  .transform((typed) => licenceIds.find((id) => id.toLowerCase() === typed.trim().toLowerCase()) ?? typed.trim())
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

function readerOf(column: string, { attributes, translations, pictures }: ItemCsvColumns): Reader {
  const ofPicture = pictures.find((one) => one === column)
  if (ofPicture)
    return {
      rule: pictureRules[ofPicture],
      put({ picture }, text) {
        picture[ofPicture] = text
      },
    }
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
  const entry: Entry = { row, info: { identifier: '' }, tags: {}, texts: [], picture: {} }
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
  places: PlaceTree,
): Promise<Plan> {
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
  const changes = shownChanges(places)

  const yieldIfDue = timeSlice()
  for (const { row, info, tags, texts, picture } of entries) {
    const item = existing.get(identifierKey(info.identifier))
    const before = item?.state ?? newState({ name: '', description: '', ...info })
    const language = chosenLanguage(before, info)
    const original = withAttributes({ ...before, ...info, language }, tags)
    const { after: translated = original, problem: textProblem } = withImportedTexts(original, texts)
    const { after: pictured, skipped } = withImportedPicture(translated, picture)
    const { state: after, problem: placeProblem } = inPlace(places, pictured, item?.state ?? null)
    const problem = textProblem ?? (placeProblem && `${placeKey}: ${placeProblem}`)
    if (skipped && !problem) outcome.skipped.push({ row, reason: skipped })
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
    await yieldIfDue()
  }
  return { create, change, outcome }
}
