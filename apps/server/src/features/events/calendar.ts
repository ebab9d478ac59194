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
  /** Host of the public address, which makes the events' UIDs globally unique. */
  readonly host: string
}

/** Renders the events as an iCalendar file (RFC 5545). */
export function renderCalendar(events: readonly UpcomingEvent[], calendar: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Vitrine//Save the date//${calendar.lang.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(`${visitorWords[calendar.lang].events.title} – ${calendar.foundation.name}`)}`,
    ...timeZoneLines,
    ...events.flatMap((event) => renderEventLines(event, calendar)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

function renderEventLines(event: UpcomingEvent, { lang, foundation, host }: Calendar): string[] {
  const { language: textLanguage, html } = pickEventText(event, lang)
  const text = toPlainText(html)
  const stamp = formatUtcStamp(event.changedAt)
  const time = formatEventTime(event)
  const lastDay = eventLastDay(event)
  const day = formatCompactDay(event.date)
  const isFirstDay = event.start
  const description = isFirstDay ? `${formatPeriod(event, lang)}\n${text}` : text
  return [
    'BEGIN:VEVENT',
    `UID:save-the-date-${event.id}@${host}`,
    `DTSTAMP:${stamp}`,
    `LAST-MODIFIED:${stamp}`,
    time
      ? `DTSTART;TZID=${museumTimeZone}:${day}T${time.replace(':', '')}00`
      : `DTSTART;VALUE=DATE:${day}`,
    ...renderEndLines(lastDay, time),
    `SUMMARY;LANGUAGE=${textLanguage}:${escapeText(text.split('\n')[0] || foundation.name)}`,
    `DESCRIPTION;LANGUAGE=${textLanguage}:${escapeText(description)}`,
    `LOCATION:${escapeText(`${foundation.name}, ${foundation.address}`)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** Renders the end of an event of several days; without an end, an event is on its day only. */
function renderEndLines(lastDay: string, time: string): string[] {
  if (!lastDay) return []
  const end = getNextDay(lastDay)
  return [time ? `DTEND;TZID=${museumTimeZone}:${end}T000000` : `DTEND;VALUE=DATE:${end}`]
}

/** Formats the days of an event: 'From … until …'. */
const formatPeriod = (event: UpcomingEvent, lang: LabelLanguage) =>
  [formatEventDay(event, lang), formatEventUntil(event, lang)].filter(Boolean).join(' ')

/** Removes the hyphens: '20260531'. */
const formatCompactDay = (day: string) => day.replaceAll('-', '')

/** The exclusive end of an event: the day after its last day. */
const getNextDay = (day: string) => formatCompactDay(addDays(day, 1))

// Central European time since 1996; older events are never listed.
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

/** Formats an instant without separators and milliseconds: '20260531T173000Z'. */
const formatUtcStamp = (instant: string) => instant.replaceAll(/[-:]|\.\d+/g, '')

const escapeText = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n')
    .replaceAll(/\p{Cc}/gu, ' ')

/** The limit of RFC 5545, without the line break. */
const maxLineBytes = 75

/** Folds a line that is too long, never inside a character. */
function foldLine(line: string): string {
  let result = ''
  let start = 0
  let lineBytes = 0
  for (let index = 0; index < line.length; ) {
    const codePoint = line.codePointAt(index) ?? 0
    const bytes = measureUtf8Length(codePoint)
    if (lineBytes + bytes > maxLineBytes) {
      result += `${line.slice(start, index)}\r\n `
      start = index
      // The space that begins the next line.
      lineBytes = 1
    }
    lineBytes += bytes
    const isSurrogatePair = codePoint > 0xffff
    index += isSurrogatePair ? 2 : 1
  }
  return result + line.slice(start)
}

/** Bytes of a character in UTF-8. */
function measureUtf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}
