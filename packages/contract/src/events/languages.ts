import { parseLabelLanguage } from '../languages.ts'

/** Languages of event texts, with the first version of stored histories that contains each. */
export const eventLanguageSince = { fr: 1, de: 1, en: 1 } as const
export type EventLanguage = keyof typeof eventLanguageSince
export const eventLanguages = Object.keys(eventLanguageSince) as EventLanguage[]

/** Field with an event's text in one language. */
export type EventTextField = `text_${EventLanguage}`
export const eventTextFields: readonly EventTextField[] = eventLanguages.map(
  (language) => `text_${language}` as const,
)

/** Builds a record with a value for each text field of an event. */
export const mapEventTexts = <T>(create: (language: EventLanguage) => T) =>
  Object.fromEntries(
    eventLanguages.map((language) => [`text_${language}`, create(language)]),
  ) as Record<EventTextField, T>

/** Parses a language tag such as 'de' or 'de-CH'. Falls back to English. */
export function parseEventLanguage(tag: unknown): EventLanguage {
  const parsed = parseLabelLanguage(tag)
  return eventLanguages.find((language) => language === parsed) ?? 'en'
}
