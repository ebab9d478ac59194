import type { LabelLanguage, ReadItem } from '@vitrine/contract'
import { languageName } from './languages.ts'
import { pageWords } from './page.ts'

/** Why a text is not what one would expect: in another language, or older than its original. */
export function textNotes(
  { original, outdated }: Pick<ReadItem, 'original' | 'outdated'>,
  lang: LabelLanguage,
): string[] {
  const words = pageWords[lang]
  return [
    ...(original ? [words.notTranslated.replace('{language}', languageName(original, lang))] : []),
    ...(outdated ? [words.outdated] : []),
  ]
}
