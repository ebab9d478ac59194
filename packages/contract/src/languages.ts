import de from './words/de.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }
import es from './words/es.json' with { type: 'json' }
import fr from './words/fr.json' with { type: 'json' }
import it from './words/it.json' with { type: 'json' }
import ja from './words/ja.json' with { type: 'json' }
import pt from './words/pt.json' with { type: 'json' }
import ru from './words/ru.json' with { type: 'json' }
import zh from './words/zh.json' with { type: 'json' }

/** The languages in which visitors read labels. */
export const labelLanguages = ['en', 'de', 'fr', 'it', 'es', 'pt', 'ru', 'zh', 'ja'] as const
export type LabelLanguage = (typeof labelLanguages)[number]

/** Interface texts of visitor pages and papers. The page replaces placeholders in braces. */
export const visitorWords: Readonly<Record<LabelLanguage, typeof en>> = {
  en,
  de,
  fr,
  it,
  es,
  pt,
  ru,
  zh,
  ja,
}

interface Language {
  /** Name in the staff app. */
  readonly name: string
  /** The language's name for itself. */
  readonly ownName: string
  /** BCP 47 locale for dates, and for numbers unless `swissNumbers` is set. */
  readonly locale: string
  /** Value for `og:locale`. */
  readonly openGraph: string
  /** Id in the Art & Architecture Thesaurus. */
  readonly aat: number
  /** Whether spaces separate words. If not, texts are neither hyphenated nor justified. */
  readonly hasSpaces: boolean
  /** Whether thousands are grouped with an apostrophe, as the specification demands. */
  readonly swissNumbers: boolean
  readonly units: Readonly<Record<'hp' | 'kW' | 'rpm' | 'km/h' | 'cm³' | 'kg', string>>
  /** Prefix of an approximate number. */
  readonly circa: string
  /**
   * Label of the merged row with a model's first and last year. Null for English, which has the two
   * separate rows of the specification.
   */
  readonly production: string | null
  /** Words before the first and the last day of an event. */
  readonly from: string
  readonly until: string
  /** The first day of a month, if it is not written '1'. */
  readonly firstOfMonth?: string
  /** Label of an artwork's untranslated title. */
  readonly originalTitle: string
  /** Determiners that mark a following name as a car instead of a person: 'the Bugatti'. */
  readonly determiners: string
}

export const languages: Readonly<Record<LabelLanguage, Language>> = {
  en: {
    name: 'English',
    ownName: 'English',
    locale: 'en-CH',
    openGraph: 'en_GB',
    aat: 300388277,
    hasSpaces: true,
    swissNumbers: true,
    units: { hp: 'hp', kW: 'kW', rpm: 'rpm', 'km/h': 'km/h', 'cm³': 'cm³', kg: 'kg' },
    circa: 'ca. ',
    production: null,
    from: 'From',
    until: 'until',
    originalTitle: 'Original title',
    determiners: 'the, this, that, a, an, your',
  },
  de: {
    name: 'German',
    ownName: 'Deutsch',
    locale: 'de-CH',
    openGraph: 'de_CH',
    aat: 300388344,
    hasSpaces: true,
    swissNumbers: true,
    units: { hp: 'PS', kW: 'kW', rpm: 'U/min', 'km/h': 'km/h', 'cm³': 'cm³', kg: 'kg' },
    circa: 'ca. ',
    production: 'Produktion',
    from: 'Ab',
    until: 'bis',
    originalTitle: 'Originaltitel',
    determiners:
      'der, die, das, den, dem, des, dieser, diese, dieses, diesen, diesem, ein, eine, einen, einem, eines, euer, unser, vom, beim, am, im, zum',
  },
  fr: {
    name: 'French',
    ownName: 'Français',
    // Not fr-CH, which puts a comma after the weekday: 'Dès le samedi, 5 décembre' is incorrect.
    locale: 'fr',
    openGraph: 'fr_CH',
    aat: 300388306,
    hasSpaces: true,
    swissNumbers: true,
    units: { hp: 'ch', kW: 'kW', rpm: 'tr/min', 'km/h': 'km/h', 'cm³': 'cm³', kg: 'kg' },
    circa: 'env. ',
    production: 'Production',
    from: 'Dès le',
    until: 'jusqu’au',
    firstOfMonth: '1er',
    originalTitle: 'Titre original',
    determiners: 'le, la, l, du, au, ce, cette, cet, un, une, votre',
  },
  it: {
    name: 'Italian',
    ownName: 'Italiano',
    locale: 'it',
    openGraph: 'it_CH',
    aat: 300388474,
    hasSpaces: true,
    swissNumbers: true,
    units: { hp: 'CV', kW: 'kW', rpm: 'giri/min', 'km/h': 'km/h', 'cm³': 'cm³', kg: 'kg' },
    circa: 'ca. ',
    production: 'Produzione',
    from: 'Da',
    until: 'fino a',
    originalTitle: 'Titolo originale',
    determiners:
      'il, lo, la, l, del, dello, della, dell, al, alla, questo, questa, un, una, vostra, vostro',
  },
  es: {
    name: 'Spanish',
    ownName: 'Español',
    locale: 'es',
    openGraph: 'es_ES',
    aat: 300389311,
    hasSpaces: true,
    swissNumbers: false,
    units: { hp: 'CV', kW: 'kW', rpm: 'rpm', 'km/h': 'km/h', 'cm³': 'cm³', kg: 'kg' },
    circa: 'aprox. ',
    production: 'Producción',
    from: 'Desde el',
    until: 'hasta el',
    originalTitle: 'Título original',
    determiners: 'el, la, del, al, este, esta, ese, esa, un, una',
  },
  pt: {
    name: 'Portuguese',
    ownName: 'Português',
    locale: 'pt-PT',
    openGraph: 'pt_PT',
    aat: 300389115,
    hasSpaces: true,
    swissNumbers: false,
    units: { hp: 'cv', kW: 'kW', rpm: 'rpm', 'km/h': 'km/h', 'cm³': 'cm³', kg: 'kg' },
    circa: 'aprox. ',
    production: 'Produção',
    from: 'A partir de',
    until: 'até',
    originalTitle: 'Título original',
    determiners: 'o, a, do, da, ao, este, esta, deste, desta, esse, essa, um, uma, vosso, vossa',
  },
  ru: {
    name: 'Russian',
    ownName: 'Русский',
    locale: 'ru',
    openGraph: 'ru_RU',
    aat: 300389168,
    hasSpaces: true,
    swissNumbers: false,
    units: { hp: 'л. с.', kW: 'кВт', rpm: 'об/мин', 'km/h': 'км/ч', 'cm³': 'см³', kg: 'кг' },
    circa: 'ок. ',
    production: 'Годы выпуска',
    // Intl formats dates in the nominative, which no preposition can precede.
    from: 'Начало:',
    until: 'окончание:',
    originalTitle: 'Оригинальное название',
    determiners: 'этот, эта, эту, этого, этой, этому, этом, этим, ваш, ваша',
  },
  zh: {
    name: 'Chinese',
    ownName: '中文',
    locale: 'zh-CN',
    openGraph: 'zh_CN',
    aat: 300388113,
    hasSpaces: false,
    swissNumbers: false,
    units: {
      hp: '马力',
      kW: '千瓦',
      rpm: '转/分',
      'km/h': '公里/小时',
      'cm³': '立方厘米',
      kg: '公斤',
    },
    circa: '约',
    production: '生产年份',
    from: '开始：',
    until: '结束：',
    originalTitle: '原标题',
    determiners: '这, 这辆, 这台, 这部, 这款, 那, 那辆, 该, 辆, 台, 款',
  },
  ja: {
    name: 'Japanese',
    ownName: '日本語',
    locale: 'ja',
    openGraph: 'ja_JP',
    aat: 300388486,
    hasSpaces: false,
    swissNumbers: false,
    units: { hp: '馬力', kW: 'kW', rpm: '回転/分', 'km/h': 'km/h', 'cm³': 'cm³', kg: 'kg' },
    circa: '約',
    production: '製造期間',
    from: '開始日：',
    until: '最終日：',
    originalTitle: '原題',
    determiners: 'この, その, あの, 当',
  },
}

/** Names of languages in the staff app. */
export const languageNames = Object.fromEntries(
  labelLanguages.map((language) => [language, languages[language].name]),
) as Record<LabelLanguage, string>

/** Languages into which items can be translated. */
export const textLanguages = ['fr', 'de', 'en'] as const
export type TextLanguage = (typeof textLanguages)[number]

/**
 * The language of item texts for a reader: their own if items are translated into it, else English.
 */
export const toTextLanguage = (language: LabelLanguage): TextLanguage =>
  textLanguages.find((textLanguage) => textLanguage === language) ?? 'en'

/** Language of a visitor page. */
export interface PageLanguage {
  readonly lang: LabelLanguage
  /** Whether the URL names the language; otherwise the browser's preference decides. */
  readonly pinned: boolean
}

/** Parses a language tag such as 'de' or 'de-CH'; null if the language is not supported. */
export function parseLabelLanguage(tag: unknown): LabelLanguage | null {
  const code = typeof tag === 'string' ? tag.trim().toLowerCase().split(/[-_]/, 1)[0] : ''
  return labelLanguages.find((language) => language === code) ?? null
}

/** Adds the page's language to a link, if the URL of the page named it. */
export function withLangParameter(address: string, { lang, pinned }: PageLanguage): string {
  if (!pinned) return address
  return `${address}${address.includes('?') ? '&' : '?'}lang=${lang}`
}
