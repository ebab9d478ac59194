import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readPdf } from '../../../test/read-pdf.ts'
import { joinPdfs } from './join-pdfs.ts'
import { createPaperCompiler } from './paper-program.ts'

/** A card with only a name and a picture. */
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
  description: {
    paragraphs: [],
    lang: 'de',
    size: 10,
    leading: 1.3,
    gap: 0.5,
    hyphenate: false,
    justify: false,
    space: 0,
  },
  second: null,
  cut: null,
  note: '',
  url: 'https://example.org',
  shownUrl: 'example.org',
  qr: { size: 1, path: 'M0 0h1v1h-1z' },
})

const dataOf = (sheets: readonly object[]) => ({
  title: 'T',
  author: 'A',
  lang: 'de',
  look: { text: '#000000', quiet: '#555555', line: '#dddddd', accent: '#8a5700' },
  mark: 'M0 0h1v1h-1z',
  museum: 'M',
  imprint: 'I',
  sheets,
})

/** The offsets in the xref table of a PDF, and whether an object begins at each of them. */
function readXrefTable(pdf: Buffer) {
  const text = pdf.toString('latin1')
  const table = text.slice(text.lastIndexOf('\nxref\n'))
  const offsets = [...table.matchAll(/^(\d{10}) \d{5} n/gm)].map(([, offset]) => Number(offset))
  return {
    offsets,
    objects: offsets.map((offset) => /^\d+ 0 obj/.test(text.slice(offset, offset + 12))),
  }
}

test('joins parts to the pages, outline and tags of a paper rendered as a whole', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-papers-'))
  const file = (name: string) => join(folder.path, `${name}.pdf`)
  // Names that look like object references and ends of strings.
  const names = ['Bild 7 0 R', 'Bild (8 0 R', 'Bild 9 0 R)', 'Bild \\', 'Bild ((1 0 R))']
  const cards = names.map((name, index) => ({ ...card('bild', index), name }))
  const jpeg = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  async function write(name: string, sheets: readonly object[]) {
    const { addPicture, print } = await createPaperCompiler()
    addPicture({ name: 'bild', jpeg, width: 400, height: 300 })
    writeFileSync(
      file(name),
      await print({ template: 'art-card', data: dataOf(sheets), pages: sheets.length }),
    )
    return file(name)
  }
  joinPdfs(
    [
      await write('a', cards.slice(0, 2)),
      await write('b', cards.slice(2, 3)),
      await write('c', cards.slice(3)),
    ],
    file('joined'),
  )
  const [joined, whole] = [readFileSync(file('joined')), readFileSync(await write('whole', cards))]
  expect(await readPdf(joined)).toEqual(await readPdf(whole))
  const trees = readTrees(joined)
  expect(trees).toEqual(readTrees(whole))
  expect(trees.titles).toHaveLength(5)
  expect(() => joinPdfs([file('a'), process.execPath], file('joined'))).toThrow('table')
})

/**
 * The titles of the outline in order, the kinds of tags as a tree, and the first tag of each page
 * by its key.
 */
function readTrees(pdf: Buffer) {
  const text = pdf.toString('latin1')
  const objectTexts = readXrefTable(pdf).offsets.map((offset) =>
    text.slice(offset, text.indexOf('endobj', offset)),
  )
  const objects = new Map(objectTexts.map((object) => [/^\d+/.exec(object)?.[0], object]))
  const find = (pattern: RegExp) => objectTexts.find((object) => pattern.test(object)) ?? ''
  const follow = (object: string, key: string) =>
    objects.get(new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(object)?.[1]) ?? ''
  const titles: (string | undefined)[] = []
  const outline = find(/\/Type \/Outlines/)
  for (
    let item = follow(outline, 'First'), previous = '';
    item !== '';
    previous = item, item = follow(item, 'Next')
  ) {
    titles.push(/\/Title (.*)\n/.exec(item)?.[1])
    expect([follow(item, 'Parent'), follow(item, 'Prev')]).toEqual([outline, previous])
    if (follow(item, 'Next') === '') expect(follow(outline, 'Last')).toBe(item)
  }
  const kindOf = (tag: string): unknown => [
    /\/S \/(\w+)/.exec(tag)?.[1],
    [...(/\/K \[([^\]]*)\]/.exec(tag)?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(([, ref]) =>
      kindOf(objects.get(ref) ?? ''),
    ),
  ]
  const tree = find(/\/Type \/StructTreeRoot/)
  const nums = [...(/\/Nums \[([^\]]*)\]/.exec(tree)?.[1] ?? '').matchAll(/(\d+) (\d+) 0 R/g)]
  const firsts = nums.map(([, key, number]) => [
    key,
    kindOf(objects.get(/\[(\d+)/.exec(objects.get(number) ?? '')?.[1]) ?? ''),
  ])
  return { titles, tags: kindOf(follow(tree, 'K')), firsts, pages: /NPages>\d+/.exec(text)?.[0] }
}
