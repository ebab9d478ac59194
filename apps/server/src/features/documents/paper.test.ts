import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import {
  factsheetPrefix,
  type ItemType,
  inventoryTypes,
  labelSheets,
  licences,
  minLabelSize,
} from '@vitrine/contract'
import { formatPictureRights } from '@vitrine/pages'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closingWord, generateProse } from '../../../test/generate-prose.ts'
import { createDrawing } from '../../../test/media-files.ts'
import { readPdf } from '../../../test/read-pdf.ts'
import {
  countLines,
  fitsWithoutBreakingWords,
  getLineLength,
  measureParagraphs,
} from '../../adapters/pdf/fit.ts'
import { createPaperRenderer } from '../../adapters/pdf/typst-papers.ts'
import { layOutArtCard } from './art-card.ts'
import { layOutCarSheet } from './car-sheet.ts'
import { layOutLabel, toLabelText } from './label-paper.ts'
import { paperProgramUrl, toPaperOrder } from './orders.ts'
import { layOutText, measureText } from './set-text.ts'
import { type Sheet, toDisplayName } from './sheet.ts'
import { listSheetPictures } from './sheets.ts'

const layOutCar = (options: SheetOptions) =>
  layOutCarSheet(createSheet('car', 1, options)) ?? expect.unreachable()

// Generous, because times are measured elsewhere and the machine may be busy.
const papers = createPaperRenderer(paperProgramUrl, {
  timeoutMs: { render: 90_000, renderToFile: 90_000, join: 90_000 },
})
afterAll(() => papers.close())

const imprint = { foundation: 'Fondation Vitrine', address: 'Chemin du Musée 1', year: 2026 }

interface SheetOptions {
  readonly name?: string
  readonly description?: string
  readonly value?: string
  readonly picture?: readonly [width: number, height: number]
  readonly secondPicture?: readonly [width: number, height: number]
  readonly rights?: string
}

/** Creates an item with the same value for all attributes. */
function createSheet(
  type: ItemType,
  id: number,
  { name = 'Étude', description = '', value, picture, secondPicture, rights }: SheetOptions,
): Sheet {
  const toRows = (keys: string) =>
    value === undefined ? [] : keys.split(' ').map((key) => ({ key, label: `${key} (cm³)`, value }))
  const carKeys =
    'model year origin country body engine displacement power speed weight colour doors seats gearbox'
  return {
    id,
    type,
    identifier: `LM-${id}`,
    name,
    description,
    language: '',
    notes: [],
    rows: toRows(type === 'car' ? carKeys : 'artist title year dimensions technique collection'),
    musicRows:
      type === 'art' ? toRows('composer music music_detail music_interpreters reference') : [],
    hasRecording: false,
    url: `https://museum.example.org${factsheetPrefix(type)}${id}`,
    picture: toSheetPicture(picture, rights),
    secondPicture: toSheetPicture(secondPicture, rights && `${rights} (2)`),
  }
}

const toSheetPicture = (size: SheetOptions['picture'], rights = '') =>
  size ? { name: 'x', width: size[0], height: size[1], alt: '', rights } : null

const toPictures = (sheet: Sheet) =>
  Promise.all(
    listSheetPictures(sheet).map(async ({ name, picture }) => ({
      ...picture,
      name,
      jpeg: await createDrawing(picture).jpeg().toBuffer(),
    })),
  )

const shortValue = 'Öl auf Leinwand'
const longSheet: SheetOptions = { description: generateProse(3_000), value: shortValue }
/** Length of a text that a card shows whole, in characters. */
const maxCardTextLength = 1_600

/** Shortened to about a line of small print. */
const longCredit = formatPictureRights(
  'en',
  'Anna Muster, Fotografin in Winterthur '.repeat(5),
  licences['CC-BY-NC-SA-4.0'].label,
)

/** Titles of the cases that need a second page on A4. */
const titlesOnTwoPages = [
  'a long credit and a text that is far too long',
  'a text that is far too long',
  'many lines',
]

const casesByTitle: Record<string, SheetOptions> = {
  'a credit': {
    description: 'Weit.',
    picture: [600, 450],
    secondPicture: [600, 400],
    value: shortValue,
    rights: 'Bild: Anna Muster',
  },
  'a long credit and a long text': {
    ...longSheet,
    picture: [600, 450],
    secondPicture: [600, 450],
    rights: longCredit,
  },
  'a long credit and a text that is far too long': {
    ...longSheet,
    description: generateProse(20_000),
    picture: [600, 450],
    rights: longCredit,
  },
  'two words': { description: 'Très rare.' },
  'a name that can’t be seen': { name: '\u200d\ufeff' },
  'a long text': longSheet,
  'a long text and a picture': { ...longSheet, picture: [600, 450] },
  'a long text and an upright picture': { ...longSheet, picture: [300, 450] },
  'a long text and nothing else': { description: generateProse(3_000) },
  'a long text and a picture, no values': {
    description: generateProse(3_000),
    picture: [600, 450],
  },
  'a long text and an upright picture, no values': {
    description: generateProse(3_000),
    picture: [300, 450],
  },
  'a text that is far too long': {
    description: generateProse(20_000),
    value: shortValue,
    picture: [600, 450],
  },
  'a panorama': { description: 'Weit.', picture: [900, 60] },
  'a tower': { description: 'Hoch.', picture: [60, 900], value: shortValue },
  'words without end': {
    name: 'W'.repeat(300),
    description: 'x'.repeat(3_000),
    picture: [600, 450],
  },
  'values without end': { value: 'q '.repeat(2_500), picture: [600, 450] },
  'values of one word without end': { value: 'q'.repeat(5_000) },
  'many lines': {
    description: 'Zeile\n'.repeat(3_000),
    value: 'a\nb\n\n'.repeat(900),
    picture: [600, 450],
  },
  'other scripts': {
    name: '漢字 😀',
    description:
      '👩‍👩‍👧 北斎 שלום عربي Ωμέγα Привет a\0\u200d\ufeff\u00ad\u202e\ue000\u0301\u2028\ud800z '.repeat(
        40,
      ),
    value: '\u0301\0\ufeff😀',
  },
}

/** Creates a sheet for each case. On a card, long texts are as long as it can show whole. */
const createSheets = (type: ItemType): Sheet[] =>
  Object.values(casesByTitle).map((options, index) => {
    const isShortened = type === 'art' && options.description === longSheet.description
    const description = isShortened ? generateProse(maxCardTextLength) : options.description
    return createSheet(type, 101 + index, { ...options, description: description ?? '' })
  })

describe.for(['car', 'art'] as const)('a paper of type %s', (type) => {
  const titles = Object.keys(casesByTitle)
  const sheets = createSheets(type)
  let pdf: Awaited<ReturnType<typeof papers.render>>['pdf']
  let pages: Awaited<ReturnType<typeof readPdf>>

  // All items are in one PDF, because none may affect the pages of others.
  beforeAll(async () => {
    const pictures = (await Promise.all(sheets.map(toPictures))).flat()
    const order = { type, sheets, imprint, title: 'Alle', languages: [] } as const
    const rendered = await papers.render(toPaperOrder('sheets', order, () => pictures))
    pdf = rendered.pdf
    pages = await readPdf(pdf, { codes: true })
  }, 120_000)

  const getPages = (title: string) => {
    const url = sheets[titles.indexOf(title)]?.url ?? expect.fail(title)
    return pages.filter(({ address }) => address === url)
  }
  const readPage = (title: string) =>
    getPages(title)
      .map(({ text }) => text)
      .join(' ')

  test('has a page for each item, and a second one for a long text on A4', () => {
    const addresses = new Set(pages.map(({ address }) => address))
    expect([...addresses]).toEqual(sheets.map(({ url }) => url))
    expect(titles.filter((title) => getPages(title).length === 2)).toEqual(
      type === 'car' ? titlesOnTwoPages : [],
    )
  })

  test('shows short texts and long ones whole', () => {
    for (const title of titles.filter((name) => name.startsWith('a long text'))) {
      expect(readPage(title), title).toContain(closingWord)
      expect(readPage(title), title).not.toContain('…')
    }
    expect(readPage('two words')).toContain('Très rare.')
  })

  test('shows the credits of its pictures only, and a long credit whole', () => {
    expect(readPage('a credit')).toMatch(
      type === 'car' ? /Bild: Anna Muster · Bild: Anna Muster \(2\)/ : /Anna Muster(?! \()/,
    )
    expect(longCredit).toMatch(/^Picture: Anna Muster.{90,110}…, CC BY/)
    for (const title of titles.filter((name) => name.startsWith('a long credit'))) {
      expect(readPage(title).replaceAll(/\s+/g, ' '), title).toContain(longCredit)
      expect(readPage(title), title).not.toContain('(2)')
    }
  })

  test('shows the type of an item whose name can’t be seen', () => {
    expect(readPage('a name that can’t be seen')).toContain(inventoryTypes[type].name)
  })

  test('ends a text that is far too long after a sentence, with a hint', () => {
    expect(readPage('a text that is far too long')).toMatch(
      /\. … Weiterlesen: QR-Code .*museum\.example\.org/,
    )
    expect(readPage('a text that is far too long')).not.toContain(closingWord)
  })

  test('shows other scripts, and embeds their fonts', () => {
    for (const letters of ['漢字 😀', '👩‍👩‍👧 北斎', 'Ωμέγα Привет'])
      expect(readPage('other scripts')).toContain(letters)
    const fontsOfOtherScripts = ['NotoSansHans', 'NotoNaskhArabic', 'NotoSansHebrew', 'NotoEmoji']
    for (const font of fontsOfOtherScripts) expect(pdf.includes(`+${font}`), font).toBe(true)
  })
})

test('breaks no line of a card before a French colon or within guillemets', () => {
  // Guillemets with narrow no-break spaces, as typed by staff.
  const sheet = createSheet('art', 101, { name: '«\u202fVoiles\u202f»', value: 'Lac' })
  const { title, facts, music } =
    layOutArtCard({
      ...sheet,
      lang: 'fr',
      rows: [{ key: 'size', label: 'Taille', value: 'Lac' }],
    }) ?? expect.unreachable()
  expect(title.text).toBe('«\u00a0Voiles\u00a0»')
  expect(facts.lines[0]?.text).toBe('Taille\u00a0: Lac')
  expect(music.lines[0]).toBe('Lac\u00a0: Lac')
})

/** A car whose sheet has space for a second picture, and one whose text fills it. */
const roomyCar: SheetOptions = {
  description: generateProse(400),
  value: shortValue,
  picture: [600, 338],
  secondPicture: [600, 400],
}
const fullCar: SheetOptions = { ...longSheet, picture: [600, 450], secondPicture: [600, 400] }

test('shows a second picture under the text of a car if there is space', () => {
  const { layout, secondPicture } = layOutCar(roomyCar)
  expect(layout).toBe('wide')
  // The proportions of the picture.
  expect((secondPicture?.width ?? 0) / (secondPicture?.height ?? 1)).toBeCloseTo(600 / 400)

  const tooTall = { ...roomyCar, secondPicture: [600, 4_000] } as const
  expect(layOutCar(tooTall).secondPicture).toBeNull()
  expect(layOutCar(fullCar).secondPicture).toBeNull()
  const sheet = createSheet('car', 1, roomyCar)
  const second = {
    description: generateProse(400),
    language: 'de',
    inFirstLanguage: sheet,
  } as const
  expect(layOutCarSheet({ ...sheet, second })?.secondPicture).toBeNull()
})

test('merged PDFs contain no second picture that is not shown', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-paper-'))
  const file = join(folder.path, 'merged.pdf')
  const options = { signal: AbortSignal.timeout(90_000), timeoutMs: 90_000 }
  for (const [type, pictureCount] of [
    ['car', 3],
    ['art', 2],
  ] as const) {
    const sheets = [roomyCar, fullCar].map((car, index) => createSheet(type, 101 + index, car))
    const pictures = (await Promise.all(sheets.map(toPictures))).flat()
    const order = { type, sheets, imprint, title: 'Alle', languages: [] } as const
    await papers.renderToFile([toPaperOrder('sheets', order, () => pictures)], file, options)
    const pdf = await readFile(file, 'latin1')
    // The PDF names this filter once for each JPEG.
    expect(pdf.match(/DCTDecode/g)).toHaveLength(pictureCount)
    expect(await readPdf(Buffer.from(pdf, 'latin1'))).toHaveLength(2)
  }
})

test('aligns Hebrew and Arabic paragraphs to the right in any text', {
  timeout: 90_000,
}, async () => {
  const sheets = ['Öl', 'Öl\n\nשמן', 'Öl\n\nزيت'].map(
    (description): Sheet => ({ ...createSheet('art', 101, { description }), language: 'de' }),
  )
  const order = { type: 'art', sheets, imprint, title: 'Alle', languages: [] } as const
  const { pdf } = await papers.render(toPaperOrder('sheets', order))
  const document = await (await PDFiumLibrary.init()).loadDocument(pdf)
  const hasTextAtRight: boolean[] = []
  for (const page of document.pages()) {
    const { data, width, height } = await page.render({ scale: 1, render: 'bitmap' })
    const bytesPerPixel = 4
    // The area above the code contains nothing but the text.
    const upperRows = data.subarray(0, Math.floor(height * 0.7) * width * bytesPerPixel)
    const isDarkAtRight = (value: number, index: number) =>
      index % bytesPerPixel === 0 && (index / bytesPerPixel) % width > width * 0.7 && value < 128
    hasTextAtRight.push(upperRows.some(isDarkAtRight))
  }
  document.destroy()
  expect(hasTextAtRight).toEqual([false, true, true])
})

test('sets the text of a car without values across the whole page', () => {
  const textOnly = layOutCar({ description: generateProse(3_000) })
  expect(textOnly.columns).toBe(2)
  expect(textOnly.description.size).toBeGreaterThan(layOutCar(longSheet).description.size)
  const withPicture = layOutCar({ description: generateProse(1_500), picture: [600, 450] })
  // The picture is as wide as the page without its margins.
  expect(withPicture).toMatchObject({ layout: 'under', columns: 2, picture: { width: 174 } })
  expect(withPicture.columnHeight).toBeLessThan(100)
  expect(layOutCar({ description: 'Très rare.' }).columns).toBe(1)
  expect(layOutCar({ ...longSheet, picture: [600, 450] }).layout).not.toMatch(/under|beside/)
})

test('shows all facts of a car beside a text of readable size', () => {
  const { facts, description } = layOutCar({
    description: 'Très rare.',
    value: 'Öl auf Leinwand, '.repeat(40),
    picture: [600, 450],
  })
  const attributeCount = 14
  expect(facts.rows).toHaveLength(attributeCount)
  const smallestReadableSize = 9.5
  expect(description.size).toBeGreaterThanOrEqual(smallestReadableSize)
})

test('does not cut a text that fills a page without a picture', () => {
  const sentence = 'The body was built in Turin, and the car is still in its original state. '
  const { description } = layOutCar({ description: sentence.repeat(135) })
  expect(description.paragraphs.join('')).not.toContain('…')
})

test('leaves space for notes of several lines below a cut text', () => {
  const countShownLetters = (notes: readonly string[]) => {
    const card = layOutArtCard({
      ...createSheet('art', 1, { description: generateProse(20_000) }),
      notes,
    })
    return card?.description.paragraphs.join('').length ?? 0
  }
  const note = 'Das Original wurde seit dieser Übersetzung überarbeitet.'
  expect(countShownLetters([note])).toBe(countShownLetters([]))
  expect(countShownLetters([note, note, note])).toBeLessThan(countShownLetters([note]))
})

test('measures bold and italic lines of a card with their own fonts', () => {
  const card =
    layOutArtCard(
      createSheet('art', 1, { value: 'lorem ipsum '.repeat(400), picture: [600, 450] }),
    ) ?? expect.unreachable()
  // Width of the card without its margins, less the picture and the code with their gutters.
  const captionWidth = 89 - card.picture.width - 4 - (card.dense ? card.code + 4 : 0)
  // Width of the card, less the sign ♪ before the music.
  const noteWidth = 89 - 4.2
  const { size, lines } = card.facts
  expect(
    countLines(measureParagraphs([card.artist], 'sans-semibold'), captionWidth, size + 1),
  ).toBe(2)
  expect(
    countLines(measureParagraphs([lines[0]?.text ?? ''], 'serif-italic'), captionWidth, size),
  ).toBe(3)
  expect(
    countLines(
      measureParagraphs([card.music.lines[0] ?? ''], 'sans-semibold'),
      noteWidth,
      card.music.size,
    ),
  ).toBe(2)
})

test('breaks a word that is wider than its column', () => {
  const word = 'DONAUDAMPFSCHIFFFAHRT'
  const { title, inset, gap, qrSide } = layOutLabel(
    toLabelText(createSheet('art', 1, { name: word })),
    minLabelSize,
  )
  const titleWidth = minLabelSize.width - 2 * inset - gap - qrSide
  expect(
    fitsWithoutBreakingWords(measureParagraphs([title.text], 'serif'), titleWidth, title.size),
  ).toBe(true)
  const { facts } = layOutCar({ value: word.repeat(2).slice(0, 28) })
  // The table is 62 mm wide, with 2 mm between its columns.
  const valueWidth = 62 - 2 - facts.labels
  for (const { value } of facts.rows) {
    const measured = measureParagraphs([value], 'sans')
    expect(fitsWithoutBreakingWords(measured, valueWidth, facts.size)).toBe(true)
  }
})

test('keeps the museum’s name beside the code of a narrow label', () => {
  const size = { width: 30, height: 70 }
  const car = createSheet('car', 1, { description: generateProse(900) })
  const { foot, qrSide, inset } = layOutLabel(toLabelText(car), size)
  const museum = measureParagraphs([inventoryTypes.car.museum], 'sans')
  expect(qrSide + getLineLength(museum, foot.museumSize)).toBeLessThan(size.width - 2 * inset)
  // A phone can't read smaller codes at arm's length.
  expect(qrSide).toBeGreaterThanOrEqual(13)
})

test('shows nothing of a text that does not fit, instead of the hint alone', () => {
  const lowBox = { width: 40, height: 1 }
  expect(layOutText(measureText('Wort '.repeat(90)), 12, lowBox).paragraphs).toEqual([])
})

test('sets the museum’s name smaller on a low label', () => {
  const getMuseumSize = (kind: keyof typeof labelSheets) =>
    layOutLabel(toLabelText(createSheet('art', 1, {})), labelSheets[kind].sheet).foot.museumSize
  expect(getMuseumSize('three-by-seven')).toBe(5.5)
  for (const kind of ['two-by-four', 'four-cards'] as const) expect(getMuseumSize(kind)).toBe(8)
})

test('shows identifier, keypad number and a note sign for music on a label', () => {
  const { sheet } = labelSheets['three-by-seven']
  const layOutFoot = (identifier: string, changes: Partial<Sheet> = {}) =>
    layOutLabel(toLabelText({ ...createSheet('art', 112, {}), identifier, ...changes }), sheet).foot
  expect(layOutFoot('LG-012')).toMatchObject({ identifier: 'LG-012', keypad: '', isHeard: false })
  expect(layOutFoot('LG-061', { hasRecording: true })).toMatchObject({
    keypad: '12',
    isHeard: true,
  })
  expect(layOutFoot('LG-012').size).toBeGreaterThan(9)
  expect(layOutFoot('Depot 2024 / Regal 17 / Nummer 3').size).toBeLessThan(8)
})

test.for([
  ['car', 8],
  ['art', 7],
] as const)('sets no text on a paper of type %s smaller than %d points', ([type, minSize]) => {
  const layOut = { car: layOutCarSheet, art: layOutArtCard }[type]
  for (const options of Object.values(casesByTitle)) {
    const layout = JSON.stringify(layOut(createSheet(type, 101, options)))
    const sizes = layout.match(/(?<="size":)[\d.]+/g) ?? []
    expect(sizes.length).toBeGreaterThan(1)
    expect(Math.min(...sizes.map(Number))).toBeGreaterThanOrEqual(minSize)
  }
})

test('names an item without a name by its type', () => {
  expect(toDisplayName({ name: ' ', type: 'car' })).toBe('Car')
  expect(toDisplayName({ name: ' A ', type: 'art' })).toBe('A')
})
