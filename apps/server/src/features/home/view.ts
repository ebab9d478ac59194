import { eventLanguages, type NextEvent, type PublicEvent, plainText, shortened } from '@vitrine/contract'

const maxTextLength = 160

export function toNextEvent(event: PublicEvent): NextEvent {
  const { date, start, last_day, time, show_time } = event
  const text = eventLanguages.map((language) => plainText(event[`text_${language}`])).find(Boolean) ?? ''
  const inOneLine = text.replaceAll(/\n+(?:• )?/g, ' · ')
  return { date, start, last_day, time, show_time, text: shortened(inOneLine, maxTextLength) }
}
