/** Everything that a language of the events has of its own. */
export const eventWords = {
  fr: {
    name: 'French',
    // Not fr-CH, which puts a comma behind the weekday: 'Dès le samedi, 5 décembre' is no French.
    locale: 'fr',
    title: 'À vos agendas',
    from: 'Dès le',
    until: 'jusqu’au',
    addToCalendar: 'Ajouter à mon calendrier',
    noEvents: 'Aucun événement n’est annoncé pour le moment.',
  },
  de: {
    name: 'German',
    locale: 'de-CH',
    title: 'Zum Vormerken',
    from: 'Ab',
    until: 'bis',
    addToCalendar: 'In meinen Kalender',
    noEvents: 'Zurzeit sind keine Anlässe angekündigt.',
  },
  en: {
    name: 'English',
    locale: 'en-CH',
    title: 'Save the date',
    from: 'From',
    until: 'until',
    addToCalendar: 'Add to my calendar',
    noEvents: 'No events are announced at the moment.',
  },
} as const

export type EventLanguage = keyof typeof eventWords
export const eventLanguages = Object.keys(eventWords) as readonly EventLanguage[]

/** The field of an event that holds its text in a language. */
export type EventTextField = `text_${EventLanguage}`
export const eventTextFields: readonly EventTextField[] = eventLanguages.map((language) => `text_${language}` as const)

/** One thing for each text of an event. */
export const forEachText = <T>(make: (language: EventLanguage) => T) =>
  Object.fromEntries(eventLanguages.map((language) => [`text_${language}`, make(language)])) as Record<
    EventTextField,
    T
  >

/** The language that somebody asks for; English when it is none of ours. */
export function eventLanguage(asked: unknown): EventLanguage {
  const word = typeof asked === 'string' ? asked.trim().toLowerCase().split(/[-_]/)[0] : ''
  return eventLanguages.find((language) => language === word) ?? 'en'
}
