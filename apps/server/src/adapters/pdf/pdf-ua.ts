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
  // Searched from the end: the metadata and the catalog come after all texts and pictures, which
  // may contain anything.
  const start = source.lastIndexOf(xmpPacket.start)
  const end = source.indexOf(xmpPacket.end, start) + xmpPacket.end.length
  const metadataEdits = [
    createInsertion(
      source,
      start,
      '<rdf:Description rdf:about=""',
      ' xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"',
    ),
    createInsertion(source, start, '</dc:language>', '<pdfuaid:part>1</pdfuaid:part>'),
  ]
  const titleEdit = createInsertion(
    source,
    end,
    '/ViewerPreferences <<',
    '\n    /DisplayDocTitle true',
  )
  const newLength = metadataEdits.reduce((length, { text }) => length + text.length, end - start)
  const lengthIndex = source.lastIndexOf('/Length ', start)
  const lengthEntry = `/Length ${end - start}`
  if (!source.startsWith(lengthEntry, lengthIndex))
    throw new Error('the length of the metadata is not where it was expected')
  const lengthEdit = {
    start: lengthIndex,
    end: lengthIndex + lengthEntry.length,
    text: `/Length ${newLength}`,
  }
  return Buffer.from(applyEdits(source, [lengthEdit, ...metadataEdits, titleEdit]), 'latin1')
}

/** Creates an edit that inserts a text behind the first `after` from an index on. */
function createInsertion(source: string, from: number, after: string, text: string): Edit {
  const index = source.indexOf(after, from)
  if (from < 0 || index < 0) throw new Error(`the PDF has no ${after} where it was expected`)
  return { start: index + after.length, end: index + after.length, text }
}

// Longer than 'startxref', the offset of the table and '%%EOF'.
const maxEndingLength = 40

/** Applies edits in order, and updates the offsets in the xref table. */
function applyEdits(source: string, edits: readonly Edit[]): string {
  // The file ends with the offset of its xref table.
  const ending = source.slice(-maxEndingLength)
  const tableOffset = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(ending)?.[1])
  if (!source.startsWith('xref\n', tableOffset))
    throw new Error('the xref table is not what was expected')

  function moveOffset(offset: number): number {
    let moved = offset
    for (const { start, end, text } of edits)
      if (start < offset) moved += text.length - (end - start)
    return moved
  }

  let edited = ''
  let copiedUntil = 0
  for (const { start, end, text } of edits) {
    edited += source.slice(copiedUntil, start) + text
    copiedUntil = end
  }
  const objects = edited + source.slice(copiedUntil, tableOffset)
  // Each line of the table has an offset of ten digits, a generation, and n for an object in use.
  const table = source
    .slice(tableOffset)
    .replaceAll(/^\d{10}(?= \d{5} n)/gm, (offset) =>
      String(moveOffset(Number(offset))).padStart(10, '0'),
    )
    .replace(/startxref\s+\d+/, `startxref\n${moveOffset(tableOffset)}`)
  return objects + table
}
