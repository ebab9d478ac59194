/** Replaces the bytes from `start` to `end` of a PDF by `length` others. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly length: number
  read(): Buffer
}

/**
 * The PDF with something else at some places, which are given in their order, piece by piece. It relies on what the
 * pinned Typst writes: plain objects and one xref table at the end; anything else is rejected.
 */
export function* editPdf(pdf: Buffer, edits: readonly Edit[]): Generator<Buffer> {
  const table = xrefTable(pdf)
  let from = 0
  for (const edit of edits) {
    yield pdf.subarray(from, edit.start)
    yield edit.read()
    from = edit.end
  }
  yield pdf.subarray(from, table.start)
  yield shiftedTable(pdf, table, edits)
}

/** The edit of the `/Length` that is written before a stream of `length` bytes. */
export function lengthEdit(pdf: Buffer, stream: number, length: number, newLength: number): Edit {
  const key = '/Length '
  const start = pdf.lastIndexOf(key, stream) + key.length
  const [written = ''] = /^\d+/.exec(pdf.toString('latin1', start, start + 12)) ?? []
  if (written !== String(length)) throw new Error('the length of a stream is not where it was expected')
  return replacement(start, start + written.length, String(newLength))
}

export function replacement(start: number, end: number, text: string): Edit {
  const content = Buffer.from(text)
  return { start, end, length: content.length, read: () => content }
}

interface XrefTable {
  readonly start: number
  /** Where its first entry begins. */
  readonly entries: number
  readonly count: number
}

const entryLength = 20

function xrefTable(pdf: Buffer): XrefTable {
  const end = pdf.subarray(-40).toString('latin1')
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(end)?.[1])
  const [head = '', count = ''] = /^xref\n0 (\d+)\n/.exec(pdf.toString('latin1', start, start + 40)) ?? []
  if (!head) throw new Error('the xref table is not what was expected')
  return { start, entries: start + head.length, count: Number(count) }
}

/** Every offset behind an edit has moved. */
function shiftedTable(pdf: Buffer, { start, entries, count }: XrefTable, edits: readonly Edit[]): Buffer {
  const moved = shiftedBy(edits)
  const places = Array.from({ length: count }, (_, index) => {
    const entry = pdf.toString('latin1', entries + index * entryLength, entries + (index + 1) * entryLength)
    return entry[17] === 'n' ? String(moved(Number(entry.slice(0, 10)))).padStart(10, '0') + entry.slice(10) : entry
  })
  const trailer = pdf.toString('latin1', entries + count * entryLength)
  return Buffer.from(
    [
      pdf.toString('latin1', start, entries),
      ...places,
      trailer.replace(/startxref\s+\d+/, `startxref\n${moved(start)}`),
    ].join(''),
    'latin1',
  )
}

/** Maps an offset to its new position by binary search: there may be thousands of edits. */
function shiftedBy(edits: readonly Edit[]): (place: number) => number {
  let growth = 0
  const grown = edits.map(({ start, end, length }) => {
    growth += length - (end - start)
    return growth
  })
  return (place) => {
    let [low, high] = [0, edits.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((edits[middle]?.start ?? 0) < place) low = middle + 1
      else high = middle
    }
    return place + (grown[low - 1] ?? 0)
  }
}
