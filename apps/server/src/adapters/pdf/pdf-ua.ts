/** Replaces a range of a PDF. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

const xmpPacket = { start: '<?xpacket begin=', end: '<?xpacket end="r"?>' }

/**
 * Declares that a tagged PDF conforms to PDF/UA-1, and that viewers show its title. The native
 * Typst does so when asked for the standard, which its WebAssembly build does not support;
 * everything else that both write is the same. It relies on what the pinned Typst writes: plain
 * objects and one xref table at the end; anything else is rejected.
 */
export function declarePdfUa(pdf: Buffer): Buffer {
  const source = pdf.toString('latin1')
  // The metadata and the catalog are written last, after anything that texts and pictures contain.
  const start = source.lastIndexOf(xmpPacket.start)
  const end = source.indexOf(xmpPacket.end, start) + xmpPacket.end.length
  const metadata = [
    createInsertion(
      source,
      start,
      '<rdf:Description rdf:about=""',
      ' xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"',
    ),
    createInsertion(source, start, '</dc:language>', '<pdfuaid:part>1</pdfuaid:part>'),
  ]
  const title = createInsertion(source, end, '/ViewerPreferences <<', '\n    /DisplayDocTitle true')
  const newLength = metadata.reduce((length, { text }) => length + text.length, end - start)
  const lengthAt = source.lastIndexOf('/Length ', start)
  const length = `/Length ${end - start}`
  if (!source.startsWith(length, lengthAt))
    throw new Error('the length of the metadata is not where it was expected')
  const lengthEdit = {
    start: lengthAt,
    end: lengthAt + length.length,
    text: `/Length ${newLength}`,
  }
  return Buffer.from(applyEdits(source, [lengthEdit, ...metadata, title]), 'latin1')
}

function createInsertion(source: string, from: number, after: string, text: string): Edit {
  const index = source.indexOf(after, from)
  if (from < 0 || index < 0) throw new Error(`the PDF has no ${after} where it was expected`)
  return { start: index + after.length, end: index + after.length, text }
}

/** Applies edits in order, and updates the offsets in the xref table. */
function applyEdits(source: string, edits: readonly Edit[]): string {
  const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(source.slice(-40))?.[1])
  if (!source.startsWith('xref\n', table))
    throw new Error('the xref table is not what was expected')
  const moveOffset = (place: number) =>
    edits.reduce(
      (to, { start, end, text }) => (start < place ? to + text.length - (end - start) : to),
      place,
    )
  const pieces = edits.map(
    ({ start, text }, index) => source.slice(edits[index - 1]?.end ?? 0, start) + text,
  )
  const places = source
    .slice(table)
    .replaceAll(/^\d{10}(?= \d{5} n)/gm, (place) =>
      String(moveOffset(Number(place))).padStart(10, '0'),
    )
    .replace(/startxref\s+\d+/, `startxref\n${moveOffset(table)}`)
  return [...pieces, source.slice(edits.at(-1)?.end, table), places].join('')
}
