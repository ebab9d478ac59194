import {
  eventLanguages,
  type ItemComment,
  type NextEvent,
  type PublicEvent,
  type RecentChange,
  toPlainText,
  truncateToLine,
} from '@vitrine/contract'

const maxTextLength = 160

export function toNextEvent(event: PublicEvent): NextEvent {
  const { date, start, last_day, time, show_time } = event
  const text =
    eventLanguages.map((language) => toPlainText(event[`text_${language}`])).find(Boolean) ?? ''
  const inOneLine = text.replaceAll(/\n+(?:• )?/g, ' · ')
  return { date, start, last_day, time, show_time, text: truncateToLine(inOneLine, maxTextLength) }
}

export const toRecentChange = ({
  created,
  first_name,
  identifier,
  item_name,
  item_id,
}: ItemComment): RecentChange => ({
  at: created,
  by: first_name,
  did: `commented on ${identifier}`,
  about: item_name,
  screen: `/inventory-detail/${item_id}`,
  part: 'comments',
})
