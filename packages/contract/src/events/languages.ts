import type { LabelLanguage } from '../languages.ts'

interface EventWords {
  readonly locale: string
  readonly title: string
  readonly from: string
  readonly until: string
  readonly addToCalendar: string
  readonly noEvents: string
}

/** Everything that a language has of its own in the box of events. */
export const eventWords: Record<LabelLanguage, EventWords> = {
  fr: {
    // Not fr-CH, which puts a comma behind the weekday: 'Dès le samedi, 5 décembre' is no French.
    locale: 'fr',
    title: 'À vos agendas',
    from: 'Dès le',
    until: 'jusqu’au',
    addToCalendar: 'Ajouter à mon calendrier',
    noEvents: 'Aucun événement n’est annoncé pour le moment.',
  },
  de: {
    locale: 'de-CH',
    title: 'Zum Vormerken',
    from: 'Ab',
    until: 'bis',
    addToCalendar: 'In meinen Kalender',
    noEvents: 'Zurzeit sind keine Anlässe angekündigt.',
  },
  en: {
    locale: 'en-CH',
    title: 'Save the date',
    from: 'From',
    until: 'until',
    addToCalendar: 'Add to my calendar',
    noEvents: 'No events are announced at the moment.',
  },
  it: {
    locale: 'it',
    title: 'Date da ricordare',
    from: 'Da',
    until: 'fino a',
    addToCalendar: 'Aggiungi al mio calendario',
    noEvents: 'Al momento non sono annunciati eventi.',
  },
  es: {
    locale: 'es',
    title: 'Reserve la fecha',
    from: 'Desde el',
    until: 'hasta el',
    addToCalendar: 'Añadir a mi calendario',
    noEvents: 'Por el momento no hay eventos anunciados.',
  },
  pt: {
    locale: 'pt-PT',
    title: 'Reserve a data',
    from: 'A partir de',
    until: 'até',
    addToCalendar: 'Adicionar ao meu calendário',
    noEvents: 'De momento não há eventos anunciados.',
  },
  // A date in words is in the nominative: no preposition goes with it.
  ru: {
    locale: 'ru',
    title: 'Сохраните дату',
    from: 'Начало:',
    until: 'окончание:',
    addToCalendar: 'Добавить в мой календарь',
    noEvents: 'На данный момент мероприятий не объявлено.',
  },
  zh: {
    locale: 'zh-CN',
    title: '活动预告',
    from: '开始：',
    until: '结束：',
    addToCalendar: '添加到我的日历',
    noEvents: '目前没有已公布的活动。',
  },
  ja: {
    locale: 'ja',
    title: 'イベントのお知らせ',
    from: '開始日：',
    until: '最終日：',
    addToCalendar: 'カレンダーに追加',
    noEvents: '現在、予定されているイベントはありません。',
  },
}

/** The languages in which events have texts. */
export const eventLanguages = ['fr', 'de', 'en'] as const
export type EventLanguage = (typeof eventLanguages)[number]

/** The field of an event that holds its text in a language. */
export type EventTextField = `text_${EventLanguage}`
export const eventTextFields: readonly EventTextField[] = eventLanguages.map((language) => `text_${language}` as const)

/** One thing for each text of an event. */
export const forEachText = <T>(make: (language: EventLanguage) => T) =>
  Object.fromEntries(eventLanguages.map((language) => [`text_${language}`, make(language)])) as Record<
    EventTextField,
    T
  >
