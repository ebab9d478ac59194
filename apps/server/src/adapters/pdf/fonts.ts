import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const serif = 'Source Serif 4'
const sans = 'Source Sans 3'
const sourceSerif = import.meta.resolve('@expo-google-fonts/source-serif-4')
const sourceSans = import.meta.resolve('@expo-google-fonts/source-sans-3')

/** A font in a package. Typst embeds only the glyphs in use. */
interface Font {
  /** The name that Typst uses. */
  readonly family: string
  readonly entryModule: string
  /** The font file, relative to the entry module. */
  readonly file: string
}

const fonts = {
  serif: {
    family: serif,
    entryModule: sourceSerif,
    file: '400Regular/SourceSerif4_400Regular.ttf',
  },
  'serif-italic': {
    family: serif,
    entryModule: sourceSerif,
    file: '400Regular_Italic/SourceSerif4_400Regular_Italic.ttf',
  },
  'serif-semibold': {
    family: serif,
    entryModule: sourceSerif,
    file: '600SemiBold/SourceSerif4_600SemiBold.ttf',
  },
  sans: {
    family: sans,
    entryModule: sourceSans,
    file: '400Regular/SourceSans3_400Regular.ttf',
  },
  'sans-semibold': {
    family: sans,
    entryModule: sourceSans,
    file: '600SemiBold/SourceSans3_600SemiBold.ttf',
  },
} as const satisfies Record<string, Font>

/** Fonts for other scripts; each is loaded only by papers that need it. */
const scriptFonts = {
  arabic: {
    family: 'Noto Naskh Arabic',
    entryModule: import.meta.resolve('@embedpdf/fonts-arabic'),
    file: '../fonts/NotoNaskhArabic-Regular.ttf',
  },
  hebrew: {
    family: 'Noto Sans Hebrew',
    entryModule: import.meta.resolve('@embedpdf/fonts-hebrew'),
    file: '../fonts/NotoSansHebrew-Regular.ttf',
  },
  japanese: {
    family: 'MotoyaLCedar',
    entryModule: import.meta.resolve('@expo-google-fonts/kosugi'),
    file: 'Kosugi_400Regular.ttf',
  },
  chinese: {
    family: 'Noto Sans S Chinese',
    entryModule: import.meta.resolve('@embedpdf/fonts-sc'),
    file: '../fonts/NotoSansHans-Regular.otf',
  },
  korean: {
    family: 'Gowun Dodum',
    entryModule: import.meta.resolve('@expo-google-fonts/gowun-dodum'),
    file: '400Regular/GowunDodum_400Regular.ttf',
  },
  emoji: {
    family: 'Noto Emoji',
    entryModule: import.meta.resolve('@expo-google-fonts/noto-emoji'),
    file: '400Regular/NotoEmoji_400Regular.ttf',
  },
} as const satisfies Record<string, Font>

export type ScriptFont = keyof typeof scriptFonts
export type FontName = keyof typeof fonts | ScriptFont

/** The fonts that every paper may use. */
export const usualFonts = Object.keys(fonts) as FontName[]
export const fontNames = [...usualFonts, ...(Object.keys(scriptFonts) as ScriptFont[])]

const fontsByName: Record<FontName, Font> = { ...fonts, ...scriptFonts }

export const getFontFamily = (name: ScriptFont): string => scriptFonts[name].family

/**
 * Resolves the file from the entry module of its package, because the packages export nothing else.
 */
export function getFontFile(name: FontName): string {
  const { entryModule, file } = fontsByName[name]
  return fileURLToPath(new URL(file, entryModule))
}

export const readFont = (name: FontName): Buffer => readFileSync(getFontFile(name))

interface FontMetrics {
  /** The width of a character in multiples of the type size; undefined if the font lacks it. */
  advance(codePoint: number): number | undefined
}

const metricsByFont = new Map<FontName, FontMetrics>()

/** The metrics of a font, read from its file when first needed. */
export function getFontMetrics(name: FontName): FontMetrics {
  const metrics = metricsByFont.get(name) ?? readMetrics(readFont(name))
  metricsByFont.set(name, metrics)
  return metrics
}

// Offsets of fields in the tables of an OpenType font, in bytes.
const unitsPerEmOffset = 18
const widthCountOffset = 34
// Each entry of `hmtx` is a width and a side bearing of two bytes each.
const widthEntryBytes = 4
// Up to the end of the Unicode block Latin Extended-A.
const latinCharacters = 0x180

function readMetrics(font: Buffer): FontMetrics {
  const tables = readTables(font)
  const unitsPerEm = getTable(tables, 'head').readUInt16BE(unitsPerEmOffset)
  const widthCount = getTable(tables, 'hhea').readUInt16BE(widthCountOffset)
  const widths = getTable(tables, 'hmtx')
  const advances = new Map<number, number>()
  for (const [codePoint, glyph] of readGlyphs(getTable(tables, 'cmap'))) {
    // The last width also applies to all further glyphs.
    const widthIndex = Math.min(glyph, widthCount - 1)
    advances.set(codePoint, widths.readUInt16BE(widthIndex * widthEntryBytes) / unitsPerEm)
  }
  // Called for every letter of every text, so the common letters are in a plain array.
  const latin = Array.from({ length: latinCharacters }, (_, codePoint) => advances.get(codePoint))
  return {
    advance: (codePoint) => (codePoint < latin.length ? latin[codePoint] : advances.get(codePoint)),
  }
}

/**
 * Reads the table directory: a header of 12 bytes, and entries of 16 bytes with a name, a checksum,
 * an offset and a length of four bytes each.
 */
function readTables(font: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>()
  const tableCount = font.readUInt16BE(4)
  for (let index = 0; index < tableCount; index++) {
    const entry = 12 + index * 16
    const name = font.toString('latin1', entry, entry + 4)
    const start = font.readUInt32BE(entry + 8)
    const length = font.readUInt32BE(entry + 12)
    tables.set(name, font.subarray(start, start + length))
  }
  return tables
}

function getTable(tables: ReadonlyMap<string, Buffer>, name: string): Buffer {
  const table = tables.get(name)
  if (!table) throw new Error(`the font has no table ${name}`)
  return table
}

/**
 * Yields every character with its glyph's index. Format 4 covers the basic plane, format 12 all
 * characters.
 */
function* readGlyphs(cmap: Buffer): Generator<[codePoint: number, glyph: number]> {
  const subtableCount = cmap.readUInt16BE(2)
  for (let index = 0; index < subtableCount; index++) {
    // After a header of 4 bytes, each entry has a platform, an encoding and an offset: 2, 2 and 4
    // bytes.
    const subtable = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4))
    const format = subtable.readUInt16BE(0)
    if (format === 4) yield* readSegments(subtable)
    if (format === 12) yield* readGroups(subtable)
  }
}

/**
 * Reads format 4: after a header of 14 bytes, four arrays with two bytes per segment, of which the
 * first is followed by two bytes of padding. An offset counts from its own place in the array to
 * the glyphs of the segment; if it is 0, only the delta maps characters to glyphs. The last segment
 * ends with 0xffff, which is no character.
 */
function* readSegments(subtable: Buffer): Generator<[number, number]> {
  const arrayBytes = subtable.readUInt16BE(6)
  const endsStart = 14
  const startsStart = endsStart + arrayBytes + 2
  const deltasStart = startsStart + arrayBytes
  const offsetsStart = deltasStart + arrayBytes
  for (let segment = 0; segment < arrayBytes; segment += 2) {
    const start = subtable.readUInt16BE(startsStart + segment)
    const end = subtable.readUInt16BE(endsStart + segment)
    const delta = subtable.readUInt16BE(deltasStart + segment)
    const offset = subtable.readUInt16BE(offsetsStart + segment)
    for (let codePoint = start; codePoint <= end && codePoint < 0xffff; codePoint++) {
      const glyphOffset = offsetsStart + segment + offset + (codePoint - start) * 2
      const glyph = offset === 0 ? codePoint : subtable.readUInt16BE(glyphOffset)
      if (glyph !== 0) yield [codePoint, (glyph + delta) & 0xffff]
    }
  }
}

/**
 * Reads format 12: after a header of 16 bytes, groups with the first and last character and the
 * first glyph, four bytes each.
 */
function* readGroups(subtable: Buffer): Generator<[number, number]> {
  const groupCount = subtable.readUInt32BE(12)
  for (let group = 0; group < groupCount; group++) {
    const entry = 16 + group * 12
    const start = subtable.readUInt32BE(entry)
    const end = subtable.readUInt32BE(entry + 4)
    const firstGlyph = subtable.readUInt32BE(entry + 8)
    for (let codePoint = start; codePoint <= end; codePoint++)
      yield [codePoint, firstGlyph + codePoint - start]
  }
}

/**
 * Ideographs, kana, hangul and their punctuation: as wide as high, and a line may end after nearly
 * any of them.
 */
export const wideCharacterRanges =
  '\\u1100-\\u11ff\\u2e80-\\ua4cf\\ua960-\\ua97f\\uac00-\\ud7ff\\uf900-\\ufaff\\ufe30-\\ufe4f\\uff00-\\uffef\\u{1f200}-\\u{1f2ff}\\u{20000}-\\u{3ffff}'
const wideCharacter = new RegExp(`[${wideCharacterRanges}]`, 'u')
// More than 1, to allow for the space left at the end of a line before a character that must not
// begin the next one.
const wideAdvance = 1.04
// For a character that no font has.
const unknownAdvance = 0.7

// The fonts that may have the characters of a script, checked before a font is read: the largest has
// 8 MB.
const scripts: readonly { readonly letters: RegExp; readonly fonts: readonly ScriptFont[] }[] = [
  { letters: /\p{Script_Extensions=Arabic}/u, fonts: ['arabic'] },
  { letters: /\p{Script_Extensions=Hebrew}/u, fonts: ['hebrew'] },
  { letters: /\p{Script=Hangul}/u, fonts: ['korean'] },
  { letters: wideCharacter, fonts: ['chinese', 'japanese', 'korean'] },
  { letters: /[\p{Emoji}\p{Emoji_Component}]/u, fonts: ['emoji'] },
]
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
// Characters that the usual fonts are known to have; most texts contain no others.
const usualCharacters = /[\0-\u017f\u2010-\u2027\u2030-\u203a]/gu

const hasCharacter = (font: FontName, character: string): boolean =>
  getFontMetrics(font).advance(character.codePointAt(0) ?? 0) !== undefined

const isInUsualFonts = (character: string): boolean =>
  hasCharacter('serif', character) || hasCharacter('sans', character)

const listFontsWith = (character: string): readonly ScriptFont[] =>
  scripts
    .flatMap(({ letters, fonts }) => (letters.test(character) ? fonts : []))
    .filter((font) => hasCharacter(font, character))

/** Whether some font has a character; Typst falls back from one font to the next. */
export const hasGlyph = (character: string): boolean =>
  isInUsualFonts(character) || listFontsWith(character).length > 0

const fallbackAdvances = new Map<number, number>()

/** The width of a character that the usual fonts lack, in multiples of the type size. */
export function getFallbackAdvance(codePoint: number): number {
  const advance =
    fallbackAdvances.get(codePoint) ?? readFallbackAdvance(String.fromCodePoint(codePoint))
  fallbackAdvances.set(codePoint, advance)
  return advance
}

function readFallbackAdvance(character: string): number {
  if (wideCharacter.test(character)) return wideAdvance
  const [font] = listFontsWith(character)
  return (font && getFontMetrics(font).advance(character.codePointAt(0) ?? 0)) ?? unknownAdvance
}

/**
 * The fonts that a text needs besides the usual ones, in the order in which Typst has to try them.
 */
export function findScriptFonts(text: string, lang: string): ScriptFont[] {
  const unusual = [...new Set(text.replaceAll(usualCharacters, ''))].filter(
    (character) => !isInUsualFonts(character),
  )
  // Chinese and Japanese draw many shared characters differently.
  const isJapanese =
    lang === 'ja' || (lang !== 'zh' && unusual.some((character) => kana.test(character)))
  const preferredFont = isJapanese ? 'japanese' : 'chinese'
  const needed = new Set<ScriptFont>()
  for (const character of unusual) {
    const candidates = listFontsWith(character)
    const font = candidates.includes(preferredFont) ? preferredFont : candidates[0]
    if (font) needed.add(font)
  }
  return [...needed].sort((a, b) => Number(b === preferredFont) - Number(a === preferredFont))
}

/** The language that a script implies; undefined for scripts that many languages share. */
export function detectLanguageByScript(text: string): 'ar' | 'he' | 'ja' | 'ko' | 'zh' | undefined {
  const [firstLetter = ''] = /\p{L}/u.exec(text) ?? []
  if (/\p{Script=Arabic}/u.test(firstLetter)) return 'ar'
  if (/\p{Script=Hebrew}/u.test(firstLetter)) return 'he'
  if (/\p{Script=Hangul}/u.test(firstLetter)) return 'ko'
  if (!wideCharacter.test(firstLetter)) return undefined
  return kana.test(text) ? 'ja' : 'zh'
}
