import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'

/**
 * Joins PDFs to one with the pages, outlines and tags of all; everything else comes from the first.
 * It relies on what the pinned Typst writes: plain objects, one xref table at the end, and one tree
 * each of pages, outline and tags. Only one object at a time is in memory.
 */
export function joinPdfs(files: readonly string[], target: string): void {
  const opened: ReturnType<typeof openPart>[] = []
  const handle = openSync(target, 'w', 0o600)
  try {
    let [objects, keys] = [0, 0]
    for (const file of files) {
      const part = openPart(file, objects, keys, opened[0])
      opened.push(part)
      objects += part.count
      keys += part.keys
    }
    writeJoined(handle, opened)
  } finally {
    for (const part of opened) part.close()
    closeSync(handle)
  }
}

type Part = ReturnType<typeof openPart>

/**
 * Opens a PDF and numbers its objects after those of the previous parts. Objects that the result
 * has only once get the numbers of the first part.
 */
function openPart(
  file: string,
  objectOffset: number,
  keyOffset: number,
  first?: { readonly roots: Roots },
) {
  const handle = openSync(file, 'r')
  const size = fstatSync(handle).size
  const read = (from: number, to: number) => {
    const bytes = Buffer.alloc(to - from)
    readSync(handle, bytes, 0, bytes.length, from)
    return bytes
  }
  const table = Number(
    /startxref\s+(\d+)\s+%%EOF\s*$/.exec(
      read(Math.max(0, size - 40), size).toString('latin1'),
    )?.[1],
  )
  const [tableText, trailer = ''] = read(table || size, size)
    .toString('latin1')
    .split('trailer')
  const offsets = [...(tableText ?? '').matchAll(/^(\d{10}) \d{5} [nf]/gm)].map(([, offset]) =>
    Number(offset),
  )
  if (offsets.length < 2) throw new Error('the xref table is not what was expected')
  const sortedOffsets = [...offsets, table].sort((a, b) => a - b)
  const endByOffset = new Map(
    sortedOffsets.map((offset, index) => [offset, sortedOffsets[index + 1] ?? table]),
  )

  /** Reads an object: the text between `obj` and its stream, and the rest. */
  function readObject(number: number): { text: string; stream: Buffer } {
    const offset = offsets[number] ?? 0
    const bytes = read(offset, endByOffset.get(offset) ?? offset)
    const start = bytes.indexOf('>>\nstream\n')
    const end = start < 0 ? bytes.length : start + 2
    return {
      text: bytes.toString('latin1', bytes.indexOf('obj') + 3, end),
      stream: bytes.subarray(end),
    }
  }

  const catalog = findReference(trailer, 'Root')
  const catalogText = readObject(catalog).text
  const tree = findReference(catalogText, 'StructTreeRoot')
  const outline = findReference(catalogText, 'Outlines')
  const roots: Roots = {
    pages: findReference(catalogText, 'Pages'),
    outline,
    tree,
    document: Number(/\/K \[(\d+) 0 R\]/.exec(readObject(tree).text)?.[1] ?? Number.NaN),
  }
  if (Object.values(roots).some(Number.isNaN))
    throw new Error('the PDF has not the trees that were expected')
  const common = new Map(
    (Object.keys(roots) as (keyof Roots)[]).map((key) => [
      roots[key],
      (first?.roots ?? roots)[key],
    ]),
  )
  const renumber = (number: number) => common.get(number) ?? objectOffset + number
  const renumbered = (text: string) =>
    replaceOutsideStrings(text, (plain) =>
      plain
        .replaceAll(/(?<!\d)(\d+) 0 R/g, (_, number) => `${renumber(Number(number))} 0 R`)
        .replaceAll(
          /\/(StructParents?) (\d+)/g,
          (_, name, key) => `/${name} ${keyOffset + Number(key)}`,
        ),
    )
  const outlineText = readObject(outline).text
  const onlyOnce = new Set([
    ...common.keys(),
    catalog,
    findReference(trailer, 'Info'),
    findReference(catalogText, 'Metadata'),
  ])

  return {
    roots,
    count: offsets.length - 1,
    keys: Number(/\/ParentTreeNextKey (\d+)/.exec(readObject(tree).text)?.[1]),
    firstItem: renumber(findReference(outlineText, 'First')),
    lastItem: renumber(findReference(outlineText, 'Last')),
    header: () => read(0, sortedOffsets.find((offset) => offset > 0) ?? 0),
    trailer,
    metadata: findReference(catalogText, 'Metadata'),
    /** Reads an object that the result has only once. */
    single: (number: number) => readObject(number),
    onlyOnce,
    /** The renumbered list of an object that the result has only once. */
    list: (root: number, key: string) => {
      const [, entries = ''] =
        new RegExp(`/${key} \\[([^\\]]*)\\]`).exec(readObject(root).text) ?? []
      return renumbered(
        key === 'Nums'
          ? entries.replaceAll(
              /(?<!\d)(\d+) (\d+ 0 R)/g,
              (_, at, ref) => `${keyOffset + Number(at)} ${ref}`,
            )
          : entries,
      )
    },
    *objects() {
      for (let number = 1; number < offsets.length; number++) {
        if (onlyOnce.has(number)) continue
        const { text, stream } = readObject(number)
        yield { number: renumber(number), text: renumbered(text), stream }
      }
    },
    close: () => closeSync(handle),
  }
}

interface Roots {
  readonly pages: number
  readonly outline: number
  readonly tree: number
  readonly document: number
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
    size: () => size,
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
  output.append(first.header())
  writePartObjects(output, parts)
  writeCommonObjects(output, parts, first)
  writeXrefTable(output, parts, first)
}

/**
 * Writes the objects of each part, and links the outline's last item of a part to the next part.
 */
function writePartObjects(output: Output, parts: readonly Part[]): void {
  for (const [index, part] of parts.entries()) {
    const [previous, next] = [parts[index - 1], parts[index + 1]]
    for (const { number, text, stream } of part.objects()) {
      const links: string[] = []
      if (previous && number === part.firstItem) links.push(`/Prev ${previous.lastItem} 0 R`)
      if (next && number === part.lastItem) links.push(`/Next ${next.firstItem} 0 R`)
      const linked = links.length > 0 ? text.replace('<<', `<<\n  ${links.join('\n  ')}`) : text
      output.appendObject(number, linked, stream)
    }
  }
}

/** Writes the objects that the result has only once, with the lists and counts of all parts. */
function writeCommonObjects(output: Output, parts: readonly Part[], first: Part): void {
  const joinLists = (root: keyof Roots, key: string) =>
    parts.map((part) => part.list(part.roots[root], key)).join(' ')
  const sumCounts = (root: keyof Roots) =>
    parts.reduce(
      (total, part) =>
        total + Number(/\/Count (\d+)/.exec(part.single(part.roots[root]).text)?.[1]),
      0,
    )
  const pages = sumCounts('pages')
  const keys = parts.reduce((total, part) => total + part.keys, 0)
  const { roots } = first
  const changes = new Map<number, (text: string) => string>([
    [roots.pages, (text) => withList(withCount(text, pages), 'Kids', joinLists('pages', 'Kids'))],
    [
      roots.outline,
      (text) =>
        withCount(text, sumCounts('outline')).replace(
          /\/Last \d+/,
          `/Last ${parts.at(-1)?.lastItem}`,
        ),
    ],
    [roots.document, (text) => withList(text, 'K', joinLists('document', 'K'))],
    [
      roots.tree,
      (text) =>
        withList(text, 'Nums', joinLists('tree', 'Nums')).replace(
          /\/ParentTreeNextKey \d+/,
          `/ParentTreeNextKey ${keys}`,
        ),
    ],
  ])

  for (const number of first.onlyOnce) {
    const { text, stream } = first.single(number)
    if (number === first.metadata) {
      const packet = stream.toString('latin1').replace(/(<xmpTPg:NPages>)\d+/, `$1${pages}`)
      const length = Number(/\/Length (\d+)/.exec(text)?.[1]) + packet.length - stream.length
      output.appendObject(
        number,
        text.replace(/\/Length \d+/, `/Length ${length}`),
        Buffer.from(packet, 'latin1'),
      )
    } else {
      output.appendObject(number, changes.get(number)?.(text) ?? text, stream)
    }
  }
}

function writeXrefTable(output: Output, parts: readonly Part[], first: Part): void {
  const table = output.size()
  const count = parts.reduce((total, part) => total + part.count, 1)
  output.append(`xref\n0 ${count}\n`)
  for (let number = 0; number < count; number++) {
    const offset = output.offsets[number]
    output.append(
      offset === undefined
        ? '0000000000 65535 f\r\n'
        : `${String(offset).padStart(10, '0')} 00000 n\r\n`,
    )
  }
  const trailer = first.trailer
    .replace(/\/Size \d+/, `/Size ${count}`)
    .replace(/startxref\s+\d+/, `startxref\n${table}`)
  output.append(`trailer${trailer}`)
}

const withCount = (text: string, count: number) => text.replace(/\/Count \d+/, `/Count ${count}`)
const withList = (text: string, key: string, entries: string) =>
  text.replace(new RegExp(`/${key} \\[[^\\]]*\\]`), () => `/${key} [${entries}]`)

/** Changes the text outside strings: a string may look like anything. */
function replaceOutsideStrings(text: string, change: (plain: string) => string): string {
  let result = ''
  let from = 0
  for (let at = text.indexOf('('); at >= 0; at = text.indexOf('(', from)) {
    const end = findStringEnd(text, at)
    result += change(text.slice(from, at)) + text.slice(at, end)
    from = end
  }
  return result + change(text.slice(from))
}

function findStringEnd(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (character === '\\') at++
    else if (character === '(') depth++
    else if (character === ')' && --depth === 0) return at + 1
  }
  throw new Error('a string of the PDF does not end')
}
