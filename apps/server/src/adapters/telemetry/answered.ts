import type { IncomingHttpHeaders } from 'node:http'

/** An answered request, reduced to what telemetry may see: no address, no name, no text. */
export interface AnsweredRequest {
  readonly id: string
  readonly method: string
  /** The route's pattern, never the address: that may hold a password link. */
  readonly route: string
  readonly status: number
  /** A call that fails on purpose, to try alarms and logs. */
  readonly isTest: boolean
  readonly milliseconds: number
  /** They may carry the trace context of the caller. */
  readonly headers: IncomingHttpHeaders
}

/** A sink for answered requests. */
export interface Telemetry {
  record(answered: AnsweredRequest): void
  close(): Promise<void>
}
