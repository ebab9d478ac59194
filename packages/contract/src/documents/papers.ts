import { type LabelLanguage, parseLabelLanguage } from '../languages.ts'

/** The languages of a paper: none for the original text with English labels, one, or two side by side. */
export type PaperLanguages =
  | readonly []
  | readonly [LabelLanguage]
  | readonly [LabelLanguage, LabelLanguage]

/** 'fr' or 'fr,de', as an address or an order names them. What is none of our languages is ignored. */
export function parsePaperLanguages(asked: string | undefined): PaperLanguages {
  const named = (asked ?? '').slice(0, 40).split(',').map(parseLabelLanguage)
  const [first, second] = new Set(named.filter((lang) => lang !== null))
  if (!first) return []
  return second ? [first, second] : [first]
}

/**
 * What the progress calls of merged PDFs send to a caller who accepts `text/event-stream`: how far it is, then how it
 * ended. While pages are laid out, `done` is estimated from earlier durations.
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
  /** Waiting for another PDF, collecting the pictures, setting the pages. */
  readonly stage: 'waiting' | 'collecting' | 'setting'
  readonly done: number
  readonly total: number
}
