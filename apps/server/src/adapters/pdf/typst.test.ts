import { expect, test } from 'vitest'
import { readPdf } from '../../../test/read-pdf.ts'
import { createPaperCompiler } from './paper-program.ts'
import { declarePdfUa } from './pdf-ua.ts'
import { openWasmTypst } from './typst-wasm.ts'

const native = await import('./typst-native.ts').catch(() => null)
const builds = { wasm: openWasmTypst, ...(native && { native: native.openNativeTypst }) }

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
  const [first, second] = [await createPaperCompiler(open), await createPaperCompiler(open)]
  const pdf = await first.print(report)
  await first.print({ ...report, data: { ...report.data, title: 'Another' } })
  expect((await first.print(report)).equals(pdf)).toBe(true)
  expect((await second.print(report)).equals(pdf)).toBe(true)
  expect(pdf.toString('latin1')).not.toContain('CreationDate')
})

test.for(Object.entries(builds))(
  '%s writes an intact file that declares PDF/UA-1',
  async ([, open]) => {
    const pdf = await (await createPaperCompiler(open)).print(report)
    const source = pdf.toString('latin1')
    expect(source).toMatch(
      /xmlns:pdfuaid="http:\/\/www.aiim.org\/pdfua\/ns\/id\/".*<pdfuaid:part>1<\/pdfuaid:part>/,
    )
    const [catalog = ''] = /\/Type \/Catalog(?:.|\n)*?endobj/.exec(source) ?? []
    for (const entry of ['/DisplayDocTitle true', '/Lang (de)', '/Marked true'])
      expect(catalog).toContain(entry)

    // Every object is at its offset, and every stream has its declared length.
    const offsets = [
      ...source.slice(source.lastIndexOf('\nxref\n')).matchAll(/^(\d{10}) \d{5} n/gm),
    ].map(([, offset]) => Number(offset))
    const objectHeads = offsets.map((offset) => source.slice(offset, offset + 12))
    expect(objectHeads.filter((head) => !/^\d+ 0 obj\n/.test(head))).toEqual([])
    for (const { 1: length, index, 0: head } of source.matchAll(
      /\/Length (\d+)[^>]*>>\nstream\n/g,
    )) {
      const end = index + head.length + Number(length)
      expect(source.slice(end, end + 10)).toBe('\nendstream')
    }
  },
)

test.runIf(native)('both builds render the same pages', async () => {
  const [pages, nativePages] = await Promise.all(
    [openWasmTypst, native?.openNativeTypst ?? openWasmTypst].map(async (open) =>
      readPdf(await (await createPaperCompiler(open)).print(report)),
    ),
  )
  expect(pages?.length).toBeGreaterThan(1)
  expect(nativePages).toEqual(pages)
})

test('rejects a PDF of an unexpected structure', () => {
  const declaring = (pdf: string) => () => declarePdfUa(Buffer.from(pdf))
  expect(declaring('%PDF-1.7')).toThrow('rdf:Description')
  expect(declaring('<?xpacket begin="" <rdf:Description rdf:about="" </dc:language>')).toThrow(
    'ViewerPreferences',
  )
  const catalog =
    '<rdf:Description rdf:about="" </dc:language><?xpacket end="r"?>/ViewerPreferences <<'
  // The metadata has 82 bytes. With the right length, the missing xref table is rejected.
  expect(declaring(`/Length 9 <?xpacket begin="" ${catalog}`)).toThrow('length')
  expect(declaring(`/Length 82 <?xpacket begin="" ${catalog}`)).toThrow('table')
})
