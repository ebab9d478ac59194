/** The entries that a line of a report is taken from; lines are counted from 0. */
export interface ReportCitation {
  readonly line: number
  readonly entries: { readonly id: number; readonly date: string }[]
}

/**
 * What `POST /journal/report` sends to a caller who accepts `text/event-stream`: the report in pieces, then how it
 * ended. Each is a server-sent event of that name with its data as JSON.
 */
export type ReportEvent =
  | { readonly event: 'delta'; readonly data: { readonly text: string } }
  /** Before the end, where lines are taken from entries. */
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
