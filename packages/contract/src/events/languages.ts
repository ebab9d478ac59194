export const eventLanguages = ['fr', 'de', 'en'] as const
export type EventLanguage = (typeof eventLanguages)[number]

export const eventLanguageNames = {
  fr: 'French',
  de: 'German',
  en: 'English',
} as const satisfies Record<EventLanguage, string>

/** The language that somebody asks for; English when it is none of ours. */
export function eventLanguage(asked: unknown): EventLanguage {
  const word = typeof asked === 'string' ? asked.trim().toLowerCase().split(/[-_]/)[0] : ''
  return eventLanguages.find((language) => language === word) ?? 'en'
}
