import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { fontNames, readFont } from './fonts.ts'
import type { Paper, PaperPicture } from './papers.ts'

/** Nothing outside this folder can be read by a template. */
const templates = fileURLToPath(new URL('templates', import.meta.url))

// Results that served none of the last so many papers are forgotten.
const keptFor = 3
const few = 50

export type PaperJob = Pick<Paper, 'template' | 'data' | 'pages'>

/** Loads Typst and the fonts. Whoever calls this is blocked while a paper is set. */
export function openCompiler() {
  const compiler = NodeCompiler.create({ workspace: templates, fontArgs: [{ fontBlobs: fontNames.map(readFont) }] })
  const shadow = (name: string, content: Uint8Array) =>
    compiler.mapShadow(`${templates}/${name}`, Buffer.from(content.buffer, content.byteOffset, content.byteLength))

  return {
    addPicture({ name, jpeg, width, height }: PaperPicture): void {
      if (!/^[a-z0-9-]+$/.test(name)) throw new Error(`a picture can’t be called ${name}`)
      const size = `width="${Math.max(1, width)}" height="${Math.max(1, height)}"`
      // Linked from a drawing, a JPEG goes into the PDF as it is; named directly, it would be decoded.
      // Typst remembers what it made of a drawing, and does not look whether another file is behind its link.
      const file = `${name}-${randomUUID()}.jpg`
      const content = jpeg ? `<image href="${file}" ${size}/>` : `<rect ${size} fill="#f1efeb"/>`
      if (jpeg) shadow(file, jpeg)
      shadow(`${name}.svg`, Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`))
    },

    print({ template, data, pages }: PaperJob): Buffer {
      try {
        shadow('data.json', Buffer.from(JSON.stringify(data)))
        const compiled = compiler.compile({ mainFilePath: `${templates}/${template}.typ` })
        if (compiled.hasError()) throw new Error(problemsOf(compiled))
        const paper = compiled.result
        if (!paper || (pages !== null && paper.numOfPages !== pages)) {
          throw new Error(`${template} has ${paper?.numOfPages ?? 'no'} pages instead of ${pages}`)
        }
        // The paper holds by now what it needs; a large one needs the room.
        compiler.resetShadow()
        if (paper.numOfPages > few) compiler.evictCache(0)
        return compiler.pdf(paper, { pdfStandard: 'ua-1', creationTimestamp: 0 })
      } finally {
        compiler.resetShadow()
        compiler.evictCache(keptFor)
      }
    },
  }
}

type Compiled = ReturnType<NodeCompiler['compile']>

const problemsOf = (compiled: Compiled): string =>
  (compiled.takeDiagnostics()?.shortDiagnostics ?? [])
    .map(({ message, path }: { message: string; path: string }) => `${message} (${path})`)
    .join('; ')
