import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readPdf } from '../../../test/read-pdf.ts'
import { joinPdfs } from './join-pdfs.ts'
import { createPaperCompiler } from './paper-program.ts'

/** The template's data for a card with only a name and the picture 'photo'. */
const createCard = (name: string) => ({
  layout: 'top',
  drop: 0,
  dense: false,
  columns: 1,
  code: 20,
  name,
  title: { size: 20 },
  artist: '',
  facts: { size: 8, lines: [] },
  music: { size: 8, lines: [] },
  picture: { name: 'photo', alt: 'Bild', width: 60, height: 40 },
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

const createPaperData = (sheets: readonly object[]) => ({
  title: 'T',
  author: 'A',
  lang: 'de',
  look: { text: '#000000', quiet: '#555555', line: '#dddddd', accent: '#8a5700' },
  mark: 'M0 0h1v1h-1z',
  museum: 'M',
  imprint: 'I',
  sheets,
})

test('joins parts to the pages, outline and tags of a paper rendered as a whole', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-papers-'))
  const renderCards = await createCardRenderer(folder.path)
  // Strings in a PDF are in parentheses; these names look like their ends, and like references.
  const names = ['Bild 7 0 R', 'Bild (8 0 R', 'Bild 9 0 R)', 'Bild \\', 'Bild ((1 0 R))']
  const cards = names.map(createCard)
  const parts = [
    await renderCards('part 1', cards.slice(0, 2)),
    await renderCards('part 2', cards.slice(2, 3)),
    await renderCards('part 3', cards.slice(3)),
  ]
  const joinedFile = join(folder.path, 'joined.pdf')
  joinPdfs(parts, joinedFile)

  const joined = readFileSync(joinedFile)
  const whole = readFileSync(await renderCards('whole', cards))
  expect(await readPdf(joined)).toEqual(await readPdf(whole))
  expect(readOutlineTitles(joined)).toHaveLength(names.length)
  expect(readOutlineTitles(joined)).toEqual(readOutlineTitles(whole))
  expect(readTags(joined)).toEqual(readTags(whole))
  expect(readPageCount(joined)).toBe(names.length)
})

test('rejects a file that is no PDF', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-papers-'))
  expect(() => joinPdfs([process.execPath], join(folder.path, 'joined.pdf'))).toThrow('xref table')
})

/** Loads a picture; returns a function that renders cards to a new file. */
async function createCardRenderer(folder: string) {
  const [width, height] = [400, 300]
  const jpeg = await sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  return async (name: string, cards: readonly object[]): Promise<string> => {
    const { addPicture, print } = await createPaperCompiler()
    addPicture({ name: 'photo', jpeg, width, height })
    const data = createPaperData(cards)
    const file = join(folder, `${name}.pdf`)
    writeFileSync(file, await print({ template: 'art-card', data, pages: cards.length }))
    return file
  }
}

/** Reads the page count from the metadata. */
const readPageCount = (pdf: Buffer): number =>
  Number(/<xmpTPg:NPages>(\d+)/.exec(pdf.toString('latin1'))?.[1])

/** The objects of a PDF by number, each as its text. */
function readObjects(pdf: Buffer): Map<string | undefined, string> {
  const text = pdf.toString('latin1')
  const table = text.slice(text.lastIndexOf('\nxref\n'))
  const offsets = Array.from(table.matchAll(/^(\d{10}) \d{5} n/gm), ([, offset]) => Number(offset))
  const objects = offsets.map((offset) => text.slice(offset, text.indexOf('endobj', offset)))
  return new Map(objects.map((object) => [/^\d+(?= 0 obj)/.exec(object)?.[0], object]))
}

function findObject(objects: ReadonlyMap<string | undefined, string>, pattern: RegExp): string {
  for (const object of objects.values()) if (pattern.test(object)) return object
  throw new Error(`the PDF has no object with ${pattern}`)
}

/** Returns the object to which a key refers, directly or as the first of a list; empty if none. */
const followReference = (
  objects: ReadonlyMap<string | undefined, string>,
  object: string,
  key: string,
): string => objects.get(new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(object)?.[1]) ?? ''

/** Reads the titles of the outline in order, and checks the links between its items. */
function readOutlineTitles(pdf: Buffer): (string | undefined)[] {
  const objects = readObjects(pdf)
  const follow = (object: string, key: string) => followReference(objects, object, key)
  const outline = findObject(objects, /\/Type \/Outlines/)
  const titles: (string | undefined)[] = []
  let previous = ''
  let item = follow(outline, 'First')
  while (item !== '') {
    titles.push(/\/Title (.*)\n/.exec(item)?.[1])
    expect(follow(item, 'Parent')).toBe(outline)
    expect(follow(item, 'Prev')).toBe(previous)
    previous = item
    item = follow(item, 'Next')
  }
  expect(follow(outline, 'Last')).toBe(previous)
  return titles
}

/** The kind of a tag, such as H1, and the tags inside it. */
type Tag = readonly [kind: string | undefined, children: readonly Tag[]]

/** Reads the tree of tags, and the first tag of each page by the key of the page. */
function readTags(pdf: Buffer) {
  const objects = readObjects(pdf)
  const readTag = (object: string): Tag => {
    const [, list = ''] = /\/K \[([^\]]*)\]/.exec(object) ?? []
    const children = Array.from(list.matchAll(/(\d+) 0 R/g), ([, number]) =>
      readTag(objects.get(number) ?? ''),
    )
    return [/\/S \/(\w+)/.exec(object)?.[1], children]
  }

  const root = findObject(objects, /\/Type \/StructTreeRoot/)
  const [, pageEntries = ''] = /\/Nums \[([^\]]*)\]/.exec(root) ?? []
  const firstTags = Array.from(pageEntries.matchAll(/(\d+) (\d+) 0 R/g), ([, key, number]) => {
    const [, firstNumber] = /\[(\d+)/.exec(objects.get(number) ?? '') ?? []
    return { key, tag: readTag(objects.get(firstNumber) ?? '') }
  })
  return { document: readTag(followReference(objects, root, 'K')), firstTags }
}
