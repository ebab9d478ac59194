import { expect, test } from 'vitest'
import { readPdf } from '../../../test/read-pdf.ts'
import { createPaperCompiler } from './paper-program.ts'
import { declarePdfUa } from './pdf-ua.ts'
import { openWasmTypst } from './typst-wasm.ts'

// Null on processors that have no native build.
const native = await import('./typst-native.ts').catch(() => null)
const builds = { wasm: openWasmTypst, ...(native && { native: native.openNativeTypst }) }

// The title contains the marks by which `declarePdfUa` finds the metadata and the catalog. The text
// fills several pages.
const report = {
  template: 'report',
  pages: null,
  data: {
    title: 'Jahr 2026 – <?xpacket begin= </dc:language> /ViewerPreferences <<',
    author: 'A',
    lang: 'de',
    look: { text: '#000000', quiet: '#555555', line: '#dddddd', accent: '#8a5700' },
    foundation: 'Haus',
    time: 'heute',
    needsTitle: true,
    blocks: [
      {
        kind: 'text',
        runs: [{ text: 'Ein Satz, offen und gefügt. '.repeat(400), bold: false, italic: false }],
      },
    ],
  },
} as const

test.for(Object.entries(builds))('%s renders the same paper to the same file', async ([, open]) => {
  const compiler = await createPaperCompiler(open)
  const pdf = await compiler.print(report)
  await compiler.print({ ...report, data: { ...report.data, title: 'Another' } })
  expect((await compiler.print(report)).equals(pdf)).toBe(true)
  const newCompiler = await createPaperCompiler(open)
  expect((await newCompiler.print(report)).equals(pdf)).toBe(true)
  expect(pdf.toString('latin1')).not.toContain('CreationDate')
})

test.for(Object.entries(builds))('%s declares PDF/UA-1, language and title', async ([, open]) => {
  const pdf = await (await createPaperCompiler(open)).print(report)
  const source = pdf.toString('latin1')
  expect(source).toMatch(
    /xmlns:pdfuaid="http:\/\/www.aiim.org\/pdfua\/ns\/id\/".*<pdfuaid:part>1<\/pdfuaid:part>/,
  )
  const [catalog = ''] = /\/Type \/Catalog(?:.|\n)*?endobj/.exec(source) ?? []
  for (const entry of ['/DisplayDocTitle true', '/Lang (de)', '/Marked true'])
    expect(catalog).toContain(entry)
})

test.for(Object.entries(builds))(
  '%s writes objects where the xref table says, and streams of the declared length',
  async ([, open]) => {
    const pdf = await (await createPaperCompiler(open)).print(report)
    const source = pdf.toString('latin1')
    const table = source.slice(source.lastIndexOf('\nxref\n'))
    for (const [, offset] of table.matchAll(/^(\d{10}) \d{5} n/gm)) {
      const objectHead = source.slice(Number(offset), Number(offset) + 12)
      expect(objectHead).toMatch(/^\d+ 0 obj\n/)
    }
    for (const streamHead of source.matchAll(/\/Length (\d+)[^>]*>>\nstream\n/g)) {
      const [text, length] = streamHead
      const end = streamHead.index + text.length + Number(length)
      expect(source.slice(end, end + 10)).toBe('\nendstream')
    }
  },
)

test.runIf(native)('both builds render the same pages', async () => {
  const renderPages = async (open: (typeof builds)[keyof typeof builds]) =>
    readPdf(await (await createPaperCompiler(open)).print(report))
  const [pages, ...pagesOfOtherBuilds] = await Promise.all(Object.values(builds).map(renderPages))
  expect(pages?.length).toBeGreaterThan(1)
  expect(pagesOfOtherBuilds).toEqual([pages])
})

test('declarePdfUa names the part of a PDF that is not as expected', () => {
  const declare = (pdf: string) => () => declarePdfUa(Buffer.from(pdf))
  expect(declare('%PDF-1.7')).toThrow('rdf:Description')
  expect(declare('<?xpacket begin="" <rdf:Description rdf:about="" </dc:language>')).toThrow(
    'ViewerPreferences',
  )

  const metadata =
    '<?xpacket begin="" <rdf:Description rdf:about="" </dc:language><?xpacket end="r"?>'
  const catalog = '/ViewerPreferences <<'
  expect(declare(`/Length 9 ${metadata}${catalog}`)).toThrow('length')
  expect(declare(`/Length ${metadata.length} ${metadata}${catalog}`)).toThrow('xref table')
})
