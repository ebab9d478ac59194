/** The languages in which events have texts. */
export const eventLanguages = ['fr', 'de', 'en'] as const
export type EventLanguage = (typeof eventLanguages)[number]

/** The field of an event that holds its text in a language. */
export type EventTextField = `text_${EventLanguage}`
export const eventTextFields: readonly EventTextField[] = eventLanguages.map((language) => `text_${language}` as const)

/** One thing for each text of an event. */
export const forEachText = <T>(make: (language: EventLanguage) => T) =>
  Object.fromEntries(eventLanguages.map((language) => [`text_${language}`, make(language)])) as Record<
    EventTextField,
    T
  >
