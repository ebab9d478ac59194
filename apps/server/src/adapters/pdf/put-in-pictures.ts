interface Change {
  readonly start: number
  readonly end: number
  readonly content: () => Buffer
  readonly growth: number
}

export interface StandIn {
  readonly length: number
  /** How long the picture is that stands here in the end. */
  readonly finalLength: number
  read(): Buffer
}

/** By the names of the pictures; each stand-in begins with a comment of `sign`, its name and a semicolon. */
export interface StandIns {
  /** Nothing else in the PDF may look like it. */
  readonly sign: string
  readonly pictures: ReadonlyMap<string, StandIn>
}

/**
 * The PDF with pictures where it has stand-ins, piece by piece. Set with the pictures themselves, a PDF of many pages
 * would hold each of them in memory four times. It relies on what the pinned Typst writes: plain objects, each length
 * beside its stream, and one table of places at the end; anything else is refused.
 */
export function* putInPictures(pdf: Buffer, standIns: StandIns): Generator<Buffer> {
  const changes = changesFor(pdf, standIns)
  const table = placeTable(pdf)
  let from = 0
  for (const { start, end, content } of changes) {
    yield pdf.subarray(from, start)
    yield content()
    from = end
  }
  yield pdf.subarray(from, table.start)
  yield movedTable(pdf, table, changes)
}

function changesFor(pdf: Buffer, { sign, pictures }: StandIns): Change[] {
  const changes: Change[] = []
  for (let at = pdf.indexOf(sign); at >= 0; at = pdf.indexOf(sign, at + 1)) {
    const name = pdf.toString('latin1', at + sign.length, pdf.indexOf(';', at))
    const standIn = pictures.get(name)
    if (!standIn) throw new Error(`there is no picture ${name}`)
    // Two bytes begin a JPEG, four begin its comment.
    const start = at - 6
    const length = lengthBefore(pdf, start, standIn.length)
    const digits = Buffer.from(String(standIn.finalLength))
    const { length: oldDigits } = String(standIn.length)
    changes.push(
      { start: length, end: length + oldDigits, content: () => digits, growth: digits.length - oldDigits },
      {
        start,
        end: start + standIn.length,
        content: () => standIn.read(),
        growth: standIn.finalLength - standIn.length,
      },
    )
  }
  if (changes.length !== 2 * pictures.size) throw new Error('not every picture has its place in the PDF')
  return changes
}

function lengthBefore(pdf: Buffer, stream: number, expected: number): number {
  const key = '/Length '
  const at = pdf.lastIndexOf(key, stream) + key.length
  const [written] = /^\d+/.exec(pdf.toString('latin1', at, at + 12)) ?? []
  if (written !== String(expected)) throw new Error('the length of a picture is not where it was expected')
  return at
}

interface PlaceTable {
  readonly start: number
  /** Where its first entry begins. */
  readonly entries: number
  readonly count: number
}

const entryLength = 20

function placeTable(pdf: Buffer): PlaceTable {
  const end = pdf.subarray(-40).toString('latin1')
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(end)?.[1])
  const [head = '', count = ''] = /^xref\n0 (\d+)\n/.exec(pdf.toString('latin1', start, start + 40)) ?? []
  if (!head) throw new Error('the table of places is not what was expected')
  return { start, entries: start + head.length, count: Number(count) }
}

/** All that stands behind a picture has moved. */
function movedTable(pdf: Buffer, { start, entries, count }: PlaceTable, changes: readonly Change[]): Buffer {
  const moved = movedBy(changes)
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

/** Where a place is in the end. The changes are in the order of their places, and there may be thousands. */
function movedBy(changes: readonly Change[]): (place: number) => number {
  let growth = 0
  const grown = changes.map((change) => {
    growth += change.growth
    return growth
  })
  return (place) => {
    let [low, high] = [0, changes.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((changes[middle]?.start ?? 0) < place) low = middle + 1
      else high = middle
    }
    return place + (grown[low - 1] ?? 0)
  }
}
