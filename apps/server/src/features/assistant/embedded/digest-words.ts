import type { AssistantLanguage } from '@vitrine/contract'

export interface DigestWords {
  readonly locale: string
  readonly title: string
  period(start: string, end: string): string
  entries(count: number): string
  people(names: readonly string[]): string
  more(count: number): string
  /** How the first of a month is written in a date, where it is not a plain number. */
  readonly firstDay?: string
  readonly tags: string
  readonly untagged: string
}

/** The report's own words in each language; what it quotes stays in the language it was written in. */
export const digestWords: Record<AssistantLanguage, DigestWords> = {
  en: {
    locale: 'en-CH',
    title: 'Journal report',
    period: (start, end) => `From ${start} to ${end}`,
    entries: (count) => (count === 1 ? '1 entry' : `${count} entries`),
    people: (names) => `Written by ${names.join(', ')}`,
    more: (count) => `and ${count} more`,
    tags: 'Tags',
    untagged: 'without a tag',
  },
  de: {
    locale: 'de-CH',
    title: 'Bericht aus dem Journal',
    period: (start, end) => `Vom ${start} bis ${end}`,
    entries: (count) => (count === 1 ? '1 Eintrag' : `${count} Einträge`),
    people: (names) => `Verfasst von ${names.join(', ')}`,
    more: (count) => `und ${count} weitere`,
    tags: 'Tags',
    untagged: 'ohne Tag',
  },
  fr: {
    locale: 'fr-CH',
    title: 'Rapport du journal',
    period: (start, end) => `Du ${start} au ${end}`,
    entries: (count) => (count === 1 ? '1 note' : `${count} notes`),
    people: (names) => `Rédigé par ${names.join(', ')}`,
    more: (count) => `et ${count} de plus`,
    firstDay: '1er',
    tags: 'Tags',
    untagged: 'sans tag',
  },
}
