import { type LabelLanguage, readableLanguage, type TextLanguage, textLanguages } from '../languages.ts'

type AlternativeText = Readonly<Record<TextLanguage, string>>

/** A picture's alternative text for readers of a language, in another one where theirs has none; null without any. */
export function altIn(
  alt: AlternativeText,
  reader: LabelLanguage,
): { readonly text: string; readonly language: TextLanguage } | null {
  const language = [readableLanguage(reader), ...textLanguages].find((one) => alt[one].trim())
  return language ? { text: alt[language].trim(), language } : null
}

/** Visitors who can’t see it would learn nothing of it, in one language at least. */
export const lacksAlt = ({
  public: isShown,
  alt,
}: {
  readonly public: boolean
  readonly alt: AlternativeText
}): boolean => isShown && textLanguages.some((lang) => alt[lang].trim() === '')
