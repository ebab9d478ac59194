import type { AssistantLanguage } from '@vitrine/contract'

export interface DigestWords {
  readonly locale: string
  readonly title: string
  period(start: string, end: string): string
  entries(count: number): string
  people(names: readonly string[]): string
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
    tags: 'Tags',
    untagged: 'without a tag',
  },
  de: {
    locale: 'de-CH',
    title: 'Bericht aus dem Journal',
    period: (start, end) => `Vom ${start} bis ${end}`,
    entries: (count) => (count === 1 ? '1 Eintrag' : `${count} Einträge`),
    people: (names) => `Verfasst von ${names.join(', ')}`,
    tags: 'Tags',
    untagged: 'ohne Tag',
  },
  fr: {
    locale: 'fr-CH',
    title: 'Rapport du journal',
    period: (start, end) => `Du ${start} au ${end}`,
    entries: (count) => (count === 1 ? '1 note' : `${count} notes`),
    people: (names) => `Rédigé par ${names.join(', ')}`,
    tags: 'Tags',
    untagged: 'sans tag',
  },
}
