import { readFileSync } from 'node:fs'
import { mkdtempDisposable, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type JpegOptions } from 'sharp'
import { expect, test } from 'vitest'
import { readPdf } from '../../../test/read-pdf.ts'
import { openCompiler } from './compiler.ts'
import { insertPictures } from './insert-pictures.ts'
import { jpegHeader } from './jpeg-header.ts'
import { openLargePaper } from './large-paper.ts'

const picture = (width: number, options: JpegOptions = {}) =>
  sharp({ create: { width, height: 300, channels: 3, background: `rgb(${width % 255}, 40, 200)` } })
    .jpeg(options)
    .toBuffer()

/** A card with nothing but a name and a picture. */
const card = (name: string, index: number) => ({
  layout: 'top',
  drop: 0,
  dense: false,
  columns: 1,
  code: 20,
  name: `Bild ${index}`,
  title: { size: 20 },
  artist: '',
  facts: { size: 8, lines: [] },
  music: { size: 8, lines: [] },
  picture: { name, alt: 'Bild', width: 60, height: 40 },
  description: { paragraphs: [], lang: 'de', size: 10, leading: 1.3, gap: 0.5, justify: false, space: 0 },
  url: 'https://example.org',
  shownUrl: 'example.org',
  qr: { size: 1, path: 'M0 0h1v1h-1z' },
})

test('a large paper is, byte by byte in its pictures and page by page, what a small one is', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-papers-'))
  const jpegs = [
    await picture(400),
    await picture(401, { progressive: true }),
    // Longer by a digit, and with more in its head.
    await sharp(await picture(402))
      .withExif({ IFD0: { Copyright: 'x'.repeat(9_000) } })
      .toBuffer(),
  ]
  const names = jpegs.map((_, index) => `bild-${index}`)
  const look = { text: '#000000', quiet: '#555555', line: '#dddddd', accent: '#8a5700' }
  const data = {
    title: 'T',
    author: 'A',
    lang: 'de',
    look,
    mark: 'M0 0h1v1h-1z',
    museum: 'M',
    imprint: 'I',
    sheets: names.map(card),
  }
  const job = { template: 'art-card', data, pages: 3 } as const
  const file = join(folder.path, 'large.pdf')
  const [large, small] = await Promise.all([openLargePaper(file), openCompiler()])
  for (const [index, jpeg] of jpegs.entries()) {
    const one = { name: names[index] ?? '', jpeg, width: 400 + index, height: 300 }
    large.addPicture(one)
    small.addPicture(one)
  }
  await large.print(job)
  expect(await readdir(folder.path)).toEqual(['large.pdf'])

  const [made, expected] = [readFileSync(file), await small.print(job)]
  expect(made.length).toBe(expected.length)
  for (const jpeg of jpegs) expect(made.includes(jpeg)).toBe(true)
  expect(placesOf(made)).toEqual(placesOf(expected))
  expect(await readPdf(made, { codes: false })).toEqual(await readPdf(expected, { codes: false }))
})

/** The table at the end of a PDF, and what stands at the places that it names. */
function placesOf(pdf: Buffer) {
  const text = pdf.toString('latin1')
  const table = text.slice(text.lastIndexOf('\nxref\n'))
  const places = [...table.matchAll(/^(\d{10}) \d{5} n/gm)].map(([, place]) => Number(place))
  return { places, objects: places.map((place) => /^\d+ 0 obj/.test(text.slice(place, place + 12))) }
}

test('what is no JPEG, and a PDF that is not what was expected, are refused', () => {
  expect(() => jpegHeader(Buffer.from('GIF89a'), 'x')).toThrow('not a JPEG')
  const standIns = {
    sign: 's:',
    pictures: new Map([['a', { length: 9, finalLength: 9, read: () => Buffer.alloc(9) }]]),
  }
  const refused = (pdf: string) => () => [...insertPictures(Buffer.from(pdf), standIns)]
  expect(refused('… s:b; …')).toThrow('no picture b')
  expect(refused('/Length 8 stream ……s:a; endstream')).toThrow('length')
  expect(refused('%PDF-1.7')).toThrow('not every picture')
  const none = { sign: 's:', pictures: new Map() }
  expect(() => [...insertPictures(Buffer.from('startxref\n3\n%%EOF'), none)]).toThrow('table')
})
