import { createHash } from 'node:crypto'
import { mkdtempDisposable, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

async function newPath(): Promise<string> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-hostile-'))
  onTestFinished(() => folder[Symbol.asyncDispose]())
  return join(folder.path, 'hostile.tar')
}

const manifestText = (parts: Partial<Manifest>): string =>
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
  const path = await newPath()
  await using handle = await open(path, 'w')
  const tar = tarWriter(handle)
  for (const [name, content] of Object.entries(files)) {
    await tar.add(
      name,
      content.length,
      (async function* () {
        yield content
      })(),
    )
  }
  await tar.addText(manifestName, manifest)
  await tar.end()
  return path
}

/** Writes a backup with one table, listed `times` in a manifest that matches it. */
function writeTable(lines: Buffer, times = 1): Promise<string> {
  const table = { table: 'remark', rows: 1, sha256: sha256(lines), lastId: null }
  const manifest = manifestText({ tables: Array.from({ length: times }, () => table) })
  return writeArchive(manifest, { [tableEntryName('remark')]: gzipSync(lines) })
}

/** Writes an archive whose only file claims a size in its header, and consists of a sparse hole. */
async function writeHeader(name: string, size: string, bytes: number): Promise<string> {
  const path = await writeArchive('')
  await using handle = await open(path, 'r+')
  const header = Buffer.alloc(512)
  await handle.read(header, 0, 512, 0)
  header.write(name, 0)
  header.write(`${size}\0`.slice(0, 12), 124)
  header.fill(' ', 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  await handle.write(header, 0, 512, 0)
  await handle.truncate(512 + bytes + 1024)
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
  expect(readBytes).toBe(maxLineBytes + megabyte)
})

test('rejects a manifest that is too large without reading it', async () => {
  const bytes = 300 * megabyte
  const path = await writeHeader(manifestName, bytes.toString(8).padStart(11, '0'), bytes)
  const message = 'its manifest has 300 MB, and at most 256 MB are read'
  await expect(openBackup(path)).rejects.toThrow(message)
  await expect(readManifest(path)).rejects.toThrow(message)
})

test('does not parse a manifest with more values than its length allows', async () => {
  const path = await writeArchive(
    manifestText({}).replace('"001-people"', Array(10_000).fill('""').join()),
  )
  const parse = vi.spyOn(JSON, 'parse')
  await expect(openBackup(path)).rejects.toThrow('This is not a Vitrine backup')
  await expect(readManifest(path)).rejects.toThrow('This is not a Vitrine backup')
  expect(parse).not.toHaveBeenCalled()
})

test('rejects a manifest that lists a table twice', async () => {
  const line = Buffer.from('{"id":1}\n')
  await expect(openVerifiedBackup(await writeTable(line, 2))).rejects.toThrow(
    'This is not a Vitrine backup',
  )
  expect(
    await Array.fromAsync((await openVerifiedBackup(await writeTable(line))).readRows('remark')),
  ).toEqual([[{ id: 1 }]])
})

test('rejects an archive with a negative file size', async () => {
  const path = await writeHeader('README.txt', '-0000001000', 0)
  await expect(readManifest(path)).rejects.toThrow('The file is damaged, or not a backup.')
  await expect(openBackup(path)).rejects.toThrow('The file is damaged, or not a backup.')
})

test('reads long rows in batches of about a megabyte', async () => {
  const rows = Array.from({ length: 50 }, (_, id) => ({ id, text: 'é\u2028'.repeat(100_000) }))
  const path = await writeTable(Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')))
  const batches = await Array.fromAsync((await openVerifiedBackup(path)).readRows('remark'))
  expect(batches.flat()).toEqual(rows)
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(6)
})

test('reads whole lines wherever chunks are cut', async () => {
  const text = 'one\n\nzwölf \u2028 €\nlast'
  async function* splitIntoChunks(length: number) {
    const bytes = Buffer.from(text)
    for (let start = 0; start < bytes.length; start += length)
      yield bytes.subarray(start, start + length)
  }
  for (let length = 1; length < 30; length++)
    expect((await Array.fromAsync(readLines(splitIntoChunks(length)))).flat()).toEqual(
      text.split('\n'),
    )
})

test('joins the chunks of a long line only once', async () => {
  const chunks = 4000
  async function* content() {
    for (let count = 0; count < chunks; count++) yield Buffer.alloc(1000, 'x')
    yield Buffer.from('\n')
  }
  const concat = vi.spyOn(Buffer, 'concat')
  expect((await Array.fromAsync(readLines(content()))).flat()).toEqual(['x'.repeat(chunks * 1000)])
  const joined = concat.mock.calls.reduce(
    (sum, [parts]) => sum + parts.reduce((all, { length }) => all + length, 0),
    0,
  )
  expect(joined).toBe(chunks * 1000)
})
