import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { serveJobs } from '../../base/job-program.ts'
import { findScriptFonts, getFontFamily } from './fonts.ts'
import { joinPdfs } from './join-pdfs.ts'
import type { Paper, PaperPicture, RenderResult } from './papers.ts'
import { openTypst } from './typst.ts'
import type { Typst } from './typst-build.ts'

/** An order whose pictures have been read. */
interface CollectedOrder {
  readonly input: unknown
  readonly pictures: readonly PaperPicture[]
}

function createTasks<Input>(layout: (input: Input) => Paper) {
  let compiler: ReturnType<typeof createPaperCompiler> | undefined

  async function render({
    input,
    pictures,
  }: CollectedOrder): Promise<RenderResult & { readonly pdf: Buffer }> {
    compiler ??= createPaperCompiler()
    const { addPicture, print } = await compiler
    for (const picture of pictures) addPicture(picture)
    const paper = layout(input as Input)
    return { pdf: await print(paper), shortenedPages: paper.shortenedPages ?? 0 }
  }

  return {
    render,

    async renderToFile({
      file,
      ...order
    }: CollectedOrder & { readonly file: string }): Promise<RenderResult> {
      const { pdf, shortenedPages } = await render(order)
      writeFileSync(file, pdf, { mode: 0o600 })
      return { shortenedPages }
    },

    join: ({ parts, file }: { parts: readonly string[]; file: string }): void =>
      joinPdfs(parts, file),
  }
}

export type PaperTasks = ReturnType<typeof createTasks>

/** Main function of a program that renders papers with its layout. */
export const servePapers = <Input>(layout: (input: Input) => Paper): void =>
  serveJobs(createTasks(layout))

const placeholderColour = '#f1efeb'

/** Loads Typst and the usual fonts. Rendering blocks the thread. */
export async function createPaperCompiler(open: () => Typst | Promise<Typst> = openTypst) {
  const typst = await open()
  const files = new Map<string, Uint8Array>()

  return {
    addPicture({ name, jpeg, width, height }: PaperPicture): void {
      if (!/^[a-z0-9-]+$/.test(name)) throw new Error(`a picture can’t be called ${name}`)
      const size = `width="${Math.max(1, width)}" height="${Math.max(1, height)}"`
      // Linked from an SVG, a JPEG is embedded as it is; named directly, it would be decoded. The
      // name is unique, because Typst caches the SVG without checking whether the linked file has
      // changed.
      const file = `${name}-${randomUUID()}.jpg`
      const content = jpeg
        ? `<image href="${file}" ${size}/>`
        : `<rect ${size} fill="${placeholderColour}"/>`
      if (jpeg) files.set(file, jpeg)
      files.set(
        `${name}.svg`,
        Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`),
      )
    },

    async print({ template, data, pages }: Paper): Promise<Buffer> {
      try {
        const fonts = findScriptFonts(JSON.stringify(data), data.lang)
        files.set(
          'data.json',
          Buffer.from(JSON.stringify({ ...data, fonts: fonts.map(getFontFamily) })),
        )
        const paper = await typst.compile(`${template}.typ`, files, fonts)
        if (pages !== null && paper.pages !== pages) {
          throw new Error(`${template} has ${paper.pages} pages instead of ${pages}`)
        }
        return paper.pdf()
      } finally {
        files.clear()
        typst.clear()
      }
    },
  }
}
