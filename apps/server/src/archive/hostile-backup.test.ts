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
  const tar = tarWriter(handle, new Date())
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

/** A backup with one table, whose manifest fits it. */
function writeTable(lines: Buffer, times = 1): Promise<string> {
  const table = { table: 'remark', rows: 1, sha256: sha256(lines), lastId: null }
  const manifest = manifestText({ tables: Array.from({ length: times }, () => table) })
  return writeArchive(manifest, { [tableEntryName('remark')]: gzipSync(lines) })
}

/** An archive whose only file has this size in its header, and these bytes, which are a hole. */
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

test('rejects a line that is too long, unpacking no more than its limit', async () => {
  const path = await writeTable(Buffer.alloc(maxLineBytes + megabyte, 'x'))
  await expect(openVerifiedBackup(path)).rejects.toThrow(
    'database/remark.jsonl.gz has a line of more than 64 MB.',
  )

  let read = 0
  async function* endless() {
    for (;;) {
      read += megabyte
      yield Buffer.alloc(megabyte, 'x')
    }
  }
  await expect(Array.fromAsync(rejectLongLines(endless(), 'remark'))).rejects.toThrow(
    'remark has a line of more',
  )
  expect(read).toBe(maxLineBytes + megabyte)
})

test('rejects a manifest that is too large without reading it', async () => {
  const bytes = 300 * megabyte
  const path = await writeHeader(manifestName, bytes.toString(8).padStart(11, '0'), bytes)
  const sentence = 'its manifest has 300 MB, and at most 256 MB are read'
  await expect(openBackup(path)).rejects.toThrow(sentence)
  await expect(readManifest(path)).rejects.toThrow(sentence)
})

test('does not parse a manifest that is denser than any of a backup', async () => {
  const path = await writeArchive(
    manifestText({}).replace('"001-people"', Array(10_000).fill('""').join()),
  )
  const parse = vi.spyOn(JSON, 'parse')
  await expect(openBackup(path)).rejects.toThrow('This is not a Vitrine backup')
  await expect(readManifest(path)).rejects.toThrow('This is not a Vitrine backup')
  expect(parse).not.toHaveBeenCalled()
})

test('rejects a manifest that has one table unpacked again and again', async () => {
  const line = Buffer.from('{"id":1}\n')
  await expect(openVerifiedBackup(await writeTable(line, 2))).rejects.toThrow(
    'This is not a Vitrine backup',
  )
  expect(
    await Array.fromAsync((await openVerifiedBackup(await writeTable(line))).readRows('remark')),
  ).toEqual([[{ id: 1 }]])
})

test('rejects an archive whose header leads back to itself', async () => {
  const path = await writeHeader('README.txt', '-0000001000', 0)
  await expect(readManifest(path)).rejects.toThrow('The file is damaged, or not a backup.')
  await expect(openBackup(path)).rejects.toThrow('The file is damaged, or not a backup.')
})

test('hands on rows by the megabyte, so that long ones do not fill the memory', async () => {
  const rows = Array.from({ length: 50 }, (_, id) => ({ id, text: 'é\u2028'.repeat(100_000) }))
  const path = await writeTable(Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')))
  const batches = await Array.fromAsync((await openVerifiedBackup(path)).readRows('remark'))
  expect(batches.flat()).toEqual(rows)
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(6)
})

test('a line is whole wherever its bytes are cut', async () => {
  const text = 'one\n\nzwölf \u2028 €\nlast'
  async function* cut(length: number) {
    const bytes = Buffer.from(text)
    for (let start = 0; start < bytes.length; start += length)
      yield bytes.subarray(start, start + length)
  }
  for (let length = 1; length < 30; length++)
    expect((await Array.fromAsync(readLines(cut(length)))).flat()).toEqual(text.split('\n'))
})

test('joins the pieces of a long line once', async () => {
  const pieces = 4000
  async function* content() {
    for (let count = 0; count < pieces; count++) yield Buffer.alloc(1000, 'x')
    yield Buffer.from('\n')
  }
  const concat = vi.spyOn(Buffer, 'concat')
  expect((await Array.fromAsync(readLines(content()))).flat()).toEqual(['x'.repeat(pieces * 1000)])
  const joined = concat.mock.calls.reduce(
    (sum, [parts]) => sum + parts.reduce((all, { length }) => all + length, 0),
    0,
  )
  expect(joined).toBe(pieces * 1000)
})
