import {
  type LabelLanguage,
  type TextLanguage,
  textLanguages,
  toTextLanguage,
} from '../languages.ts'

/** Longest side of each rendition of a picture. */
export const pictureMaxSidePx = { thumbnail: 320, medium: 800, screen: 1600 } as const

export type PictureSize = keyof typeof pictureMaxSidePx

/** Subjects of pictures. */
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

export const isPublicByDefault = (kind: PictureKind): boolean =>
  kind !== 'condition' && kind !== 'archive'

/**
 * The recording's URL from the attribute `mp3`; null if the value is a file name or no https URL.
 */
export function parseRecordingUrl(mp3: string | undefined): string | null {
  const url = URL.parse(mp3?.trim() ?? '')
  return url?.protocol === 'https:' && safeHost.test(url.host) ? url.href : null
}

// The host becomes part of a Content-Security-Policy, so it must not contain '*' or ';'.
const safeHost = /^[a-z0-9.-]+(?::\d+)?$/

type AlternativeText = Readonly<Record<TextLanguage, string>>

/**
 * Finds the alternative text in the reader's language, else in any other; null if there is none.
 */
export function findAltText(
  alt: AlternativeText,
  reader: LabelLanguage,
): { readonly text: string; readonly language: TextLanguage } | null {
  const language = [toTextLanguage(reader), ...textLanguages].find((candidate) =>
    alt[candidate].trim(),
  )
  return language ? { text: alt[language].trim(), language } : null
}

/** Whether a public picture lacks an alternative text in at least one language. */
export const isMissingAltText = (picture: {
  readonly public: boolean
  readonly alt: AlternativeText
}): boolean => picture.public && textLanguages.some((lang) => picture.alt[lang].trim() === '')
