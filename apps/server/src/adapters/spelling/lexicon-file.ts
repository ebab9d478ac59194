import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Lexicon } from './lexicon.ts'

// Raised when the layout of the file or the making of a lexicon changes.
const format = 2

/** The parts in the order of the file, widest first, so that each starts where its numbers may start. */
const partsOf = ({ graph, marks, frequency }: Lexicon) => [
  graph.first,
  graph.target,
  graph.before,
  graph.label,
  graph.final,
  marks,
  frequency,
]

/** What a file must begin with to be of use: made of the same packages by the same code. */
const heading = (versions: string, lengths: readonly number[]): Buffer => {
  const line = `lexicon ${format} ${versions} ${lengths.join(',')}`
  // Padded to a multiple of 4: numbers of four bytes follow.
  return Buffer.from(`${line}${' '.repeat(3 - (Buffer.byteLength(line) % 4))}\n`)
}

/** Written beside and renamed into place: whoever reads finds all of it or nothing. */
export function writeLexicon(file: string, versions: string, lexicon: Lexicon): void {
  const parts = partsOf(lexicon)
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}-${Math.random().toString(36).slice(2)}`
  try {
    writeFileSync(
      draft,
      Buffer.concat([
        heading(
          versions,
          parts.map(({ length }) => length),
        ),
        ...parts.map(bytesOf),
      ]),
    )
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

const bytesOf = (part: Uint8Array | Uint16Array | Uint32Array): Uint8Array =>
  new Uint8Array(part.buffer, part.byteOffset, part.byteLength)

/** The lexicon in a file; undefined when there is none, or one of other packages. */
export function readLexicon(file: string, versions: string): Lexicon | undefined {
  const content = readIfThere(file)
  if (!content) return undefined
  const end = content.indexOf('\n') + 1
  const first = content.toString('utf8', 0, end)
  if (!first.startsWith(`lexicon ${format} ${versions} `)) return undefined
  const lengths = (first.trim().split(' ').at(-1) ?? '').split(',').map(Number)
  const [nodes = 0, edges = 0, , , finals = 0, words = 0] = lengths
  const size = end + nodes * 4 + edges * 10 + finals + words * 2
  if (content.length !== size) return undefined

  let at = content.byteOffset + end
  const take = <T>(
    part: new (buffer: ArrayBufferLike, offset: number, length: number) => T,
    width: number,
    length: number,
  ): T => {
    const taken = new part(content.buffer, at, length)
    at += width * length
    return taken
  }
  const graph = {
    first: take(Uint32Array, 4, nodes),
    target: take(Uint32Array, 4, edges),
    before: take(Uint32Array, 4, edges),
    label: take(Uint16Array, 2, edges),
    final: take(Uint8Array, 1, finals),
  }
  return { graph, marks: take(Uint8Array, 1, words), frequency: take(Uint8Array, 1, words) }
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
