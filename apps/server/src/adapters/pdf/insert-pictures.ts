import { type Edit, editPdf, lengthEdit } from './edit-pdf.ts'

export interface StandIn {
  readonly length: number
  /** The length of the final picture. */
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
 * would hold each of them in memory four times.
 */
export const insertPictures = (pdf: Buffer, standIns: StandIns): Generator<Buffer> =>
  editPdf(pdf, editsFor(pdf, standIns))

function editsFor(pdf: Buffer, { sign, pictures }: StandIns): Edit[] {
  const edits: Edit[] = []
  for (let at = pdf.indexOf(sign); at >= 0; at = pdf.indexOf(sign, at + 1)) {
    const name = pdf.toString('latin1', at + sign.length, pdf.indexOf(';', at))
    const standIn = pictures.get(name)
    if (!standIn) throw new Error(`there is no picture ${name}`)
    // Two bytes begin a JPEG, four begin its comment.
    const start = at - 6
    const { length, finalLength } = standIn
    edits.push(lengthEdit(pdf, start, length, finalLength), {
      start,
      end: start + length,
      length: finalLength,
      read: () => standIn.read(),
    })
  }
  if (edits.length !== 2 * pictures.size) throw new Error('not every picture has its place in the PDF')
  return edits
}
