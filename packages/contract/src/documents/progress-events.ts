/**
 * What the progress calls of merged PDFs send to a caller who accepts `text/event-stream`: how far it is, then how it
 * ended. While pages are laid out, `done` is estimated from earlier durations.
 */
export type PaperEvent =
  | { readonly event: 'progress'; readonly data: PaperProgress }
  | { readonly event: 'ready'; readonly data: { readonly pages: number; readonly oneLanguage?: number } }
  | { readonly event: 'error'; readonly data: { readonly statusCode: number; readonly message: string } }

export interface PaperProgress {
  /** Waiting for another PDF, collecting the pictures, setting the pages. */
  readonly stage: 'waiting' | 'collecting' | 'setting'
  readonly done: number
  readonly total: number
}
