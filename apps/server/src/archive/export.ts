import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ItemType, inventoryTypes, itemTypes, toDay } from '@vitrine/contract'
import { nullIfMissing } from '../adapters/files/files.ts'
import { findFileExtension } from '../adapters/images/picture-format.ts'
import { productVersion } from '../base/version.ts'
import type { Context } from '../context.ts'
import { knownMigrations, readExecutedMigrations } from '../db/migrate.ts'
import type { Db, Tables } from '../db/tables.ts'
import { originalKey } from '../features/media/index.ts'
import { readItemPages } from '../items/reader.ts'
import {
  commentSheet,
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
  let files = 0
  const write = async (name: string, content: AsyncIterable<string | Buffer>) => {
    const path = join(unfinished, name)
    await mkdir(dirname(path), { recursive: true })
    await pipeline(Readable.from(content), createWriteStream(path))
    files++
  }

  const missing = await inSnapshot(db, async (snapshot) => {
    const mediaNames = await nameMedia(snapshot)
    const findFile = (itemId: number, mediaId: number | null) =>
      mediaNames.byItemAndMedia.get(`${itemId} ${mediaId}`) ?? ''
    for (const type of itemTypes) {
      await write(
        `${inventoryTypes[type].many}.csv`,
        renderCsv(itemSheet(snapshot, type, findFile)),
      )
    }
    await write('pictures.csv', renderCsv(pictureSheet(snapshot, findFile)))
    await write('comments.csv', renderCsv(await commentSheet(snapshot)))
    await write('journal.csv', renderCsv(await journalSheet(snapshot)))
    await write('events.csv', renderCsv(await eventSheet(snapshot)))
    await write('places.csv', renderCsv(await placeSheet(snapshot)))
    await write('movements.csv', renderCsv(movementSheet(snapshot)))
    await write('stocktakes.csv', renderCsv(stocktakeSheet(snapshot)))
    await write('questions.csv', renderCsv(await questionSheet(snapshot)))
    await write('users.csv', renderCsv(await userSheet(snapshot)))
    for (const table of await readSchema(snapshot)) {
      if (exportedColumns[table.name])
        await write(`json/${table.name}.json`, renderJson(snapshot, table))
    }
    const missingFiles: string[] = []
    for (const [name, hash] of mediaNames.hashesByFile) {
      const original = await media.find(originalKey(hash))
      if (original) await write(name, await original.open())
      else missingFiles.push(name)
    }
    return missingFiles
  })
  await writeFile(join(unfinished, 'README.txt'), renderReadme(clock.now()))
  await rm(folder, { recursive: true, force: true })
  await rename(unfinished, folder)
  return { files: files + 1, missing }
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

/**
 * Names every media file: after its item, or as an earlier file that only the history refers to.
 */
async function nameMedia(db: Db) {
  const mediaById = new Map((await exportStore(db).media()).map((row) => [row.id, row]))
  const hashesByFile = new Map<string, string>()
  const byItemAndMedia = new Map<string, string>()
  const shownHashes = new Set<string>()
  for (const type of itemTypes) {
    for await (const items of readItemPages(db, type)) {
      for (const {
        row: item,
        item: { state },
      } of items) {
        const media = [
          ...state.pictures.map(({ mediaId }, position) => ({ id: mediaId, position })),
          ...(state.recordingId === null ? [] : [{ id: state.recordingId, position: 0 }]),
        ]
        for (const { id, position } of media) {
          const row = mediaById.get(id)
          if (!row) continue
          const name = formatMediaName(item, row, position)
          hashesByFile.set(name, row.name)
          byItemAndMedia.set(`${item.id} ${id}`, name)
          shownHashes.add(row.name)
        }
      }
    }
  }
  for (const row of mediaById.values())
    if (!shownHashes.has(row.name)) hashesByFile.set(formatEarlierName(row), row.name)
  return { hashesByFile, byItemAndMedia }
}

/**
 * The exported columns by table. Every table is here or in `unexportedTables`; a test compares both
 * with the schema.
 */
export const exportedColumns: Record<string, 'all' | readonly string[]> = {
  audit_entry: 'all',
  change: 'all',
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
  const chosen = exportedColumns[table.name]
  const columns = table.columns.filter(({ name }) => chosen === 'all' || chosen?.includes(name))
  let separator = '[\n'
  for await (const rows of readRows(db, { ...table, columns })) {
    yield `${separator}${rows.map((row) => JSON.stringify(parseJsonColumns(row))).join(',\n')}`
    separator = ',\n'
  }
  yield separator === ',\n' ? '\n]\n' : '[]\n'
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

type NamedMedia = Pick<Tables['media'], 'mime' | 'name' | 'file_name'>

const getExtension = (mime: string): string =>
  mime === 'audio/mpeg' ? 'mp3' : (findFileExtension(mime) ?? 'bin')

// File systems allow 255 bytes per name, some also only 260 characters per path.
const maxTitleBytes = 120

/** Formats a name that people recognise and every file system accepts; the id makes it unique. */
const formatMediaName = (
  item: { type: ItemType; id: number; identifier: string; name: string },
  { mime }: NamedMedia,
  position = 0,
): string => {
  const title = toSafeName([item.identifier, item.name].filter(Boolean).join(' '))
  const folder = `media/${inventoryTypes[item.type].many}`
  const number = position === 0 ? '' : ` ${position + 1}`
  return `${folder}/${title} (${item.id})${number}.${getExtension(mime)}`
}

/** Formats the name of a file that no item shows any more. */
const formatEarlierName = ({ name, file_name }: NamedMedia): string =>
  `media/earlier/${name.slice(0, 12)} ${toSafeName(file_name)}`

function toSafeName(text: string): string {
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

const collectionNames = itemTypes.map((type) => inventoryTypes[type].many)
const itemTables = collectionNames.map((name) => `${name}.csv`).join(', ')

const renderReadme = (at: Date): string => `The collection as of ${toDay(at)}
${'='.repeat(30)}

Everything that was kept in Vitrine (version ${productVersion}), in formats that need no Vitrine to read.

Tables, for any spreadsheet (CSV: UTF-8, commas, quotes where needed):
  ${itemTables.padEnd(24)} the items, with a column for each attribute;
                           "picture", the first one, and "recording" name files in the folder media;
                           both can be uploaded in Vitrine as they are
  pictures.csv             every picture of an item, with its kind, credit, licence and alternative texts
  comments.csv             what people wrote about items; "item" is the id of the item,
                           "reply to" that of the comment answered, "assigned to" that of a user
  journal.csv              the journal, with its tags
  events.csv               save-the-date events; their texts are HTML
  places.csv               where items can be; "path" names the places around
  movements.csv            when items came from a place to another, and why
  stocktakes.csv           what was seen in each stocktake
  questions.csv            what visitors asked about items in the last 180 days
  users.csv                the people, without passwords
A cell that begins like a formula has an apostrophe in front, so that no spreadsheet runs it.

media/      the pictures and recordings as they were uploaded, with the place and camera that a picture names
  ${collectionNames.join(', ').padEnd(24)} named by identifier, name and (id) of the item, and the number of a further picture
  earlier                  what no item shows any more; the history still knows it

json/       all of it once more for programs, a file for each table, also what was deleted lately
  change.json              the history: every change of an item, entry, event or attribute, with the
                           whole state before and after; "subject" and "subject_id" tell of what
  item_tag.json            the attributes of items
  tag_definition.json      what each attribute means: order, kind, unit, audience, labels by language
  media.json               "name" is the SHA-256 of the file; items refer to "id"
  museum.json              what visitors are told about each museum: hours, tickets, access, contact
  place.json               where items are; "parent_id" is the place that it is in
  movement.json            when items came from a place to another, and why; "to_path" has the ids of the places around it
  stocktake_fact.json      what was seen in each stocktake, and stocktake_expected.json what should have been
  visitor_question.json    what visitors asked in the last 180 days, by day, item and language
  audit_entry.json         who signed in, and what was done to users

Times are UTC (ISO 8601), days are written YYYY-MM-DD; 1 is yes and 0 is no.
`
