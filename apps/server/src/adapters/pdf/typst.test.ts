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

test.for(Object.entries(builds))(
  '%s renders the same paper to the same file, declared as PDF/UA-1',
  async ([, open]) => {
    const [first, second] = [await createPaperCompiler(open), await createPaperCompiler(open)]
    const pdf = await first.print(report)
    await first.print({ ...report, data: { ...report.data, title: 'Another' } })
    expect((await first.print(report)).equals(pdf)).toBe(true)
    expect((await second.print(report)).equals(pdf)).toBe(true)

    const source = pdf.toString('latin1')
    expect(source).toMatch(
      /xmlns:pdfuaid="http:\/\/www.aiim.org\/pdfua\/ns\/id\/".*<pdfuaid:part>1<\/pdfuaid:part>/,
    )
    const [catalog = ''] = /\/Type \/Catalog(?:.|\n)*?endobj/.exec(source) ?? []
    for (const sign of ['/DisplayDocTitle true', '/Lang (de)', '/Marked true'])
      expect(catalog).toContain(sign)
    expect(source).not.toContain('CreationDate')

    // Every object is at its offset, and every stream has its declared length.
    const places = [
      ...source.slice(source.lastIndexOf('\nxref\n')).matchAll(/^(\d{10}) \d{5} n/gm),
    ].map(([, at]) => Number(at))
    expect(places.map((at) => /^\d+ 0 obj\n/.test(source.slice(at, at + 12)))).toEqual(
      places.map(() => true),
    )
    for (const { 1: length, index, 0: head } of source.matchAll(
      /\/Length (\d+)[^>]*>>\nstream\n/g,
    )) {
      expect(
        source.slice(
          index + head.length + Number(length),
          index + head.length + Number(length) + 10,
        ),
      ).toBe('\nendstream')
    }
    const pages = await readPdf(pdf)
    expect(pages.length).toBeGreaterThan(1)
    // Papers look the same, whichever build a machine uses.
    const elsewhere = await (await createPaperCompiler(openWasmTypst)).print(report)
    expect(pages).toEqual(await readPdf(elsewhere))
  },
)

test('rejects a PDF of an unexpected structure', () => {
  const refused = (pdf: string) => () => declarePdfUa(Buffer.from(pdf))
  expect(refused('%PDF-1.7')).toThrow('rdf:Description')
  expect(refused('<?xpacket begin="" <rdf:Description rdf:about="" </dc:language>')).toThrow(
    'ViewerPreferences',
  )
  const catalog =
    '<rdf:Description rdf:about="" </dc:language><?xpacket end="r"?>/ViewerPreferences <<'
  expect(refused(`/Length 9 <?xpacket begin="" ${catalog}`)).toThrow('length')
  expect(refused(`/Length 82 <?xpacket begin="" ${catalog}`)).toThrow('table')
})
