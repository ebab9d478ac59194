import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Lexicon, type SpellingLanguage, spellingLanguages } from './lexicon.ts'

/** Output folder of the build. */
export const lexiconFolder = fileURLToPath(new URL('../../dist', import.meta.url))

const getLexiconPath = (folder: string, language: SpellingLanguage): string =>
  join(folder, `${language}.lexicon`)

export const hasAllLexicons = (folder: string): boolean =>
  spellingLanguages.every((language) => existsSync(getLexiconPath(folder, language)))

/** The parts in file order: widest numbers first, so that each part is aligned. */
const listParts = ({ graph, marks, frequency }: Lexicon) => [
  graph.first,
  graph.target,
  graph.before,
  graph.label,
  graph.final,
  marks,
  frequency,
]

const renderHeader = (lengths: readonly number[]): Buffer => {
  const line = `lexicon ${lengths.join(',')}`
  // Padded to a multiple of 4, to align the following 32-bit numbers.
  return Buffer.from(`${line}${' '.repeat(3 - (Buffer.byteLength(line) % 4))}\n`)
}

/** Writes atomically: to a temporary file that is renamed. */
export function writeLexicon(folder: string, language: SpellingLanguage, lexicon: Lexicon): void {
  const file = getLexiconPath(folder, language)
  const parts = listParts(lexicon)
  const temporaryFile = `${file}.${process.pid}-${Math.random().toString(36).slice(2)}`
  try {
    writeFileSync(
      temporaryFile,
      Buffer.concat([renderHeader(parts.map(({ length }) => length)), ...parts.map(toBytes)]),
    )
    renameSync(temporaryFile, file)
  } catch (error) {
    rmSync(temporaryFile, { force: true })
    throw error
  }
}

const toBytes = (part: Uint8Array | Uint16Array | Uint32Array): Uint8Array =>
  new Uint8Array(part.buffer, part.byteOffset, part.byteLength)

export function readLexicons(folder: string): Record<SpellingLanguage, Lexicon> {
  const read = (language: SpellingLanguage) => readLexicon(getLexiconPath(folder, language))
  return { de: read('de'), fr: read('fr'), en: read('en') }
}

function readLexicon(file: string): Lexicon {
  const content = readFileSync(file)
  const end = content.indexOf('\n') + 1
  const [, lengths = ''] = content.toString('utf8', 0, end).trim().split(' ')
  const [nodes = 0, edges = 0, , , finals = 0, words = 0] = lengths.split(',').map(Number)
  // An edge takes two 32-bit numbers and one of 16 bits; a word, two bytes.
  const size = end + nodes * 4 + edges * 10 + finals + words * 2
  if (content.length !== size)
    throw new Error(`${file} is damaged. Delete it and run 'npm run build'.`)

  let offset = content.byteOffset + end
  const take = <T>(
    ArrayType: new (buffer: ArrayBufferLike, offset: number, length: number) => T,
    bytesPerNumber: number,
    length: number,
  ): T => {
    const array = new ArrayType(content.buffer, offset, length)
    offset += bytesPerNumber * length
    return array
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
