import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { isMediaKey } from '../adapters/media/media-store.ts'
import { OperatorError } from '../base/operator-error.ts'
import { readExecutedMigrations } from '../db/migrate.ts'
import type { Db } from '../db/tables.ts'
import { readLines, rejectLongLines } from './lines.ts'
import type { Row } from './rows.ts'

export const manifestName = 'manifest.json'

/** Enough for 80,000 pictures with all their sizes. */
const maxManifestBytes = 256 * 1024 * 1024
/** A manifest consists of names with hashes. Of the same bytes a parser can be given a hundred times as many values. */
const minBytesPerValue = 16
const maxSmallValues = 1000

/** Unlike `z.array`, stops at the first wrong element instead of collecting millions of reasons. */
const listOf = <Element extends z.ZodType>(element: Element) =>
  z.custom<z.output<Element>[]>(
    (value) => Array.isArray(value) && value.every((item) => element.safeParse(item).success),
  )

const Name = z.string().max(200)
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** A file of a picture or recording. It becomes a path when it is restored, so any other form is rejected. */
const MediaKey = z.string().refine(isMediaKey)

/** The contents of a backup. Last file of the archive, so a truncated archive has none. */
export const Manifest = z.object({
  format: z.literal('vitrine-backup-1'),
  madeBy: Name,
  madeAt: Name,
  /** The installation it is of; backups made before there were ids have none. */
  installation: Name.optional(),
  /** The migrations that the database had run. */
  migrations: listOf(Name).refine(({ length }) => length > 0),
  tables: listOf(
    z.object({
      table: Name,
      rows: z.number().int(),
      sha256: Sha256,
      lastId: z.number().int().nullable(),
    }),
  ).refine((tables) => new Set(tables.map(({ table }) => table)).size === tables.length),
  media: z.object({
    /** Whether the files are in the archive, or only named. */
    included: z.boolean(),
    contents: listOf(z.object({ name: Sha256, keys: listOf(MediaKey).readonly() })),
    /** Originals that were not there when the backup was made; older backups also name sizes. */
    missing: listOf(Name),
    /** Originals whose bytes differ from their hash. */
    damaged: listOf(Name),
  }),
  entries: listOf(z.object({ name: Name, bytes: z.number().int(), sha256: Sha256 })),
})
export type Manifest = z.infer<typeof Manifest>

export const tableEntryName = (table: string): string => `database/${table}.jsonl.gz`
export const mediaEntryName = (key: string): string => `media/${key}`

export interface Installation {
  readonly id: string
  readonly createdAt: string
}

/** The installation that a database belongs to; null for one that has no id yet. */
export async function findInstallation(db: Db): Promise<Installation | null> {
  if (!(await readExecutedMigrations(db)).includes('011-installation')) return null
  const row = await db.selectFrom('installation').selectAll().executeTakeFirst()
  return row ? { id: row.id, createdAt: row.created_at } : null
}

/** Whether a backup is of this installation. One from before there were ids is, unless it is older than the database. */
export const isBackupOfInstallation = (
  { installation, madeAt }: Pick<Manifest, 'installation' | 'madeAt'>,
  { id, createdAt }: Installation,
): boolean => (installation === undefined ? madeAt >= createdAt : installation === id)

export interface Backup {
  readonly manifest: Manifest
  /** The tables whose rows differ from the manifest. */
  findDamagedTables(): Promise<string[]>
  readRows(table: string): AsyncIterable<readonly Row[]>
  /** The bytes of a file in the archive. */
  openEntry(name: string): Readable
}

/** Opens a backup and verifies the checksum of every file. */
export async function openBackup(file: string): Promise<Backup> {
  const places = new Map<string, TarPlace>()
  const sums = new Map<string, string>()
  for await (const place of readTar(file)) {
    if (place.name === manifestName) expectReadable(place)
    places.set(place.name, place)
    sums.set(place.name, await sumOf(opened(file, place)))
  }
  const open = (name: string): Readable => {
    const place = places.get(name)
    if (!place) throw new Error(`The backup does not contain ${name}.`)
    return opened(file, place)
  }
  const manifest = parseManifest(await buffer(open(manifestName)))
  const wrong = manifest.entries.filter(
    ({ name, bytes, sha256 }) => places.get(name)?.bytes !== bytes || sums.get(name) !== sha256,
  )
  if (wrong.length > 0) throw new Error(`The backup is damaged: ${firstNames(wrong)}.`)
  const textOf = (table: string): AsyncIterable<Buffer> =>
    rejectLongLines(
      pipeline(open(tableEntryName(table)), createGunzip(), ignoreError),
      tableEntryName(table),
    )
  async function wrongTables(): Promise<string[]> {
    const wrong: string[] = []
    for (const { table, sha256 } of manifest.tables) {
      if ((await sumOf(textOf(table)).catch(unreadable)) !== sha256) wrong.push(table)
    }
    return wrong
  }
  return {
    manifest,
    openEntry: open,
    findDamagedTables: wrongTables,
    readRows: (table) => rowsIn(textOf(table)),
  }
}

const firstNames = (entries: Manifest['entries']): string =>
  [...entries.slice(0, 10).map(({ name }) => name), ...(entries.length > 10 ? ['…'] : [])].join(
    ', ',
  )

/** A table that can't be unpacked differs from any checksum. */
function unreadable(error: unknown): null {
  if (error instanceof OperatorError) throw error
  return null
}

/** The manifest of a backup, without reading the rest. */
export async function readManifest(file: string): Promise<Manifest> {
  for await (const place of readTar(file)) {
    if (place.name !== manifestName) continue
    expectReadable(place)
    return parseManifest(await buffer(opened(file, place)))
  }
  throw new Error('The backup has no manifest.')
}

function expectReadable({ bytes }: TarPlace): void {
  if (bytes > maxManifestBytes)
    throw new OperatorError(
      `The backup is damaged or hostile: its manifest has ${Math.round(bytes / 2 ** 20)} MB, and at most ${maxManifestBytes / 2 ** 20} MB are read. Nothing was changed.`,
    )
}

function parseManifest(content: Buffer): Manifest {
  const manifest = Manifest.safeParse(parsed(content))
  if (!manifest.success)
    throw new Error('This is not a Vitrine backup, or it was made by a newer version.')
  return manifest.data
}

function parsed(content: Buffer): unknown {
  if (countValues(content) > maxSmallValues + content.length / minBytesPerValue) return null
  try {
    return JSON.parse(content.toString())
  } catch {
    return null
  }
}

const [comma, bracket, brace] = Buffer.from(',[{')

/** An upper bound: each value of a JSON text follows one of these bytes, which texts may have as well. */
function countValues(content: Buffer): number {
  let count = 1
  // Iterating over the bytes takes five times as long.
  for (let index = 0; index < content.length; index++) {
    const byte = content[index]
    if (byte === comma || byte === bracket || byte === brace) count++
  }
  return count
}

const opened = (file: string, { start, bytes }: TarPlace): Readable =>
  bytes === 0 ? Readable.from([]) : createReadStream(file, { start, end: start + bytes - 1 })

async function sumOf(content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}

const batchRows = 500
const batchChars = 1024 * 1024

/** Rows as they were written, a line each. */
async function* rowsIn(content: AsyncIterable<Buffer>): AsyncGenerator<readonly Row[]> {
  let rows: Row[] = []
  let chars = 0
  for await (const lines of readLines(content)) {
    for (const line of lines) {
      rows.push(JSON.parse(line))
      chars += line.length
      if (rows.length < batchRows && chars < batchChars) continue
      yield rows
      rows = []
      chars = 0
    }
  }
  if (rows.length > 0) yield rows
}

/** The reader of the stream gets the error too. */
const ignoreError = (): void => {}

// The format that every tar of the last thirty years reads: blocks of 512 bytes, a header before each file.
const block = 512
const maxNameBytes = 100
const maxFileBytes = 8 ** 11

export interface TarEntry {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

/** Writes files into a tar one after the other. */
export function tarWriter(handle: FileHandle, at: Date) {
  async function add(
    name: string,
    bytes: number,
    content: AsyncIterable<Buffer>,
  ): Promise<TarEntry> {
    await handle.writeFile(header(name, bytes, at))
    const hash = createHash('sha256')
    let written = 0
    for await (const chunk of content) {
      hash.update(chunk)
      written += chunk.length
      await handle.writeFile(chunk)
    }
    if (written !== bytes) throw new Error(`${name} has ${written} bytes instead of ${bytes}.`)
    await handle.writeFile(Buffer.alloc(padding(bytes)))
    return { name, bytes, sha256: hash.digest('hex') }
  }

  return {
    add,
    addText: (name: string, text: string): Promise<TarEntry> => {
      const content = Buffer.from(text)
      return add(name, content.length, only(content))
    },
    end: async (): Promise<void> => {
      await handle.writeFile(Buffer.alloc(2 * block))
    },
  }
}

/** A file inside a tar: where its bytes begin, how many there are. */
interface TarPlace {
  readonly name: string
  readonly start: number
  readonly bytes: number
}

/** The files of a tar in their order. Throws when it is truncated. */
async function* readTar(file: string): AsyncGenerator<TarPlace> {
  await using handle = await open(file)
  const { size } = await handle.stat()
  let position = 0
  for (;;) {
    const head = Buffer.alloc(block)
    const { bytesRead } = await handle.read(head, 0, block, position)
    if (bytesRead < block) throw new Error('The file ends too early: it is not a whole backup.')
    if (head.every((byte) => byte === 0)) return
    const { name, bytes } = readHeader(head)
    const start = position + block
    position = start + bytes + padding(bytes)
    if (position > size) throw new Error('The file ends too early: it is not a whole backup.')
    yield { name, bytes, start }
  }
}

function header(name: string, bytes: number, at: Date): Buffer {
  if (Buffer.byteLength(name) > maxNameBytes)
    throw new Error(`${name} is too long a name for a tar.`)
  if (bytes >= maxFileBytes) throw new Error(`${name} is too large for a tar: ${bytes} bytes.`)
  const head = Buffer.alloc(block)
  const put = (text: string, offset: number) => head.write(text, offset)
  put(name, 0)
  put('0000600\0', 100)
  put('0000000\0', 108)
  put('0000000\0', 116)
  put(`${octal(bytes, 11)}\0`, 124)
  put(`${octal(Math.floor(at.getTime() / 1000), 11)}\0`, 136)
  put('0', 156)
  put('ustar\0', 257)
  put('00', 263)
  put(`${octal(checksum(head), 6)}\0 `, 148)
  return head
}

function readHeader(head: Buffer): { name: string; bytes: number } {
  const text = (start: number, length: number) =>
    head.toString('utf8', start, start + length).replace(/[\0 ].*$/s, '')
  if (Number.parseInt(text(148, 8), 8) !== checksum(head))
    throw new Error('The file is damaged, or not a backup.')
  const size = text(124, 12)
  // A negative size would lead back to the same header, again and again.
  if (!/^[0-7]+$/.test(size)) throw new Error('The file is damaged, or not a backup.')
  return { name: text(0, maxNameBytes), bytes: Number.parseInt(size, 8) }
}

/** The sum of a header's bytes, those of the sum itself taken as spaces. */
const checksum = (head: Buffer): number =>
  head.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0)

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0')

const padding = (bytes: number): number => (block - (bytes % block)) % block

async function* only(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}
