import { expect, test } from 'vitest'
import {
  breakLongWords,
  countLines,
  fitsWithoutBreakingWords,
  type MeasuredParagraphs,
  measureParagraphs,
  shortenToFit,
} from './fit.ts'
import { findScriptFonts, getFontFamily } from './fonts.ts'
import { readTemplates } from './typst-build.ts'
import { createFontResolver, openWasmCompiler } from './typst-wasm.ts'

const paragraphs = [
  {
    lang: 'de',
    text: 'Im Oktober 1903 fuhr ein englischer Hauptmann mit einem Martini von Montreux über das Trassee der Zahnradbahn auf den Rochers de Naye: beste Werbung für eine Firma, die bis dahin Gewehre gebaut hatte. Der Wagen ist das Serienmodell aus jener Zeit, gebaut nach einer Lizenz, erst in Frauenfeld, dann im neuen Werk am Neuenburgersee.',
  },
  {
    lang: 'fr',
    text: 'Les passagers regardent le conducteur : voilà tout le charme, et toute la difficulté, du vis-à-vis. Le petit moteur vertical tournait deux fois plus vite que ceux de ses concurrents et a équipé, sous licence, plus de cent marques. Le pont arrière à demi-arbres séparés porte encore aujourd’hui le nom de la maison.',
  },
  {
    lang: 'en',
    text: 'The body is the second of three that this chassis has carried, and the only one of which the invoice survives. It was built in Coventry, shipped to Geneva without its seats, and finished by a saddler in the old town, who signed the underside of the cushion and charged for two days that he did not work.',
  },
]

const textsInOtherScripts = [
  {
    lang: 'ja',
    text: '葛飾北斎は江戸時代後期の浮世絵師である。『富嶽三十六景』などの代表作で知られ、その画風は十九世紀のヨーロッパの画家たちに大きな影響を与えた。「神奈川沖浪裏」は1831年ごろに制作された。',
  },
  {
    lang: 'zh',
    text: '这辆汽车于1931年在都灵制造，车身由著名的车身制造商设计。它曾参加过米兰至罗马的公路赛，并获得第三名。博物馆于1998年从一位私人收藏家手中购得，经过五年修复后恢复了原来的面貌。',
  },
  {
    lang: 'ko',
    text: '이 작품은 1930년대에 제작되었으며 박물관의 소장품 가운데 가장 오래된 것이다. 화가는 파리에서 공부한 뒤 고향으로 돌아와 많은 풍경화를 남겼다.',
  },
  {
    lang: 'ar',
    text: 'هذه السيارة صُنعت في تورينو عام 1931، وهي واحدة من أقدم السيارات في المتحف. شاركت في سباق ميلانو – روما وحصلت على المركز الثالث في فئتها.',
  },
  {
    lang: 'he',
    text: 'המכונית נבנתה בטורינו בשנת 1931 והיא אחת העתיקות באוסף המוזיאון. היא השתתפה במרוץ Mille Miglia וסיימה במקום השלישי, לפני שנמכרה.',
  },
  {
    lang: 'en',
    text: 'A party 🎉 with 👩‍👩‍👧 and 😀, a 🇨🇭 and a ☎️, which goes on until the lamps 💡 are out. '
      .repeat(3)
      .trim(),
  },
]

const fonts = findScriptFonts(textsInOtherScripts.map(({ text }) => text).join(''), 'en')
const compiler = await openWasmCompiler()
compiler.set_fonts(await createFontResolver(fonts))
for (const { name, content } of readTemplates()) compiler.map_shadow(`/${name}`, content)
compiler.map_shadow('/data.json', Buffer.from(JSON.stringify({ fonts: fonts.map(getFontFamily) })))

interface LineOptions {
  /** The width in millimetres. */
  readonly width: number
  /** The type size in points. */
  readonly size: number
  readonly isJustified: boolean
}

/**
 * The number of lines that Typst breaks each paragraph into. A line is 1 em high, and followed by
 * leading of 0.25 em.
 */
function countLinesByTypst(
  texts: typeof paragraphs,
  { width, size, isJustified }: LineOptions,
): number[] {
  const main = `
    #import "shared.typ": line-costs, serif
    #set text(font: serif, fallback: false, cjk-latin-spacing: none, size: ${size}pt, number-type: "old-style", top-edge: 0.8em, bottom-edge: -0.2em)
    #set par(justify: ${isJustified}, leading: 0.25em)
    #context for paragraph in json(bytes(sys.inputs.paragraphs)) {
      let body = text(lang: paragraph.lang, hyphenate: ${isJustified}, costs: line-costs, par(text(paragraph.text)))
      [#metadata((measure(width: ${width}mm, body).height / ${size}pt - 1) / 1.25 + 1)<lines>]
    }`
  compiler.add_source('/lines.typ', main)
  const inputs = [['paragraphs', JSON.stringify(texts)]]
  return (JSON.parse(compiler.query('/lines.typ', inputs, '<lines>', 'value')) as number[]).map(
    Math.round,
  )
}

test.for([
  [102, 12],
  [102, 9.5],
  [83, 8],
  [89, 10],
  [42.5, 6],
])('never underestimates the lines of a text at %d mm and %d pt', ([width = 0, size = 0]) => {
  const isJustified = true
  const estimated = paragraphs.map(({ text }) =>
    countLines(measureParagraphs([text], 'serif'), width, size, isJustified),
  )
  const actual = countLinesByTypst(paragraphs, { width, size, isJustified })
  const overestimates = estimated.map((lines, index) => lines - (actual[index] ?? 0))
  // One line more than Typst needs is close enough.
  expect(overestimates.filter((lines) => lines < 0 || lines > 1)).toEqual([])
})

test.for([
  [102, 12],
  [89, 10],
  [42.5, 6],
  [30, 9],
])(
  'never underestimates the lines of other scripts at %d mm and %d pt',
  ([width = 0, size = 0]) => {
    const estimated = textsInOtherScripts.map(({ text }) =>
      countLines(measureParagraphs([text], 'serif'), width, size),
    )
    const actual = countLinesByTypst(textsInOtherScripts, { width, size, isJustified: false })
    const overestimates = estimated.map((lines, index) => lines - (actual[index] ?? 0))
    expect(overestimates.filter((lines) => lines < 0)).toEqual([])
    // Ligatures and composed emoji are narrower than their parts: up to a third more lines.
    const maxOverestimate = 0.34
    const ratios = overestimates.map((lines, index) => lines / (actual[index] ?? 1))
    expect(Math.max(...ratios)).toBeLessThan(maxOverestimate)
  },
)

test('breaks only words wider than a line, preferably after hyphens', () => {
  const text = 'Ein Zweizylinder-Viertaktmotor und DONAUDAMPFSCHIFF\n\u200b12'
  const [wide, narrow, size] = [100, 24, 10]
  expect(breakLongWords(text, 'sans', wide, size)).toBe(text)
  const broken = breakLongWords(text, 'sans', narrow, size)
  expect(broken).toMatch(/^Ein Zweizylinder-\u200bViertaktmotor und DONAU\w+\u200b\w+\n\u200b12$/)
  expect(fitsWithoutBreakingWords(measureParagraphs([broken], 'sans'), narrow, size)).toBe(true)
})

test('shortens only a text that is too long, at the end of a word, with an ellipsis', () => {
  const [width, size, maxLines] = [40, 10, 2]
  const fits = (text: MeasuredParagraphs) => countLines(text, width, size) <= maxLines
  expect(shortenToFit(['Kurz.'], 'serif', fits)).toEqual(['Kurz.'])
  const [shown = ''] = shortenToFit(
    ['Ein Satz, der viel zu lang ist, um in zwei Zeilen von vierzig Millimetern zu passen.'],
    'serif',
    fits,
  )
  expect(shown).toMatch(/^Ein Satz, der viel zu lang .* \w+ …$/)
  expect(fits(measureParagraphs([shown], 'serif'))).toBe(true)
})

test('shortens thousands of paragraphs to the few that fit', () => {
  const [width, size, maxLines] = [40, 10, 2]
  const fits = (text: MeasuredParagraphs) => countLines(text, width, size) <= maxLines
  const shown = shortenToFit(['a\n\nb'.repeat(5_000)], 'serif', fits)
  expect(shown.join('').length).toBeLessThan(20)
})
