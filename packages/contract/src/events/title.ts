import type { EventLanguage } from './languages.ts'

/** What stands over the list of events. */
export const saveTheDate = {
  fr: 'À vos agendas',
  de: 'Zum Vormerken',
  en: 'Save the date',
} as const satisfies Record<EventLanguage, string>
