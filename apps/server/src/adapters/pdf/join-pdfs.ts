import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'

/**
 * Joins PDFs to one with the pages, outlines and tags of all; everything else comes from the first.
 * It relies on what the pinned Typst writes: plain objects, one xref table at the end, and one tree
 * each of pages, outline and tags. Only one object at a time is in memory.
 */
export function joinPdfs(files: readonly string[], target: string): void {
  const parts: Part[] = []
  const handle = openSync(target, 'w', 0o600)
  try {
    let [objectOffset, tagKeyOffset] = [0, 0]
    for (const file of files) {
      const part = openPart(file, { objectOffset, tagKeyOffset, firstRoots: parts[0]?.roots })
      parts.push(part)
      objectOffset += part.objectCount
      tagKeyOffset += part.tagKeyCount
    }
    writeJoined(handle, parts)
  } finally {
    for (const part of parts) part.close()
    closeSync(handle)
  }
}

type Part = ReturnType<typeof openPart>

/** The numbers of the objects at the roots of the trees that parts are joined to. */
interface Roots {
  readonly pages: number
  readonly outline: number
  readonly tagTree: number
  /** The tag of the whole document, below the tree's root. */
  readonly documentTag: number
}

/** How the numbers of a part change in the joined file. */
interface Numbering {
  readonly objectOffset: number
  /** Offset of the keys by which pages refer to their tags. */
  readonly tagKeyOffset: number
  /** The roots of the first part; undefined for the first part itself. */
  readonly firstRoots: Roots | undefined
}

/**
 * Opens a PDF and numbers its objects after those of the previous parts. Objects that the result
 * has only once get the numbers of the first part.
 */
function openPart(file: string, numbering: Numbering) {
  const { objectCount, trailer, readObject, readHeader, close } = openObjects(file)

  const catalog = findReference(trailer, 'Root')
  const catalogText = readObject(catalog).text
  const metadata = findReference(catalogText, 'Metadata')
  const roots = readRoots(catalogText, (number) => readObject(number).text)
  const outlineText = readObject(roots.outline).text
  const tagTreeText = readObject(roots.tagTree).text

  const { renumber, renumberReferences } = createRenumbering(roots, numbering)
  const singleObjects = new Set([
    roots.pages,
    roots.outline,
    roots.tagTree,
    roots.documentTag,
    catalog,
    findReference(trailer, 'Info'),
    metadata,
  ])

  return {
    roots,
    objectCount,
    tagKeyCount: Number(/\/ParentTreeNextKey (\d+)/.exec(tagTreeText)?.[1]),
    /** The numbers of the outline's first and last items in the joined file. */
    firstItem: renumber(findReference(outlineText, 'First')),
    lastItem: renumber(findReference(outlineText, 'Last')),
    trailer,
    metadata,
    /** The numbers of the objects that the result has only once. */
    singleObjects,
    readHeader,
    readObject,
    close,

    /** Reads a list of references, such as /Kids, of an object that the result has only once. */
    readList(number: number, key: string): string {
      const pattern = new RegExp(`/${key} \\[([^\\]]*)\\]`)
      const [, entries = ''] = pattern.exec(readObject(number).text) ?? []
      const isNumberTree = key === 'Nums'
      return renumberReferences(isNumberTree ? addToKeys(entries, numbering.tagKeyOffset) : entries)
    },

    /** Reads all other objects, renumbered. */
    *readOwnObjects() {
      for (let number = 1; number <= objectCount; number++) {
        if (singleObjects.has(number)) continue
        const { text, stream } = readObject(number)
        yield { number: renumber(number), text: renumberReferences(text), stream }
      }
    },
  }
}

/** Creates functions that turn numbers within a part into those of the joined file. */
function createRenumbering(roots: Roots, { objectOffset, tagKeyOffset, firstRoots }: Numbering) {
  const targetRoots = firstRoots ?? roots
  const targetNumbers = new Map<number, number>([
    [roots.pages, targetRoots.pages],
    [roots.outline, targetRoots.outline],
    [roots.tagTree, targetRoots.tagTree],
    [roots.documentTag, targetRoots.documentTag],
  ])
  const renumber = (number: number): number => targetNumbers.get(number) ?? objectOffset + number

  // References to objects are '17 0 R', keys of tags '/StructParents 3'.
  const renumberReferences = (text: string): string =>
    replaceOutsideStrings(text, (plain) =>
      plain
        .replaceAll(/(?<!\d)(\d+) 0 R/g, (_, number) => `${renumber(Number(number))} 0 R`)
        .replaceAll(
          /\/(StructParents?) (\d+)/g,
          (_, name, key) => `/${name} ${tagKeyOffset + Number(key)}`,
        ),
    )
  return { renumber, renumberReferences }
}

/** Adds an offset to the keys of a number tree, whose entries are '3 17 0 R' for key 3. */
const addToKeys = (entries: string, offset: number): string =>
  entries.replaceAll(
    /(?<!\d)(\d+) (\d+ 0 R)/g,
    (_, key, reference) => `${offset + Number(key)} ${reference}`,
  )

interface PdfObject {
  /** The text between `obj` and the stream. */
  readonly text: string
  /** The stream and everything after it; empty for an object without a stream. */
  readonly stream: Buffer
}

// Longer than 'startxref', the offset of the table and '%%EOF'.
const maxEndingBytes = 40

/** Opens a PDF file and locates its objects by the xref table. */
function openObjects(file: string) {
  const handle = openSync(file, 'r')
  const size = fstatSync(handle).size

  function readBytes(start: number, end: number): Buffer {
    const bytes = Buffer.alloc(end - start)
    readSync(handle, bytes, 0, bytes.length, start)
    return bytes
  }

  // The file ends with the offset of its xref table.
  const ending = readBytes(Math.max(0, size - maxEndingBytes), size).toString('latin1')
  const tableOffset = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(ending)?.[1])
  const [tableText = '', trailer = ''] = readBytes(tableOffset || size, size)
    .toString('latin1')
    .split('trailer')
  // Each line has an offset of ten digits, a generation, and n for an object in use or f for a
  // free one.
  const tableLines = tableText.matchAll(/^(\d{10}) \d{5} [nf]/gm)
  const offsets = Array.from(tableLines, ([, offset]) => Number(offset))
  if (offsets.length < 2) throw new Error('the xref table is not what was expected')
  // An object ends where the next one begins.
  const sortedOffsets = [...offsets, tableOffset].sort((a, b) => a - b)
  const endByOffset = new Map(
    sortedOffsets.map((offset, index) => [offset, sortedOffsets[index + 1] ?? tableOffset]),
  )

  return {
    /** Without object 0, which is never in use. */
    objectCount: offsets.length - 1,
    trailer,
    close: () => closeSync(handle),
    readHeader: () => readBytes(0, sortedOffsets.find((offset) => offset > 0) ?? 0),

    readObject(number: number): PdfObject {
      const offset = offsets[number] ?? 0
      const bytes = readBytes(offset, endByOffset.get(offset) ?? offset)
      const dictionaryEnd = bytes.indexOf('>>\nstream\n')
      const textEnd = dictionaryEnd < 0 ? bytes.length : dictionaryEnd + '>>'.length
      const textStart = bytes.indexOf('obj') + 'obj'.length
      return {
        text: bytes.toString('latin1', textStart, textEnd),
        stream: bytes.subarray(textEnd),
      }
    },
  }
}

function readRoots(catalogText: string, readText: (number: number) => string): Roots {
  const tagTree = findReference(catalogText, 'StructTreeRoot')
  const roots = {
    pages: findReference(catalogText, 'Pages'),
    outline: findReference(catalogText, 'Outlines'),
    tagTree,
    documentTag: Number(/\/K \[(\d+) 0 R\]/.exec(readText(tagTree))?.[1] ?? Number.NaN),
  }
  if (Object.values(roots).some(Number.isNaN))
    throw new Error('the PDF has not the trees that were expected')
  return roots
}

const findReference = (text: string, key: string): number =>
  Number(new RegExp(`/${key} (\\d+) 0 R`).exec(text)?.[1] ?? Number.NaN)

/** Writes objects one after the other and remembers their offsets for the xref table. */
function createOutput(handle: number) {
  const offsets: number[] = []
  let size = 0

  function append(bytes: string | Buffer): void {
    const buffer = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
    writeSync(handle, buffer)
    size += buffer.length
  }

  return {
    offsets,
    getSize: () => size,
    append,
    appendObject(number: number, text: string, stream: Buffer): void {
      offsets[number] = size
      append(`${number} 0 obj${text}`)
      append(stream)
    },
  }
}

type Output = ReturnType<typeof createOutput>

function writeJoined(handle: number, parts: readonly Part[]): void {
  const [first] = parts
  if (!first) throw new Error('there is nothing to join')

  const output = createOutput(handle)
  output.append(first.readHeader())
  writeOwnObjects(output, parts)
  writeSingleObjects(output, parts, first)
  writeXrefTable(output, parts, first)
}

/**
 * Writes the objects of each part, and links the outline's last item of a part to the next part.
 */
function writeOwnObjects(output: Output, parts: readonly Part[]): void {
  for (const [index, part] of parts.entries()) {
    const previousPart = parts[index - 1]
    const nextPart = parts[index + 1]
    for (const { number, text, stream } of part.readOwnObjects()) {
      const links: string[] = []
      if (previousPart && number === part.firstItem)
        links.push(`/Prev ${previousPart.lastItem} 0 R`)
      if (nextPart && number === part.lastItem) links.push(`/Next ${nextPart.firstItem} 0 R`)
      const linked = links.length > 0 ? text.replace('<<', `<<\n  ${links.join('\n  ')}`) : text
      output.appendObject(number, linked, stream)
    }
  }
}

/** Writes the objects that the result has only once, with the lists and counts of all parts. */
function writeSingleObjects(output: Output, parts: readonly Part[], first: Part): void {
  const pageCount = sumCounts(parts, 'pages')
  const changes = createRootChanges(parts, first.roots, pageCount)

  for (const number of first.singleObjects) {
    const { text, stream } = first.readObject(number)
    if (number === first.metadata) {
      writeMetadata(output, number, { text, stream }, pageCount)
      continue
    }
    const change = changes.get(number)
    output.appendObject(number, change ? change(text) : text, stream)
  }
}

/** Maps the number of each root to the change of its text. */
function createRootChanges(
  parts: readonly Part[],
  roots: Roots,
  pageCount: number,
): Map<number, (text: string) => string> {
  const joinLists = (root: keyof Roots, key: string) =>
    parts.map((part) => part.readList(part.roots[root], key)).join(' ')
  const tagKeyCount = parts.reduce((total, part) => total + part.tagKeyCount, 0)
  const lastItem = parts.at(-1)?.lastItem

  return new Map([
    [
      roots.pages,
      (text) => withList(withCount(text, pageCount), 'Kids', joinLists('pages', 'Kids')),
    ],
    [
      roots.outline,
      (text) =>
        withCount(text, sumCounts(parts, 'outline')).replace(/\/Last \d+/, `/Last ${lastItem}`),
    ],
    [roots.documentTag, (text) => withList(text, 'K', joinLists('documentTag', 'K'))],
    [
      roots.tagTree,
      (text) =>
        withList(text, 'Nums', joinLists('tagTree', 'Nums')).replace(
          /\/ParentTreeNextKey \d+/,
          `/ParentTreeNextKey ${tagKeyCount}`,
        ),
    ],
  ])
}

const sumCounts = (parts: readonly Part[], root: keyof Roots): number =>
  parts.reduce((total, part) => {
    const { text } = part.readObject(part.roots[root])
    return total + Number(/\/Count (\d+)/.exec(text)?.[1])
  }, 0)

/** Writes the XMP metadata with the page count of all parts, and its new length. */
function writeMetadata(
  output: Output,
  number: number,
  { text, stream }: PdfObject,
  pageCount: number,
): void {
  const packet = stream.toString('latin1').replace(/(<xmpTPg:NPages>)\d+/, `$1${pageCount}`)
  const length = Number(/\/Length (\d+)/.exec(text)?.[1]) + packet.length - stream.length
  output.appendObject(
    number,
    text.replace(/\/Length \d+/, `/Length ${length}`),
    Buffer.from(packet, 'latin1'),
  )
}

function writeXrefTable(output: Output, parts: readonly Part[], first: Part): void {
  const tableOffset = output.getSize()
  // Object 0, which is never in use, counts too.
  const objectCount = parts.reduce((total, part) => total + part.objectCount, 1)
  output.append(`xref\n0 ${objectCount}\n`)
  for (let number = 0; number < objectCount; number++) {
    const offset = output.offsets[number]
    output.append(
      offset === undefined
        ? '0000000000 65535 f\r\n'
        : `${String(offset).padStart(10, '0')} 00000 n\r\n`,
    )
  }
  const trailer = first.trailer
    .replace(/\/Size \d+/, `/Size ${objectCount}`)
    .replace(/startxref\s+\d+/, `startxref\n${tableOffset}`)
  output.append(`trailer${trailer}`)
}

const withCount = (text: string, count: number) => text.replace(/\/Count \d+/, `/Count ${count}`)
const withList = (text: string, key: string, entries: string) =>
  text.replace(new RegExp(`/${key} \\[[^\\]]*\\]`), () => `/${key} [${entries}]`)

/** Changes the text outside strings: a string may look like a reference. */
function replaceOutsideStrings(text: string, change: (plain: string) => string): string {
  let result = ''
  let plainStart = 0
  let stringStart = text.indexOf('(')
  while (stringStart >= 0) {
    const stringEnd = findStringEnd(text, stringStart)
    result += change(text.slice(plainStart, stringStart)) + text.slice(stringStart, stringEnd)
    plainStart = stringEnd
    stringStart = text.indexOf('(', plainStart)
  }
  return result + change(text.slice(plainStart))
}

/** Finds the index behind a string, which may contain balanced or escaped parentheses. */
function findStringEnd(text: string, start: number): number {
  let depth = 0
  for (let index = start; index < text.length; index++) {
    const character = text[index]
    if (character === '\\') index++
    else if (character === '(') depth++
    else if (character === ')' && --depth === 0) return index + 1
  }
  throw new Error('a string of the PDF does not end')
}
