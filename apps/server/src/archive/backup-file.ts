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

/** Enough for the names and hashes of 80,000 pictures with all their sizes. */
const maxManifestBytes = 256 * 1024 * 1024
// A hostile file such as `[[[[` has a value per byte, which takes a parser far more memory than the
// names and hashes of a manifest. Each value must have this many bytes on average, except for a few
// in a short file.
const minBytesPerValue = 16
const maxUncheckedValues = 1000

/**
 * Unlike `z.array`, stops at the first invalid element instead of collecting millions of issues.
 */
const arrayOf = <Element extends z.ZodType>(element: Element) =>
  z.custom<z.output<Element>[]>(
    (value) => Array.isArray(value) && value.every((item) => element.safeParse(item).success),
  )

const Name = z.string().max(200)
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** Key of a media file. It becomes a path at a restore, so no other form is accepted. */
const MediaKey = z.string().refine(isMediaKey)

/** Describes the content of a backup. It is the last file, so a truncated archive has none. */
export const Manifest = z.object({
  format: z.literal('vitrine-backup-1'),
  madeBy: Name,
  madeAt: Name,
  /** Installation id; missing in backups from before installations had ids. */
  installation: Name.optional(),
  /** Executed migrations, oldest first. */
  migrations: arrayOf(Name).refine(({ length }) => length > 0),
  tables: arrayOf(
    z.object({
      table: Name,
      rows: z.number().int(),
      sha256: Sha256,
      lastId: z.number().int().nullable(),
    }),
  ).refine((tables) => new Set(tables.map(({ table }) => table)).size === tables.length),
  media: z.object({
    /** Whether the archive contains the files, or only names them. */
    included: z.boolean(),
    contents: arrayOf(z.object({ name: Sha256, keys: arrayOf(MediaKey).readonly() })),
    /** Originals that were missing when the backup was made; older backups also list sizes. */
    missing: arrayOf(Name),
    /** Originals whose bytes differ from their hash. */
    damaged: arrayOf(Name),
  }),
  entries: arrayOf(z.object({ name: Name, bytes: z.number().int(), sha256: Sha256 })),
})
export type Manifest = z.infer<typeof Manifest>

export const tableEntryName = (table: string): string => `database/${table}.jsonl.gz`
export const mediaEntryName = (key: string): string => `media/${key}`

export interface Installation {
  readonly id: string
  readonly createdAt: string
}

/** Reads the id of the installation; null for a database from before installations had ids. */
export async function findInstallation(db: Db): Promise<Installation | null> {
  if (!(await readExecutedMigrations(db)).includes('011-installation')) return null
  const row = await db.selectFrom('installation').selectAll().executeTakeFirst()
  return row ? { id: row.id, createdAt: row.created_at } : null
}

/**
 * Whether a backup was made by this installation. A backup without an id counts as its own, unless
 * it is older than the database.
 */
export const isBackupOfInstallation = (
  { installation, madeAt }: Pick<Manifest, 'installation' | 'madeAt'>,
  { id, createdAt }: Installation,
): boolean => (installation === undefined ? madeAt >= createdAt : installation === id)

export interface Backup {
  readonly manifest: Manifest
  /** Lists the tables whose checksum differs from the manifest. */
  findDamagedTables(): Promise<string[]>
  readRows(table: string): AsyncIterable<readonly Row[]>
  /** Streams a file of the archive. */
  openEntry(name: string): Readable
}

/** Opens a backup and verifies the checksum of every file. */
export async function openBackup(file: string): Promise<Backup> {
  const filesByName = new Map<string, TarFile>()
  const checksums = new Map<string, string>()
  for await (const tarFile of readTar(file)) {
    if (tarFile.name === manifestName) assertReadableSize(tarFile)
    filesByName.set(tarFile.name, tarFile)
    checksums.set(tarFile.name, await hashContent(openPart(file, tarFile)))
  }

  const openEntry = (name: string): Readable => {
    const tarFile = filesByName.get(name)
    if (!tarFile) throw new Error(`The backup does not contain ${name}.`)
    return openPart(file, tarFile)
  }
  const manifest = parseManifest(await buffer(openEntry(manifestName)))
  const damagedEntries = manifest.entries.filter(
    ({ name, bytes, sha256 }) =>
      filesByName.get(name)?.bytes !== bytes || checksums.get(name) !== sha256,
  )
  if (damagedEntries.length > 0)
    throw new Error(`The backup is damaged: ${formatFirstNames(damagedEntries)}.`)

  const openTable = (table: string): AsyncIterable<Buffer> =>
    rejectLongLines(
      pipeline(openEntry(tableEntryName(table)), createGunzip(), ignoreError),
      tableEntryName(table),
    )
  async function findDamagedTables(): Promise<string[]> {
    const damagedTables: string[] = []
    for (const { table, sha256 } of manifest.tables) {
      const checksum = await hashContent(openTable(table)).catch(toMissingChecksum)
      if (checksum !== sha256) damagedTables.push(table)
    }
    return damagedTables
  }
  return {
    manifest,
    openEntry,
    findDamagedTables,
    readRows: (table) => parseRows(openTable(table)),
  }
}

function formatFirstNames(entries: Manifest['entries']): string {
  const maxListedNames = 10
  const names = entries.slice(0, maxListedNames).map(({ name }) => name)
  if (entries.length > names.length) names.push('…')
  return names.join(', ')
}

/**
 * Handles the error of a table that can't be unpacked: it has no checksum. An exceeded limit stays
 * an error.
 */
function toMissingChecksum(error: unknown): null {
  if (error instanceof OperatorError) throw error
  return null
}

/** Reads only the manifest of a backup. */
export async function readManifest(file: string): Promise<Manifest> {
  for await (const tarFile of readTar(file)) {
    if (tarFile.name !== manifestName) continue
    assertReadableSize(tarFile)
    return parseManifest(await buffer(openPart(file, tarFile)))
  }
  throw new Error('The backup has no manifest.')
}

function assertReadableSize({ bytes }: TarFile): void {
  if (bytes > maxManifestBytes)
    throw new OperatorError(
      `The backup is damaged or hostile: its manifest has ${Math.round(bytes / 2 ** 20)} MB, and at most ${maxManifestBytes / 2 ** 20} MB are read. Nothing was changed.`,
    )
}

function parseManifest(content: Buffer): Manifest {
  const manifest = Manifest.safeParse(parseJson(content))
  if (!manifest.success)
    throw new Error('This is not a Vitrine backup, or it was made by a newer version.')
  return manifest.data
}

function parseJson(content: Buffer): unknown {
  const maxValues = maxUncheckedValues + content.length / minBytesPerValue
  if (countValues(content) > maxValues) return null
  try {
    return JSON.parse(content.toString())
  } catch {
    return null
  }
}

const [comma, bracket, brace] = Buffer.from(',[{')

/**
 * An upper bound: every JSON value but the first follows one of these bytes; strings may contain
 * them too.
 */
function countValues(content: Buffer): number {
  let count = 1
  // An index is five times as fast as iterating over the bytes.
  for (let index = 0; index < content.length; index++) {
    const byte = content[index]
    if (byte === comma || byte === bracket || byte === brace) count++
  }
  return count
}

const openPart = (file: string, { start, bytes }: TarFile): Readable =>
  bytes === 0 ? Readable.from([]) : createReadStream(file, { start, end: start + bytes - 1 })

async function hashContent(content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}

// A batch ends with the row that reaches either limit.
const maxBatchRows = 500
const maxBatchLength = 1024 * 1024

/** Parses rows, one per line, in batches. */
async function* parseRows(content: AsyncIterable<Buffer>): AsyncGenerator<readonly Row[]> {
  let rows: Row[] = []
  let batchLength = 0
  for await (const lines of readLines(content)) {
    for (const line of lines) {
      rows.push(JSON.parse(line))
      batchLength += line.length
      if (rows.length < maxBatchRows && batchLength < maxBatchLength) continue
      yield rows
      rows = []
      batchLength = 0
    }
  }
  if (rows.length > 0) yield rows
}

/** For `pipeline`: the reader of the stream receives the error as well. */
const ignoreError = (): void => {}

// The ustar format: blocks of 512 bytes, with a header before each file.
const blockBytes = 512
const maxNameBytes = 100
// The field for the size has eleven octal digits.
const sizeDigits = 11
const maxFileBytes = 8 ** sizeDigits

/** The fields of a header: offset and length in bytes. */
const headerFields = {
  name: { offset: 0, length: maxNameBytes },
  mode: { offset: 100, length: 8 },
  userId: { offset: 108, length: 8 },
  groupId: { offset: 116, length: 8 },
  size: { offset: 124, length: 12 },
  modifiedAt: { offset: 136, length: 12 },
  checksum: { offset: 148, length: 8 },
  type: { offset: 156, length: 1 },
  magic: { offset: 257, length: 6 },
  version: { offset: 263, length: 2 },
} as const
type HeaderField = keyof typeof headerFields

export interface TarEntry {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

/** Writes files into a tar, one after the other. */
export function tarWriter(handle: FileHandle) {
  async function add(
    name: string,
    bytes: number,
    content: AsyncIterable<Buffer>,
  ): Promise<TarEntry> {
    await handle.writeFile(createHeader({ name, bytes }))
    const hash = createHash('sha256')
    let written = 0
    for await (const chunk of content) {
      hash.update(chunk)
      written += chunk.length
      await handle.writeFile(chunk)
    }
    if (written !== bytes) throw new Error(`${name} has ${written} bytes instead of ${bytes}.`)
    await handle.writeFile(Buffer.alloc(getPaddingBytes(bytes)))
    return { name, bytes, sha256: hash.digest('hex') }
  }

  return {
    add,
    addText: (name: string, text: string): Promise<TarEntry> => {
      const content = Buffer.from(text)
      return add(name, content.length, yieldOnce(content))
    },
    end: async (): Promise<void> => {
      await handle.writeFile(Buffer.alloc(2 * blockBytes))
    },
  }
}

/** A file inside a tar, whose content begins at byte `start`. */
interface TarFile {
  readonly name: string
  readonly start: number
  readonly bytes: number
}

/** Yields the files of a tar in order. Throws if it is truncated. */
async function* readTar(file: string): AsyncGenerator<TarFile> {
  await using handle = await open(file)
  const { size } = await handle.stat()
  let position = 0
  for (;;) {
    const header = Buffer.alloc(blockBytes)
    const { bytesRead } = await handle.read(header, 0, blockBytes, position)
    if (bytesRead < blockBytes)
      throw new Error('The file ends too early: it is not a whole backup.')
    // An empty block ends the archive.
    if (header.every((byte) => byte === 0)) return

    const { name, bytes } = readHeader(header)
    const start = position + blockBytes
    position = start + bytes + getPaddingBytes(bytes)
    if (position > size) throw new Error('The file ends too early: it is not a whole backup.')
    yield { name, bytes, start }
  }
}

interface HeaderFields {
  readonly name: string
  readonly bytes: number
}

function createHeader({ name, bytes }: HeaderFields): Buffer {
  if (Buffer.byteLength(name) > maxNameBytes)
    throw new Error(`${name} is too long a name for a tar.`)
  if (bytes >= maxFileBytes) throw new Error(`${name} is too large for a tar: ${bytes} bytes.`)
  const header = Buffer.alloc(blockBytes)
  const put = (field: HeaderField, text: string) => header.write(text, headerFields[field].offset)
  put('name', name)
  // Only the owner may read and write.
  put('mode', '0000600\0')
  put('userId', '0000000\0')
  put('groupId', '0000000\0')
  put('size', `${toOctal(bytes, sizeDigits)}\0`)
  // Always 1970, so that a program that stores repeated parts only once recognises unchanged files
  // in the next backup. The manifest has the time.
  put('modifiedAt', `${toOctal(0, 11)}\0`)
  // A regular file.
  put('type', '0')
  put('magic', 'ustar\0')
  put('version', '00')
  put('checksum', `${toOctal(computeChecksum(header), 6)}\0 `)
  return header
}

function readHeader(header: Buffer): HeaderFields {
  const readField = (field: HeaderField) => {
    const { offset, length } = headerFields[field]
    // A zero byte or a space ends a field that is shorter than its maximum.
    return header.toString('utf8', offset, offset + length).replace(/[\0 ].*$/s, '')
  }
  if (Number.parseInt(readField('checksum'), 8) !== computeChecksum(header))
    throw new Error('The file is damaged, or not a backup.')
  const size = readField('size')
  // A negative size would send the reader back to the same header forever.
  if (!/^[0-7]+$/.test(size)) throw new Error('The file is damaged, or not a backup.')
  return { name: readField('name'), bytes: Number.parseInt(size, 8) }
}

/** Sums the bytes of a header, counting the checksum field itself as spaces. */
function computeChecksum(header: Buffer): number {
  const { offset, length } = headerFields.checksum
  const space = 0x20
  let sum = 0
  for (const [index, byte] of header.entries())
    sum += index >= offset && index < offset + length ? space : byte
  return sum
}

const toOctal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0')

/** The number of bytes that fill the last block of a file. */
const getPaddingBytes = (bytes: number): number => (blockBytes - (bytes % blockBytes)) % blockBytes

async function* yieldOnce(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}
