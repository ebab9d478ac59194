import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ItemType, inventoryTypes, itemTypes } from '@vitrine/contract'
import { nullIfMissing } from '../adapters/files/files.ts'
import { findFileExtension } from '../adapters/images/picture-format.ts'
import type { MediaStore } from '../adapters/media/media-store.ts'
import type { Context } from '../context.ts'
import { knownMigrations, readExecutedMigrations } from '../db/migrate.ts'
import type { Db, Tables } from '../db/tables.ts'
import { getOriginalKey } from '../features/media/index.ts'
import { readItemPages } from '../items/reader.ts'
import { renderExportReadme } from './export-readme.ts'
import {
  commentSheet,
  conditionSheet,
  eventSheet,
  exportStore,
  itemSheet,
  journalSheet,
  movementSheet,
  pictureSheet,
  placeSheet,
  questionSheet,
  renderCsv,
  stocktakeSheet,
  userSheet,
} from './export-sheets.ts'
import { type Row, readRows } from './rows.ts'
import { inSnapshot, readSchema, type Table } from './schema.ts'

interface ExportResult {
  readonly files: number
  /** Export names of pictures and recordings whose file is missing. */
  readonly missing: readonly string[]
}

type WriteFile = (name: string, content: AsyncIterable<string | Buffer>) => Promise<void>

/** Writes a snapshot of everything into a folder, in formats that can be read without Vitrine. */
export async function exportEverything(
  folder: string,
  { db, media, clock }: Pick<Context, 'db' | 'media' | 'clock'>,
): Promise<ExportResult> {
  await assertFreeFolder(folder)
  if ((await readExecutedMigrations(db)).at(-1) !== knownMigrations.at(-1))
    throw new Error('The database is not up to date: please run migrate first.')

  // Renamed to its final name once it is complete.
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  let fileCount = 0
  const write: WriteFile = async (name, content) => {
    const path = join(unfinished, name)
    await mkdir(dirname(path), { recursive: true })
    await pipeline(Readable.from(content), createWriteStream(path))
    fileCount++
  }

  const missing = await inSnapshot(db, async (snapshot) => {
    const mediaNames = await nameMedia(snapshot)
    await writeSheets(snapshot, mediaNames, write)
    await writeTables(snapshot, write)
    return writeMedia(media, mediaNames, write)
  })
  await writeFile(join(unfinished, 'README.txt'), renderExportReadme(clock.now()))
  fileCount++
  await rm(folder, { recursive: true, force: true })
  await rename(unfinished, folder)
  return { files: fileCount, missing }
}

/** Throws unless the folder is missing or empty, so that nothing is overwritten. */
async function assertFreeFolder(folder: string): Promise<void> {
  const parent = await stat(dirname(folder)).catch(nullIfMissing)
  // The folder of an unmounted disk is missing; creating it would fill this disk instead.
  if (!parent)
    throw new Error(
      `There is no folder ${dirname(folder)}: please create it, or check that its disk is mounted.`,
    )
  const existing = await stat(folder).catch(nullIfMissing)
  if (!existing) return
  if (!existing.isDirectory()) throw new Error(`${folder} is a file: please choose a new folder.`)
  if ((await readdir(folder)).length > 0)
    throw new Error(`${folder} is not empty: please choose a new folder.`)
  // The unfinished folder is beside it, on another disk, so it could not be renamed to it.
  if (existing.dev !== parent.dev)
    throw new Error(`${folder} is a disk of its own: please choose a new folder on it.`)
}

interface MediaNames {
  /** Hashes of the originals, by the file's name in the export. */
  readonly hashesByFile: ReadonlyMap<string, string>
  readonly filesByItemAndMedia: ReadonlyMap<string, string>
}

/** Returns the key of `filesByItemAndMedia`. */
const toItemAndMediaKey = (itemId: number, mediaId: number | null): string => `${itemId} ${mediaId}`

/** Names media files after their item, or as earlier files if only the history refers to them. */
async function nameMedia(db: Db): Promise<MediaNames> {
  const mediaById = new Map((await exportStore(db).media()).map((row) => [row.id, row]))
  const hashesByFile = new Map<string, string>()
  const filesByItemAndMedia = new Map<string, string>()
  const hashesOfItems = new Set<string>()
  const photosByItem = Map.groupBy(
    await exportStore(db).conditionPhotos(),
    ({ item_id }) => item_id,
  )
  const addFile = (item: NamedItem, mediaId: number, position: number) => {
    const row = mediaById.get(mediaId)
    if (!row) return
    const file = formatMediaName(item, row, position)
    hashesByFile.set(file, row.name)
    filesByItemAndMedia.set(toItemAndMediaKey(item.id, mediaId), file)
    hashesOfItems.add(row.name)
  }

  for (const type of itemTypes) {
    for await (const items of readItemPages(db, type)) {
      for (const { row, item } of items) {
        const { pictures, recordingId } = item.state
        const photos = photosByItem.get(row.id) ?? []
        const mediaIds = new Set([
          ...pictures.map(({ mediaId }) => mediaId),
          ...photos.map(({ media_id }) => media_id),
        ])
        for (const [position, mediaId] of [...mediaIds].entries()) addFile(row, mediaId, position)
        if (recordingId !== null) addFile(row, recordingId, 0)
      }
    }
  }
  for (const row of mediaById.values())
    if (!hashesOfItems.has(row.name)) hashesByFile.set(formatEarlierName(row), row.name)
  return { hashesByFile, filesByItemAndMedia }
}

async function writeSheets(
  db: Db,
  { filesByItemAndMedia }: MediaNames,
  write: WriteFile,
): Promise<void> {
  const findFile = (itemId: number, mediaId: number | null) =>
    filesByItemAndMedia.get(toItemAndMediaKey(itemId, mediaId)) ?? ''
  for (const type of itemTypes)
    await write(`${inventoryTypes[type].many}.csv`, renderCsv(itemSheet(db, type, findFile)))
  await write('pictures.csv', renderCsv(pictureSheet(db, findFile)))
  await write('comments.csv', renderCsv(await commentSheet(db)))
  await write('conditions.csv', renderCsv(await conditionSheet(db, findFile)))
  await write('journal.csv', renderCsv(await journalSheet(db)))
  await write('events.csv', renderCsv(await eventSheet(db)))
  await write('places.csv', renderCsv(await placeSheet(db)))
  await write('movements.csv', renderCsv(movementSheet(db)))
  await write('stocktakes.csv', renderCsv(stocktakeSheet(db)))
  await write('questions.csv', renderCsv(await questionSheet(db)))
  await write('users.csv', renderCsv(await userSheet(db)))
}

async function writeTables(db: Db, write: WriteFile): Promise<void> {
  for (const table of await readSchema(db))
    if (exportedColumns[table.name]) await write(`json/${table.name}.json`, renderJson(db, table))
}

/** Writes the originals and returns the names of those whose file is missing. */
async function writeMedia(
  media: MediaStore,
  { hashesByFile }: MediaNames,
  write: WriteFile,
): Promise<string[]> {
  const missing: string[] = []
  for (const [name, hash] of hashesByFile) {
    const original = await media.find(getOriginalKey(hash))
    if (original) await write(name, await original.open())
    else missing.push(name)
  }
  return missing
}

/**
 * The exported columns by table. Every table is here or in `unexportedTables`; a test compares both
 * with the schema.
 */
export const exportedColumns: Record<string, 'all' | readonly string[]> = {
  audit_entry: 'all',
  change: 'all',
  condition_check: 'all',
  condition_photo: 'all',
  entry_mention: 'all',
  event: 'all',
  item: 'all',
  item_comment: 'all',
  item_import: 'all',
  item_picture: 'all',
  item_tag: 'all',
  item_text: 'all',
  journal_entry: 'all',
  journal_entry_tag: 'all',
  journal_tag: 'all',
  media: 'all',
  movement: 'all',
  museum: 'all',
  place: 'all',
  saved_view: 'all',
  stocktake: 'all',
  stocktake_decision: 'all',
  stocktake_expected: 'all',
  stocktake_fact: 'all',
  stocktake_member: 'all',
  tag_definition: 'all',
  // Without password hashes.
  user_account: [
    'id',
    'email',
    'gender',
    'first_name',
    'last_name',
    'phone',
    'role',
    'created_at',
    'last_sign_in_at',
    'locked',
  ],
  visitor_question: 'all',
}

/** Tables with secrets, derived rows, or rows that only a running server needs. */
export const unexportedTables = [
  'authenticator',
  'chore',
  'counter',
  'exchange_change',
  'exchange_clock',
  'exchange_record',
  'failed_attempt',
  'guide_day',
  'installation',
  'item_gap',
  'kept_answer',
  'known_browser',
  'notice_read',
  'passkey',
  'passkey_offer',
  'password_link',
  'program_version',
  'recovery_code',
  'revision',
  'search_entry',
  'search_version',
  'sent_mail',
  'session',
  'sign_in_ticket',
]

// Columns with JSON, which is exported as such instead of as text.
const jsonColumns = new Set(['before', 'after', 'details'])

/** Renders a table as a JSON array with one row per line. */
async function* renderJson(db: Db, table: Table): AsyncGenerator<string> {
  const columnNames = exportedColumns[table.name]
  const columns = table.columns.filter(
    ({ name }) => columnNames === 'all' || columnNames?.includes(name),
  )
  let isEmpty = true
  for await (const rows of readRows(db, { ...table, columns })) {
    const separator = isEmpty ? '[\n' : ',\n'
    yield separator + rows.map((row) => JSON.stringify(parseJsonColumns(row))).join(',\n')
    isEmpty = false
  }
  yield isEmpty ? '[]\n' : '\n]\n'
}

const parseJsonColumns = (row: Row): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      jsonColumns.has(name) ? parseJson(value) : value,
    ]),
  )

function parseJson(value: Row[string] | undefined): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

interface NamedItem {
  readonly type: ItemType
  readonly id: number
  readonly identifier: string
  readonly name: string
}

type NamedMedia = Pick<Tables['media'], 'mime' | 'name' | 'file_name'>

const getExtension = (mime: string): string =>
  mime === 'audio/mpeg' ? 'mp3' : (findFileExtension(mime) ?? 'bin')

// File systems allow 255 bytes per name, and some of them only 260 characters per path.
const maxTitleBytes = 120

/** Formats a name that people recognise and every file system accepts; the id makes it unique. */
const formatMediaName = (item: NamedItem, { mime }: NamedMedia, position = 0): string => {
  const title = toSafeName([item.identifier, item.name].filter(Boolean).join(' '))
  const folder = `media/${inventoryTypes[item.type].many}`
  const number = position === 0 ? '' : ` ${position + 1}`
  return `${folder}/${title} (${item.id})${number}.${getExtension(mime)}`
}

// Enough digits of the hash to tell files with the same name apart.
const hashPrefixLength = 12

/** Formats the name of a file that no item shows any more. */
const formatEarlierName = ({ name, file_name }: NamedMedia): string =>
  `media/earlier/${name.slice(0, hashPrefixLength)} ${toSafeName(file_name)}`

function toSafeName(text: string): string {
  // Characters that some system rejects, and those without a shape.
  const allowed = text.replaceAll(/[\\/:*?"<>|\p{C}]/gu, '_')
  // Windows drops dots and spaces at the end of a name.
  return truncate(allowed).replace(/(?<![. ])[. ]+$/, '')
}

/** Cuts a text to the maximum size, between two characters. */
function truncate(text: string): string {
  let truncated = ''
  for (const character of text) {
    if (Buffer.byteLength(truncated + character) > maxTitleBytes) break
    truncated += character
  }
  return truncated
}
