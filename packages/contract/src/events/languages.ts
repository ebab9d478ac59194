import { parseLabelLanguage } from '../languages.ts'

/** The languages in which events have texts, each with the first version of stored histories that has them. */
export const eventLanguageSince = { fr: 1, de: 1, en: 1 } as const
export type EventLanguage = keyof typeof eventLanguageSince
export const eventLanguages = Object.keys(eventLanguageSince) as EventLanguage[]

/** The field of an event that holds its text in a language. */
export type EventTextField = `text_${EventLanguage}`
export const eventTextFields: readonly EventTextField[] = eventLanguages.map(
  (language) => `text_${language}` as const,
)

/** One thing for each text of an event. */
export const mapEventTexts = <T>(make: (language: EventLanguage) => T) =>
  Object.fromEntries(
    eventLanguages.map((language) => [`text_${language}`, make(language)]),
  ) as Record<EventTextField, T>

/** The language of the events that an address names, such as 'de' or 'de-CH'; English for any other. */
export function parseEventLanguage(tag: unknown): EventLanguage {
  const named = parseLabelLanguage(tag)
  return eventLanguages.find((language) => language === named) ?? 'en'
}
