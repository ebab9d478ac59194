import {
  type LabelLanguage,
  type TextLanguage,
  textLanguages,
  toTextLanguage,
} from '../languages.ts'

/** The longest side, in pixels, of the forms in which a picture is handed out. */
export const pictureMaxSidePx = { thumbnail: 320, medium: 800, screen: 1600 } as const

/** What a picture shows of an item. */
export const pictureKinds = ['view', 'detail', 'back', 'signature', 'condition', 'archive'] as const
export type PictureKind = (typeof pictureKinds)[number]

export const pictureKindNames: Record<PictureKind, string> = {
  view: 'View',
  detail: 'Detail',
  back: 'Back',
  signature: 'Signature',
  condition: 'Condition',
  archive: 'Archive',
}

/** Whether visitors see pictures of a kind by default. */
export const isPublicByDefault = (kind: PictureKind): boolean =>
  kind !== 'condition' && kind !== 'archive'

/** The recording that the attribute `mp3` names by its address; null where it names a file, or nothing that can be played. */
export function parseRecordingUrl(mp3: string | undefined): string | null {
  const noted = URL.parse(mp3?.trim() ?? '')
  return noted?.protocol === 'https:' && plainHost.test(noted.host) ? noted.href : null
}

// The host goes into a page's Content-Security-Policy, where an asterisk or a semicolon has a meaning.
const plainHost = /^[a-z0-9.-]+(?::\d+)?$/

type AlternativeText = Readonly<Record<TextLanguage, string>>

/** A picture's alternative text for readers of a language, in another one where theirs has none; null without any. */
export function findAltText(
  alt: AlternativeText,
  reader: LabelLanguage,
): { readonly text: string; readonly language: TextLanguage } | null {
  const language = [toTextLanguage(reader), ...textLanguages].find((one) => alt[one].trim())
  return language ? { text: alt[language].trim(), language } : null
}

/** Visitors who can’t see it would learn nothing of it, in one language at least. */
export const isMissingAltText = (picture: {
  readonly public: boolean
  readonly alt: AlternativeText
}): boolean => picture.public && textLanguages.some((lang) => picture.alt[lang].trim() === '')
