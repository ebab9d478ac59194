import { type EventLanguage, type EventTextField, eventLanguages } from './languages.ts'

export interface EventText {
  readonly language: EventLanguage
  readonly html: string
}

const blank = /^(?:<[^<>]*>|&nbsp;|\s)*$/

/** What an event says in a language; what nobody has translated yet, as it stands in another one. */
export function eventText(event: Readonly<Record<EventTextField, string>>, asked: EventLanguage): EventText {
  const language = [asked, ...eventLanguages].find((one) => !blank.test(event[`text_${one}`])) ?? asked
  return { language, html: event[`text_${language}`] }
}
