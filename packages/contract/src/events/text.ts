import { type LabelLanguage, readableLanguage } from '../languages.ts'
import { type EventLanguage, type EventTextField, eventLanguages } from './languages.ts'

export interface EventText {
  readonly language: EventLanguage
  readonly html: string
}

const blank = /^(?:<[^<>]*>|&nbsp;|\s)*$/

/** The text of an event in a language, English where events have none in it, else in one that it is translated into. */
export function eventText(event: Readonly<Record<EventTextField, string>>, asked: LabelLanguage): EventText {
  const best = readableLanguage(asked)
  const language = [best, ...eventLanguages].find((one) => !blank.test(event[`text_${one}`])) ?? best
  return { language, html: event[`text_${language}`] }
}
