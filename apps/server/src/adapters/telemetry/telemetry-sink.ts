import type { IncomingHttpHeaders } from 'node:http'

/** An answered request, reduced to what telemetry may see: no address, name or text. */
export interface AnsweredRequest {
  readonly id: string
  readonly method: string
  /** The route's pattern, never the address, which may hold a password link. */
  readonly route: string
  readonly status: number
  /** Whether the call fails on purpose, to test alarms and logs. */
  readonly isTest: boolean
  readonly milliseconds: number
  /** The request headers, which may carry the caller's trace context. */
  readonly headers: IncomingHttpHeaders
}

/** A sink for answered requests. */
export interface TelemetrySink {
  record(answered: AnsweredRequest): void
  close(): Promise<void>
}
