import { type LabelLanguage, parseLabelLanguage } from '../languages.ts'

/** Languages of a paper: none (original text, English labels), one, or two side by side. */
export type PaperLanguages =
  | readonly []
  | readonly [LabelLanguage]
  | readonly [LabelLanguage, LabelLanguage]

/** Parses 'fr' or 'fr,de' from a query parameter. Ignores unknown languages. */
export function parsePaperLanguages(text: string | undefined): PaperLanguages {
  const languages = (text ?? '').slice(0, 40).split(',').map(parseLabelLanguage)
  const [first, second] = new Set(languages.filter((lang) => lang !== null))
  if (!first) return []
  return second ? [first, second] : [first]
}

/**
 * Server-sent events of the progress calls of merged PDFs: any number of `progress`, then `ready`
 * or `error`. During stage `setting`, `done` is an estimate from earlier durations.
 */
export type PaperEvent =
  | { readonly event: 'progress'; readonly data: PaperProgress }
  | {
      readonly event: 'ready'
      readonly data: { readonly pages: number; readonly oneLanguage?: number }
    }
  | {
      readonly event: 'error'
      readonly data: { readonly statusCode: number; readonly message: string }
    }

export interface PaperProgress {
  /** Waiting for another PDF to finish, loading the pictures, laying out the pages. */
  readonly stage: 'waiting' | 'collecting' | 'setting'
  readonly done: number
  readonly total: number
}
