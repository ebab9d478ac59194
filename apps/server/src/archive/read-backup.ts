import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { Manifest, manifestName, tableEntry } from './manifest.ts'
import type { Row } from './rows.ts'
import { readTar, type TarPlace } from './tar.ts'

export interface Backup {
  readonly manifest: Manifest
  /** The tables whose rows differ from the manifest. */
  wrongTables(): Promise<string[]>
  rowsOf(table: string): AsyncIterable<readonly Row[]>
  /** The bytes of a file in the archive. */
  open(name: string): Readable
}

/** Opens a backup and verifies the checksum of every file. */
export async function openBackup(file: string): Promise<Backup> {
  const places = new Map<string, TarPlace>()
  const sums = new Map<string, string>()
  for await (const place of readTar(file)) {
    places.set(place.name, place)
    sums.set(place.name, await sumOf(opened(file, place)))
  }
  const open = (name: string): Readable => {
    const place = places.get(name)
    if (!place) throw new Error(`The backup does not contain ${name}.`)
    return opened(file, place)
  }
  const manifest = readManifest(await text(open(manifestName)))
  const wrong = manifest.entries.filter(
    ({ name, bytes, sha256 }) => places.get(name)?.bytes !== bytes || sums.get(name) !== sha256,
  )
  if (wrong.length > 0) throw new Error(`The backup is damaged: ${wrong.map(({ name }) => name).join(', ')}.`)
  async function wrongTables(): Promise<string[]> {
    const wrong: string[] = []
    for (const { table, sha256 } of manifest.tables) {
      const lines = pipeline(open(tableEntry(table)), createGunzip(), ignoreError)
      if ((await sumOf(lines).catch(() => null)) !== sha256) wrong.push(table)
    }
    return wrong
  }
  return { manifest, open, wrongTables, rowsOf: (table) => rowsIn(open(tableEntry(table))) }
}

/** The manifest of a backup, without reading the rest. */
export async function manifestOf(file: string): Promise<Manifest> {
  for await (const place of readTar(file)) {
    if (place.name === manifestName) return readManifest(await text(opened(file, place)))
  }
  throw new Error('The backup has no manifest.')
}

function readManifest(content: string): Manifest {
  const manifest = Manifest.safeParse(parsed(content))
  if (!manifest.success) throw new Error('This is not a Vitrine backup, or it was made by a newer version.')
  return manifest.data
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return null
  }
}

const opened = (file: string, { start, bytes }: TarPlace): Readable =>
  bytes === 0 ? Readable.from([]) : createReadStream(file, { start, end: start + bytes - 1 })

async function sumOf(content: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}

const batchSize = 500

/** Rows as they were written, a line each. Node's own reading by lines would also end one at U+2028. */
async function* rowsIn(compressed: Readable): AsyncGenerator<readonly Row[]> {
  let rows: Row[] = []
  let rest = ''
  for await (const chunk of pipeline(compressed, createGunzip(), ignoreError).setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) rows.push(JSON.parse(line))
    if (rows.length < batchSize) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

/** The reader of the stream gets the error too. */
const ignoreError = (): void => {}
