import { type LabelLanguage, toTextLanguage } from '../languages.ts'
import { type EventLanguage, type EventTextField, eventLanguages } from './languages.ts'

export interface EventText {
  readonly language: EventLanguage
  readonly html: string
}

/** Where there is no text in the language of the reader. */
const fallbacks: readonly EventLanguage[] = ['en', 'de', 'fr', ...eventLanguages]
const blank = /^(?:<[^<>]*>|&nbsp;|\s)*$/

/** The text of an event in a language, English where events have none in it, else in the first other one that it has. */
export function pickEventText(
  event: Readonly<Record<EventTextField, string>>,
  asked: LabelLanguage,
): EventText {
  const best = toTextLanguage(asked)
  const language = [best, ...fallbacks].find((one) => !blank.test(event[`text_${one}`])) ?? best
  return { language, html: event[`text_${language}`] }
}
