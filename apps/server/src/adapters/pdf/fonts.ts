import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const sources = {
  serif: () => import.meta.resolve('@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf'),
  'serif-italic': () =>
    import.meta.resolve('@expo-google-fonts/source-serif-4/400Regular_Italic/SourceSerif4_400Regular_Italic.ttf'),
  'serif-semibold': () =>
    import.meta.resolve('@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf'),
  sans: () => import.meta.resolve('@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf'),
  'sans-semibold': () =>
    import.meta.resolve('@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf'),
} as const

export type FontName = keyof typeof sources

export const fontNames = Object.keys(sources) as FontName[]

/** The whole font; what of it a paper uses is embedded there. */
export const readFont = (name: FontName): Buffer => readFileSync(fileURLToPath(sources[name]()))
