import { type Edit, editPdf, lengthEdit, replacement } from './edit-pdf.ts'

const packet = { start: '<?xpacket begin=', end: '<?xpacket end="r"?>' }

/**
 * Says of a tagged PDF that it keeps to PDF/UA-1, and that its window is to be called by its title. Typst does so when
 * it is told the standard, which its build in WebAssembly can’t be told; what else it then writes is the same.
 */
export function declarePdfUa(pdf: Buffer): Buffer {
  // The metadata and the catalog are written last, behind all that texts and pictures could say.
  const start = pdf.lastIndexOf(packet.start)
  const end = pdf.indexOf(packet.end, start) + packet.end.length
  const namespaces = insertion(
    pdf,
    start,
    '<rdf:Description rdf:about=""',
    ' xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"',
  )
  const part = insertion(pdf, start, '</dc:language>', '<pdfuaid:part>1</pdfuaid:part>')
  const length = end - start
  const title = insertion(pdf, end, '/ViewerPreferences <<', '\n    /DisplayDocTitle true')
  return Buffer.concat([
    ...editPdf(pdf, [
      lengthEdit(pdf, start, length, length + namespaces.length + part.length),
      namespaces,
      part,
      title,
    ]),
  ])
}

function insertion(pdf: Buffer, from: number, after: string, text: string): Edit {
  const at = pdf.indexOf(after, from)
  if (from < 0 || at < 0) throw new Error(`the PDF has no ${after} where it was expected`)
  return replacement(at + after.length, at + after.length, text)
}
