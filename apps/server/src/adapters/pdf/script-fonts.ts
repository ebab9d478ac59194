import { metricsOf } from './font-metrics.ts'
import type { FontName, ScriptFont } from './fonts.ts'

/** Ideographs, kana, hangul and their punctuation: each is as wide as high, and a line may end after nearly any of them. */
export const wide =
  '\\u1100-\\u11ff\\u2e80-\\ua4cf\\ua960-\\ua97f\\uac00-\\ud7ff\\uf900-\\ufaff\\ufe30-\\ufe4f\\uff00-\\uffef\\u{1f200}-\\u{1f2ff}\\u{20000}-\\u{3ffff}'
const isWide = new RegExp(`[${wide}]`, 'u')
// With what a line loses where one of them may not begin it.
const wideAdvance = 1.04
const unknownAdvance = 0.7

// Asked before a font is read: the largest has 8 MB.
const scripts: readonly { readonly letters: RegExp; readonly fonts: readonly ScriptFont[] }[] = [
  { letters: /\p{Script_Extensions=Arabic}/u, fonts: ['arabic'] },
  { letters: /\p{Script_Extensions=Hebrew}/u, fonts: ['hebrew'] },
  { letters: /\p{Script=Hangul}/u, fonts: ['korean'] },
  { letters: isWide, fonts: ['chinese', 'japanese', 'korean'] },
  { letters: /[\p{Emoji}\p{Emoji_Component}]/u, fonts: ['emoji'] },
]
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
// All that Source is known to have; most texts hold nothing else.
const ordinary = /[\0-\u017f\u2010-\u2027\u2030-\u203a]/gu

const has = (font: FontName, character: string): boolean =>
  metricsOf(font).advance(character.codePointAt(0) ?? 0) !== undefined

const isUsual = (character: string): boolean => has('serif', character) || has('sans', character)

const fontsOf = (character: string): readonly ScriptFont[] =>
  scripts.flatMap(({ letters, fonts }) => (letters.test(character) ? fonts : [])).filter((font) => has(font, character))

/** Whether some font has a character. Each font hands over to the next one what it does not have. */
export const hasGlyph = (character: string): boolean => isUsual(character) || fontsOf(character).length > 0

const advances = new Map<number, number>()

/** The width of a character that the usual fonts don't have, in parts of the type size. */
export function advanceElsewhere(codePoint: number): number {
  const advance = advances.get(codePoint) ?? widthOf(String.fromCodePoint(codePoint))
  advances.set(codePoint, advance)
  return advance
}

function widthOf(character: string): number {
  if (isWide.test(character)) return wideAdvance
  const [font] = fontsOf(character)
  return (font && metricsOf(font).advance(character.codePointAt(0) ?? 0)) ?? unknownAdvance
}

/** The fonts that a text needs beside the usual ones, in the order in which Typst is to ask them. */
export function fontsFor(text: string, lang: string): ScriptFont[] {
  const unusual = [...new Set(text.replaceAll(ordinary, ''))].filter((character) => !isUsual(character))
  // Chinese and Japanese draw many signs that they share in ways of their own.
  const isJapanese = lang === 'ja' || (lang !== 'zh' && unusual.some((character) => kana.test(character)))
  const first = isJapanese ? 'japanese' : 'chinese'
  const needed = new Set<ScriptFont>()
  for (const character of unusual) {
    const fonts = fontsOf(character)
    const font = fonts.includes(first) ? first : fonts[0]
    if (font) needed.add(font)
  }
  return [...needed].sort((a, b) => Number(b === first) - Number(a === first))
}

/** The language that letters tell by themselves; undefined for those that many languages share. */
export function languageOfScript(text: string): 'ar' | 'he' | 'ja' | 'ko' | 'zh' | undefined {
  const [first = ''] = /\p{L}/u.exec(text) ?? []
  if (/\p{Script=Arabic}/u.test(first)) return 'ar'
  if (/\p{Script=Hebrew}/u.test(first)) return 'he'
  if (/\p{Script=Hangul}/u.test(first)) return 'ko'
  if (!isWide.test(first)) return undefined
  return kana.test(text) ? 'ja' : 'zh'
}
