export const assistantLanguages = ['en', 'de', 'fr'] as const
export type AssistantLanguage = (typeof assistantLanguages)[number]

export const defaultSummaryLanguage: AssistantLanguage = 'de'
export const defaultReportLanguage: AssistantLanguage = 'en'
