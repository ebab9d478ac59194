export const assistantLanguages = ['en', 'de', 'fr'] as const
export type AssistantLanguage = (typeof assistantLanguages)[number]

export const assistantLanguageNames = { en: 'English', de: 'German', fr: 'French' } as const satisfies Record<
  AssistantLanguage,
  string
>

export const defaultSummaryLanguage: AssistantLanguage = 'de'
export const defaultReportLanguage: AssistantLanguage = 'en'
