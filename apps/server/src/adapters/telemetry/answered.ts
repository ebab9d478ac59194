import type { IncomingHttpHeaders } from 'node:http'

/** A request that was answered: all that the outside may learn of it. No address, no name, no text. */
export interface Answered {
  readonly id: string
  readonly method: string
  /** The route's pattern, never the address: that may hold a password link. */
  readonly route: string
  readonly status: number
  readonly milliseconds: number
  /** Where a caller may say which trace it belongs to. */
  readonly headers: IncomingHttpHeaders
}

/** Something outside that wants to know of each answered request. */
export interface Telemetry {
  tell(answered: Answered): void
  close(): Promise<void>
}
