import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const serif = 'Source Serif 4'
const sans = 'Source Sans 3'
const sourceSerif = import.meta.resolve('@expo-google-fonts/source-serif-4')
const sourceSans = import.meta.resolve('@expo-google-fonts/source-sans-3')

/** The family as Typst knows it, and the file with the whole font; what of it a paper uses is embedded there. */
type Font = readonly [family: string, program: string, file: string]

const fonts = {
  serif: [serif, sourceSerif, '400Regular/SourceSerif4_400Regular.ttf'],
  'serif-italic': [serif, sourceSerif, '400Regular_Italic/SourceSerif4_400Regular_Italic.ttf'],
  'serif-semibold': [serif, sourceSerif, '600SemiBold/SourceSerif4_600SemiBold.ttf'],
  sans: [sans, sourceSans, '400Regular/SourceSans3_400Regular.ttf'],
  'sans-semibold': [sans, sourceSans, '600SemiBold/SourceSans3_600SemiBold.ttf'],
} as const satisfies Record<string, Font>

/** For what those have no letters for; each is loaded by the papers that need it. */
const scriptFonts = {
  arabic: ['Noto Naskh Arabic', import.meta.resolve('@embedpdf/fonts-arabic'), '../fonts/NotoNaskhArabic-Regular.ttf'],
  hebrew: ['Noto Sans Hebrew', import.meta.resolve('@embedpdf/fonts-hebrew'), '../fonts/NotoSansHebrew-Regular.ttf'],
  japanese: ['MotoyaLCedar', import.meta.resolve('@expo-google-fonts/kosugi'), 'Kosugi_400Regular.ttf'],
  chinese: ['Noto Sans S Chinese', import.meta.resolve('@embedpdf/fonts-sc'), '../fonts/NotoSansHans-Regular.otf'],
  korean: [
    'Gowun Dodum',
    import.meta.resolve('@expo-google-fonts/gowun-dodum'),
    '400Regular/GowunDodum_400Regular.ttf',
  ],
  emoji: ['Noto Emoji', import.meta.resolve('@expo-google-fonts/noto-emoji'), '400Regular/NotoEmoji_400Regular.ttf'],
} as const satisfies Record<string, Font>

export type ScriptFont = keyof typeof scriptFonts
export type FontName = keyof typeof fonts | ScriptFont

/** Those that every paper may use. */
export const usualFonts = Object.keys(fonts) as FontName[]
export const fontNames = [...usualFonts, ...(Object.keys(scriptFonts) as ScriptFont[])]

const all: Record<FontName, Font> = { ...fonts, ...scriptFonts }

export const familyOf = (name: ScriptFont): string => scriptFonts[name][0]

/** Their packages name no file but their program; fonts lie beside it. */
export function fontFile(name: FontName): string {
  const [, program, file] = all[name]
  return fileURLToPath(new URL(file, program))
}

export const readFont = (name: FontName): Buffer => readFileSync(fontFile(name))
