import { type EventLanguage, type EventTextField, eventLanguages } from './languages.ts'

export interface EventText {
  readonly language: EventLanguage
  readonly html: string
}

const blank = /^(?:<[^<>]*>|&nbsp;|\s)*$/

/** The text of an event in a language, falling back to another language where it is not translated. */
export function eventText(event: Readonly<Record<EventTextField, string>>, asked: EventLanguage): EventText {
  const language = [asked, ...eventLanguages].find((one) => !blank.test(event[`text_${one}`])) ?? asked
  return { language, html: event[`text_${language}`] }
}
