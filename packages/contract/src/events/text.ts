import { type LabelLanguage, toTextLanguage } from '../languages.ts'
import { type EventLanguage, type EventTextField, eventLanguages } from './languages.ts'

export interface EventText {
  readonly language: EventLanguage
  readonly html: string
}

/** Preferred languages if there is no text in the reader's. */
const fallbacks: readonly EventLanguage[] = ['en', 'de', 'fr', ...eventLanguages]
const blank = /^(?:<[^<>]*>|&nbsp;|\s)*$/

/**
 * The text of an event for a reader: in their language, or English if events have no texts in it;
 * else in the first language that has a text.
 */
export function pickEventText(
  event: Readonly<Record<EventTextField, string>>,
  readerLanguage: LabelLanguage,
): EventText {
  const preferred = toTextLanguage(readerLanguage)
  const language =
    [preferred, ...fallbacks].find((candidate) => !blank.test(event[`text_${candidate}`])) ??
    preferred
  return { language, html: event[`text_${language}`] }
}
