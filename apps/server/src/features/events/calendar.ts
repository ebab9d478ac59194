import {
  addDays,
  eventLastDay,
  formatEventDay,
  formatEventTime,
  formatEventUntil,
  type LabelLanguage,
  museumTimeZone,
  pickEventText,
  toPlainText,
  visitorWords,
} from '@vitrine/contract'
import type { UpcomingEvent } from './service.ts'

interface Calendar {
  readonly lang: LabelLanguage
  readonly foundation: { readonly name: string; readonly address: string }
  /** Of the address under which people reach us: it makes our events' names ours. */
  readonly host: string
}

/** The events as an iCalendar file (RFC 5545). */
export function renderCalendar(events: readonly UpcomingEvent[], calendar: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Vitrine//Save the date//${calendar.lang.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(`${visitorWords[calendar.lang].events.title} – ${calendar.foundation.name}`)}`,
    ...timeZoneLines,
    ...events.flatMap((event) => eventLines(event, calendar)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

function eventLines(event: UpcomingEvent, { lang, foundation, host }: Calendar): string[] {
  const { language: spoken, html } = pickEventText(event, lang)
  const text = toPlainText(html)
  const stamp = utcStamp(event.changedAt)
  const time = formatEventTime(event)
  const lastDay = eventLastDay(event)
  const day = compactDay(event.date)
  return [
    'BEGIN:VEVENT',
    `UID:save-the-date-${event.id}@${host}`,
    `DTSTAMP:${stamp}`,
    `LAST-MODIFIED:${stamp}`,
    time
      ? `DTSTART;TZID=${museumTimeZone}:${day}T${time.replace(':', '')}00`
      : `DTSTART;VALUE=DATE:${day}`,
    ...(lastDay
      ? [
          time
            ? `DTEND;TZID=${museumTimeZone}:${dayAfter(lastDay)}T000000`
            : `DTEND;VALUE=DATE:${dayAfter(lastDay)}`,
        ]
      : []),
    `SUMMARY;LANGUAGE=${spoken}:${escapeText(text.split('\n')[0] || foundation.name)}`,
    `DESCRIPTION;LANGUAGE=${spoken}:${escapeText(event.start ? `${formatPeriod(event, lang)}\n${text}` : text)}`,
    `LOCATION:${escapeText(`${foundation.name}, ${foundation.address}`)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

const formatPeriod = (event: UpcomingEvent, lang: LabelLanguage) =>
  [formatEventDay(event, lang), formatEventUntil(event, lang)].filter(Boolean).join(' ')

/** '2026-05-31' → '20260531' */
const compactDay = (day: string) => day.replaceAll('-', '')

/** An end is the first moment that does not belong to it any more. */
const dayAfter = (day: string) => compactDay(addDays(day, 1))

// The rules of Central European time since 1996; nothing older is ever in the list.
const timeZoneLines = [
  'BEGIN:VTIMEZONE',
  `TZID:${museumTimeZone}`,
  'BEGIN:DAYLIGHT',
  'TZNAME:CEST',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'DTSTART:19960331T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZNAME:CET',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'DTSTART:19961027T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
]

/** '2026-05-31T17:30:00.000Z' → '20260531T173000Z' */
const utcStamp = (instant: string) => instant.replaceAll(/[-:]|\.\d+/g, '')

const escapeText = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n')
    .replaceAll(/\p{Cc}/gu, ' ')

/** A line is at most 75 bytes long and goes on after a space; no letter is cut in two. */
function foldLine(line: string): string {
  let result = ''
  let start = 0
  let length = 0
  for (let at = 0; at < line.length; ) {
    const letter = line.codePointAt(at) ?? 0
    const bytes = utf8Length(letter)
    if (length + bytes > 75) {
      result += `${line.slice(start, at)}\r\n `
      start = at
      length = 1
    }
    length += bytes
    at += letter > 0xffff ? 2 : 1
  }
  return result + line.slice(start)
}

/** Of a letter in UTF-8. */
const utf8Length = (letter: number) =>
  letter < 0x80 ? 1 : letter < 0x800 ? 2 : letter < 0x10000 ? 3 : 4
