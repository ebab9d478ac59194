import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The family as Typst knows it, and the file with the whole font; what of it a paper uses is embedded there. */
interface Font {
  readonly family: string
  readonly file: () => string
}

const serif = 'Source Serif 4'
const sans = 'Source Sans 3'

const fonts = {
  serif: {
    family: serif,
    file: () => import.meta.resolve('@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf'),
  },
  'serif-italic': {
    family: serif,
    file: () =>
      import.meta.resolve('@expo-google-fonts/source-serif-4/400Regular_Italic/SourceSerif4_400Regular_Italic.ttf'),
  },
  'serif-semibold': {
    family: serif,
    file: () => import.meta.resolve('@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf'),
  },
  sans: {
    family: sans,
    file: () => import.meta.resolve('@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf'),
  },
  'sans-semibold': {
    family: sans,
    file: () => import.meta.resolve('@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf'),
  },
} as const satisfies Record<string, Font>

/** For what those have no letters for; each is loaded by the papers that need it. */
const scriptFonts = {
  arabic: {
    family: 'Noto Naskh Arabic',
    file: () => beside(import.meta.resolve('@embedpdf/fonts-arabic'), 'NotoNaskhArabic-Regular.ttf'),
  },
  hebrew: {
    family: 'Noto Sans Hebrew',
    file: () => beside(import.meta.resolve('@embedpdf/fonts-hebrew'), 'NotoSansHebrew-Regular.ttf'),
  },
  japanese: {
    family: 'MotoyaLCedar',
    file: () => import.meta.resolve('@expo-google-fonts/kosugi/Kosugi_400Regular.ttf'),
  },
  chinese: {
    family: 'Noto Sans S Chinese',
    file: () => beside(import.meta.resolve('@embedpdf/fonts-sc'), 'NotoSansHans-Regular.otf'),
  },
  korean: {
    family: 'Gowun Dodum',
    file: () => import.meta.resolve('@expo-google-fonts/gowun-dodum/400Regular/GowunDodum_400Regular.ttf'),
  },
  emoji: {
    family: 'Noto Emoji',
    file: () => import.meta.resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
  },
} as const satisfies Record<string, Font>

/** These packages name no file but their program. */
const beside = (program: string, file: string): string => new URL(`../fonts/${file}`, program).href

export type ScriptFont = keyof typeof scriptFonts
export type FontName = keyof typeof fonts | ScriptFont

/** Those that every paper may use. */
export const usualFonts = Object.keys(fonts) as FontName[]
export const fontNames = [...usualFonts, ...(Object.keys(scriptFonts) as ScriptFont[])]

const all: Record<FontName, Font> = { ...fonts, ...scriptFonts }

export const familyOf = (name: ScriptFont): string => scriptFonts[name].family

export const fontFile = (name: FontName): string => fileURLToPath(all[name].file())

export const readFont = (name: FontName): Buffer => readFileSync(fontFile(name))
