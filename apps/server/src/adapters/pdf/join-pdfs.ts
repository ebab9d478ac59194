import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'

/**
 * One PDF with the pages, the outline and the tags of all; the rest is as in the first. It relies
 * on what the pinned Typst writes: plain objects, one xref table at the end, and one tree each of
 * pages, outline and tags. Only one object at a time is in memory.
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
    write(handle, opened)
  } finally {
    for (const part of opened) part.close()
    closeSync(handle)
  }
}

type Part = ReturnType<typeof openPart>

/**
 * A PDF whose numbers follow those of the parts before it; what all have only once is that of the
 * first.
 */
function openPart(
  file: string,
  objectsBefore: number,
  keysBefore: number,
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
  const places = [...(tableText ?? '').matchAll(/^(\d{10}) \d{5} [nf]/gm)].map(([, place]) =>
    Number(place),
  )
  if (places.length < 2) throw new Error('the xref table is not what was expected')
  const sorted = [...places, table].sort((a, b) => a - b)
  const ends = new Map(sorted.map((place, index) => [place, sorted[index + 1] ?? table]))

  /** What is between `obj` and its stream, if it has one, and the rest. */
  function object(number: number): { text: string; stream: Buffer } {
    const place = places[number] ?? 0
    const bytes = read(place, ends.get(place) ?? place)
    const start = bytes.indexOf('>>\nstream\n')
    const end = start < 0 ? bytes.length : start + 2
    return {
      text: bytes.toString('latin1', bytes.indexOf('obj') + 3, end),
      stream: bytes.subarray(end),
    }
  }

  const catalog = refIn(trailer, 'Root')
  const catalogText = object(catalog).text
  const tree = refIn(catalogText, 'StructTreeRoot')
  const outline = refIn(catalogText, 'Outlines')
  const roots: Roots = {
    pages: refIn(catalogText, 'Pages'),
    outline,
    tree,
    document: Number(/\/K \[(\d+) 0 R\]/.exec(object(tree).text)?.[1] ?? Number.NaN),
  }
  if (Object.values(roots).some(Number.isNaN))
    throw new Error('the PDF has not the trees that were expected')
  const common = new Map(
    (Object.keys(roots) as (keyof Roots)[]).map((key) => [
      roots[key],
      (first?.roots ?? roots)[key],
    ]),
  )
  const renumber = (number: number) => common.get(number) ?? objectsBefore + number
  const renumbered = (text: string) =>
    outsideStrings(text, (plain) =>
      plain
        .replaceAll(/(?<!\d)(\d+) 0 R/g, (_, number) => `${renumber(Number(number))} 0 R`)
        .replaceAll(
          /\/(StructParents?) (\d+)/g,
          (_, name, key) => `/${name} ${keysBefore + Number(key)}`,
        ),
    )
  const outlineText = object(outline).text
  const own = new Set([
    ...common.keys(),
    catalog,
    refIn(trailer, 'Info'),
    refIn(catalogText, 'Metadata'),
  ])

  return {
    roots,
    count: places.length - 1,
    keys: Number(/\/ParentTreeNextKey (\d+)/.exec(object(tree).text)?.[1]),
    firstItem: renumber(refIn(outlineText, 'First')),
    lastItem: renumber(refIn(outlineText, 'Last')),
    header: () => read(0, sorted.find((place) => place > 0) ?? 0),
    trailer,
    metadata: refIn(catalogText, 'Metadata'),
    /** What is there once in the whole, as it is in this part. */
    single: (number: number) => object(number),
    onlyOnce: own,
    /** A list in the object that all have once. */
    list: (root: number, key: string) => {
      const [, entries = ''] = new RegExp(`/${key} \\[([^\\]]*)\\]`).exec(object(root).text) ?? []
      return renumbered(
        key === 'Nums'
          ? entries.replaceAll(
              /(?<!\d)(\d+) (\d+ 0 R)/g,
              (_, at, ref) => `${keysBefore + Number(at)} ${ref}`,
            )
          : entries,
      )
    },
    *objects() {
      for (let number = 1; number < places.length; number++) {
        if (own.has(number)) continue
        const { text, stream } = object(number)
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

const refIn = (text: string, key: string): number =>
  Number(new RegExp(`/${key} (\\d+) 0 R`).exec(text)?.[1] ?? Number.NaN)

function write(handle: number, parts: readonly Part[]): void {
  const [first] = parts
  if (!first) throw new Error('there is nothing to join')
  const places: number[] = []
  let size = 0
  const put = (bytes: string | Buffer) => {
    const buffer = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
    writeSync(handle, buffer)
    size += buffer.length
  }
  const putObject = (number: number, text: string, stream: Buffer) => {
    places[number] = size
    put(`${number} 0 obj${text}`)
    put(stream)
  }

  put(first.header())
  for (const [index, part] of parts.entries()) {
    const [previous, next] = [parts[index - 1], parts[index + 1]]
    for (const { number, text, stream } of part.objects()) {
      const links = [
        ...(previous && number === part.firstItem ? [`/Prev ${previous.lastItem} 0 R`] : []),
        ...(next && number === part.lastItem ? [`/Next ${next.firstItem} 0 R`] : []),
      ]
      putObject(
        number,
        links.length > 0 ? text.replace('<<', `<<\n  ${links.join('\n  ')}`) : text,
        stream,
      )
    }
  }

  const all = (root: keyof Roots, key: string) =>
    parts.map((part) => part.list(part.roots[root], key)).join(' ')
  const sum = (root: keyof Roots) =>
    parts.reduce(
      (total, part) =>
        total + Number(/\/Count (\d+)/.exec(part.single(part.roots[root]).text)?.[1]),
      0,
    )
  const pages = sum('pages')
  const { roots } = first
  const changes = new Map<number, (text: string) => string>([
    [roots.pages, (text) => listed(counted(text, pages), 'Kids', all('pages', 'Kids'))],
    [
      roots.outline,
      (text) =>
        counted(text, sum('outline')).replace(/\/Last \d+/, `/Last ${parts.at(-1)?.lastItem}`),
    ],
    [roots.document, (text) => listed(text, 'K', all('document', 'K'))],
    [
      roots.tree,
      (text) =>
        listed(text, 'Nums', all('tree', 'Nums')).replace(
          /\/ParentTreeNextKey \d+/,
          `/ParentTreeNextKey ${parts.reduce((total, { keys }) => total + keys, 0)}`,
        ),
    ],
  ])
  for (const number of first.onlyOnce) {
    const { text, stream } = first.single(number)
    if (number === first.metadata) {
      const packet = stream.toString('latin1').replace(/(<xmpTPg:NPages>)\d+/, `$1${pages}`)
      const length = Number(/\/Length (\d+)/.exec(text)?.[1]) + packet.length - stream.length
      putObject(
        number,
        text.replace(/\/Length \d+/, `/Length ${length}`),
        Buffer.from(packet, 'latin1'),
      )
    } else {
      putObject(number, changes.get(number)?.(text) ?? text, stream)
    }
  }

  const table = size
  const count = parts.reduce((total, part) => total + part.count, 1)
  put(`xref\n0 ${count}\n`)
  for (let number = 0; number < count; number++) {
    const place = places[number]
    put(
      place === undefined
        ? '0000000000 65535 f\r\n'
        : `${String(place).padStart(10, '0')} 00000 n\r\n`,
    )
  }
  const trailer = first.trailer
    .replace(/\/Size \d+/, `/Size ${count}`)
    .replace(/startxref\s+\d+/, `startxref\n${table}`)
  put(`trailer${trailer}`)
}

const counted = (text: string, count: number) => text.replace(/\/Count \d+/, `/Count ${count}`)
const listed = (text: string, key: string, entries: string) =>
  text.replace(new RegExp(`/${key} \\[[^\\]]*\\]`), () => `/${key} [${entries}]`)

/** Changes what is not inside a string: a name may look like anything. */
function outsideStrings(text: string, change: (plain: string) => string): string {
  let result = ''
  let from = 0
  for (let at = text.indexOf('('); at >= 0; at = text.indexOf('(', from)) {
    const end = endOfString(text, at)
    result += change(text.slice(from, at)) + text.slice(at, end)
    from = end
  }
  return result + change(text.slice(from))
}

function endOfString(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (character === '\\') at++
    else if (character === '(') depth++
    else if (character === ')' && --depth === 0) return at + 1
  }
  throw new Error('a string of the PDF does not end')
}
