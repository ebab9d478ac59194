import { createHash } from 'node:crypto'
import { mkdtempDisposable, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  type Manifest,
  manifestName,
  openBackup,
  readManifest,
  tableEntryName,
  tarWriter,
} from './backup-file.ts'
import { maxLineBytes, readLines, rejectLongLines } from './lines.ts'
import { openVerifiedBackup } from './restore-backup.ts'

const megabyte = 1024 * 1024
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** Creates a path in a folder that is deleted after the test. */
async function createPath(): Promise<string> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-hostile-'))
  onTestFinished(() => folder[Symbol.asyncDispose]())
  return join(folder.path, 'hostile.tar')
}

const renderManifest = (parts: Partial<Manifest> = {}): string =>
  JSON.stringify({
    format: 'vitrine-backup-1',
    madeBy: 'Vitrine',
    madeAt: '2026-11-15T01:00:00.000Z',
    migrations: ['001-people'],
    tables: [],
    media: { included: false, contents: [], missing: [], damaged: [] },
    entries: [],
    ...parts,
  })

async function writeArchive(manifest: string, files: Record<string, Buffer> = {}): Promise<string> {
  const path = await createPath()
  await using handle = await open(path, 'w')
  const tar = tarWriter(handle)
  for (const [name, content] of Object.entries(files)) {
    await tar.add(name, content.length, Readable.from([content]))
  }
  await tar.addText(manifestName, manifest)
  await tar.end()
  return path
}

/** Writes a backup with one table, which a matching manifest lists once or several times. */
function writeTable(lines: Buffer, { listings = 1 } = {}): Promise<string> {
  const table = { table: 'remark', rows: 1, sha256: sha256(lines), lastId: null }
  const manifest = renderManifest({ tables: Array.from({ length: listings }, () => table) })
  return writeArchive(manifest, { [tableEntryName('remark')]: gzipSync(lines) })
}

interface TarHeader {
  readonly name: string
  /** The size as the header claims it, in octal digits. */
  readonly size: string
  /** The size of the file's content, which is a sparse hole. */
  readonly contentBytes: number
}

/** Writes an archive of one file, whose header may contradict its content. */
async function writeForgedArchive({ name, size, contentBytes }: TarHeader): Promise<string> {
  const path = await writeArchive('')
  await using handle = await open(path, 'r+')
  // The ustar format: the size is at byte 124, the checksum of the header at byte 148.
  const headerBytes = 512
  const [sizeStart, sizeEnd, checksumStart, checksumEnd] = [124, 136, 148, 156]
  const header = Buffer.alloc(headerBytes)
  await handle.read(header, 0, headerBytes, 0)
  header.write(name, 0)
  header.write(`${size}\0`.slice(0, sizeEnd - sizeStart), sizeStart)
  // The sum counts its own field as spaces.
  header.fill(' ', checksumStart, checksumEnd)
  let sum = 0
  for (const byte of header) sum += byte
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, checksumStart)
  await handle.write(header, 0, headerBytes, 0)
  // An archive ends with two empty blocks.
  const blockBytes = 512
  await handle.truncate(headerBytes + contentBytes + 2 * blockBytes)
  return path
}

test('rejects a line that is too long without unpacking more than the limit', async () => {
  const path = await writeTable(Buffer.alloc(maxLineBytes + megabyte, 'x'))
  await expect(openVerifiedBackup(path)).rejects.toThrow(
    'database/remark.jsonl.gz has a line of more than 64 MB.',
  )

  let readBytes = 0
  async function* endless() {
    for (;;) {
      readBytes += megabyte
      yield Buffer.alloc(megabyte, 'x')
    }
  }
  await expect(Array.fromAsync(rejectLongLines(endless(), 'remark'))).rejects.toThrow(
    'remark has a line of more',
  )
  // Up to the first chunk beyond the limit.
  expect(readBytes).toBe(maxLineBytes + megabyte)
})

test('rejects a manifest that is too large without reading it', async () => {
  const bytes = 300 * megabyte
  const path = await writeForgedArchive({
    name: manifestName,
    size: bytes.toString(8).padStart(11, '0'),
    contentBytes: bytes,
  })
  const message = 'its manifest has 300 MB, and at most 256 MB are read'
  await expect(openBackup(path)).rejects.toThrow(message)
  await expect(readManifest(path)).rejects.toThrow(message)
})

test('does not parse a manifest with more values than its length allows', async () => {
  const path = await writeArchive(
    renderManifest().replace('"001-people"', Array(10_000).fill('""').join()),
  )
  const parse = vi.spyOn(JSON, 'parse')
  await expect(openBackup(path)).rejects.toThrow('This is not a Vitrine backup')
  await expect(readManifest(path)).rejects.toThrow('This is not a Vitrine backup')
  expect(parse).not.toHaveBeenCalled()
})

test('rejects a manifest that lists a table twice', async () => {
  const line = Buffer.from('{"id":1}\n')
  const listedTwice = await writeTable(line, { listings: 2 })
  await expect(openVerifiedBackup(listedTwice)).rejects.toThrow('This is not a Vitrine backup')
  const listedOnce = await openVerifiedBackup(await writeTable(line))
  expect(await Array.fromAsync(listedOnce.readRows('remark'))).toEqual([[{ id: 1 }]])
})

test('rejects an archive with a negative file size', async () => {
  // In octal digits, as long as the header: the next file would begin where this one does.
  const minusHeaderBytes = '-0000001000'
  const path = await writeForgedArchive({
    name: 'README.txt',
    size: minusHeaderBytes,
    contentBytes: 0,
  })
  await expect(readManifest(path)).rejects.toThrow('The file is damaged, or not a backup.')
  await expect(openBackup(path)).rejects.toThrow('The file is damaged, or not a backup.')
})

test('reads long rows in batches of about a million characters', async () => {
  const rows = Array.from({ length: 50 }, (_, id) => ({ id, text: 'é\u2028'.repeat(100_000) }))
  const path = await writeTable(Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')))
  const batches = await Array.fromAsync((await openVerifiedBackup(path)).readRows('remark'))
  expect(batches.flat()).toEqual(rows)
  // Each row has 200,000 characters.
  const maxRowsPerBatch = 6
  const rowCounts = batches.map(({ length }) => length)
  expect(Math.max(...rowCounts)).toBeLessThanOrEqual(maxRowsPerBatch)
})

test('reads whole lines wherever chunks are cut', async () => {
  const text = 'one\n\nzwölf \u2028 €\nlast'
  async function* splitIntoChunks(length: number) {
    const bytes = Buffer.from(text)
    for (let start = 0; start < bytes.length; start += length)
      yield bytes.subarray(start, start + length)
  }
  for (let length = 1; length <= Buffer.byteLength(text); length++) {
    const lines = (await Array.fromAsync(readLines(splitIntoChunks(length)))).flat()
    expect(lines, `chunks of ${length} bytes`).toEqual(text.split('\n'))
  }
})

test('joins the chunks of a long line only once', async () => {
  const [chunkCount, chunkBytes] = [4000, 1000]
  async function* longLine() {
    for (let index = 0; index < chunkCount; index++) yield Buffer.alloc(chunkBytes, 'x')
    yield Buffer.from('\n')
  }
  const concat = vi.spyOn(Buffer, 'concat')
  const lines = (await Array.fromAsync(readLines(longLine()))).flat()
  expect(lines).toEqual(['x'.repeat(chunkCount * chunkBytes)])

  let joinedBytes = 0
  for (const [chunks] of concat.mock.calls) for (const { length } of chunks) joinedBytes += length
  expect(joinedBytes).toBe(chunkCount * chunkBytes)
})
