/** Sources of a line of a report, counted from 0. */
export interface ReportCitation {
  readonly line: number
  readonly entries: { readonly id: number; readonly date: string }[]
}

/**
 * Server-sent events of `POST /journal/report`: the report in pieces, then `done` or `error`. Their
 * data is JSON.
 */
export type ReportEvent =
  | { readonly event: 'delta'; readonly data: { readonly text: string } }
  /** Sent before `done` if lines have sources. */
  | {
      readonly event: 'citations'
      readonly data: { readonly citations: readonly ReportCitation[] }
    }
  | { readonly event: 'done'; readonly data: { readonly engine: string } }
  | {
      readonly event: 'error'
      readonly data: { readonly statusCode: number; readonly message: string }
    }

export const eventStreamType = 'text/event-stream'
