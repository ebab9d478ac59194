/** Replaces what is between two places of a PDF. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

const packet = { start: '<?xpacket begin=', end: '<?xpacket end="r"?>' }

/**
 * Says of a tagged PDF that it keeps to PDF/UA-1, and that its window is to be called by its title.
 * Typst does so when it is told the standard, which its build in WebAssembly can’t be told; what
 * else it then writes is the same. It relies on what the pinned Typst writes: plain objects and one
 * xref table at the end; anything else is rejected.
 */
export function declarePdfUa(pdf: Buffer): Buffer {
  const source = pdf.toString('latin1')
  // The metadata and the catalog are written last, behind all that texts and pictures could say.
  const start = source.lastIndexOf(packet.start)
  const end = source.indexOf(packet.end, start) + packet.end.length
  const metadata = [
    insertion(
      source,
      start,
      '<rdf:Description rdf:about=""',
      ' xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"',
    ),
    insertion(source, start, '</dc:language>', '<pdfuaid:part>1</pdfuaid:part>'),
  ]
  const title = insertion(source, end, '/ViewerPreferences <<', '\n    /DisplayDocTitle true')
  const grown = metadata.reduce((length, { text }) => length + text.length, end - start)
  const lengthAt = source.lastIndexOf('/Length ', start)
  const length = `/Length ${end - start}`
  if (!source.startsWith(length, lengthAt))
    throw new Error('the length of the metadata is not where it was expected')
  const longer = { start: lengthAt, end: lengthAt + length.length, text: `/Length ${grown}` }
  return Buffer.from(edited(source, [longer, ...metadata, title]), 'latin1')
}

function insertion(source: string, from: number, after: string, text: string): Edit {
  const at = source.indexOf(after, from)
  if (from < 0 || at < 0) throw new Error(`the PDF has no ${after} where it was expected`)
  return { start: at + after.length, end: at + after.length, text }
}

/** With edits in their order, and an xref table with the places that they have moved. */
function edited(source: string, edits: readonly Edit[]): string {
  const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(source.slice(-40))?.[1])
  if (!source.startsWith('xref\n', table))
    throw new Error('the xref table is not what was expected')
  const moved = (place: number) =>
    edits.reduce(
      (to, { start, end, text }) => (start < place ? to + text.length - (end - start) : to),
      place,
    )
  const pieces = edits.map(
    ({ start, text }, index) => source.slice(edits[index - 1]?.end ?? 0, start) + text,
  )
  const places = source
    .slice(table)
    .replaceAll(/^\d{10}(?= \d{5} n)/gm, (place) => String(moved(Number(place))).padStart(10, '0'))
    .replace(/startxref\s+\d+/, `startxref\n${moved(table)}`)
  return [...pieces, source.slice(edits.at(-1)?.end, table), places].join('')
}
