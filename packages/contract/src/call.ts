import { z } from 'zod'
import type { Access } from './access.ts'

/** One call of the API as data. Paths are relative to `/api`; `:name` stands for a path parameter. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  readonly access: Access
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** A file that comes with the body, as multipart form data: its field's name and its largest size in bytes. */
  readonly upload?: { readonly field: string; readonly maxBytes: number }
  /** The largest body in bytes, where the usual limit does not do. */
  readonly bodyLimit?: number
  /** What a large body may hold; counted while it arrives. */
  readonly bodyShape?: BodyShapeLimits
  readonly ok: z.ZodType
  /** The answer is finished bytes (a prepared list, a picture), not made from an object for each request. */
  readonly finished?: true
  /** With `Accept: text/event-stream` the answer comes in pieces, as server-sent events. */
  readonly events?: true
  /** It makes something new each time; with an `Idempotency-Key` the same request sent again gets the first answer. */
  readonly creates?: true
  /** It fails or logs on purpose: marked in logs and metrics, so that no alarm takes it for a fault. */
  readonly test?: true
  /** Pages of other sites may read the answer. */
  readonly anySite?: true
}

type Sent<S> = S extends z.ZodType ? z.input<S> : never
type Parsed<S> = S extends z.ZodType ? z.output<S> : never
type Parts<C extends Call> = Extract<keyof C, 'params' | 'query' | 'body'>

/** What a caller hands over. */
export type CallInput<C extends Call> = { [P in Parts<C>]: Sent<C[P]> } & (C extends {
  upload: object
}
  ? { file: Blob }
  : unknown)
/** What a handler receives, once validated. */
export type HandlerInput<C extends Call> = { [P in Parts<C>]: Parsed<C[P]> }
/** What a handler returns; keys that are not declared never leave the server. */
export type HandlerOutput<C extends Call> = z.input<C['ok']>
/** What a caller gets back. */
export type CallOutput<C extends Call> = z.output<C['ok']>

/** The answer of calls that return nothing else. */
export const Done = z.object({ ok: z.literal(true) })
export const done: z.infer<typeof Done> = { ok: true }

/** Limits on the shape of a JSON body, where its limit in bytes would allow far more than the call can use. */
export interface BodyShapeLimits {
  /** In one object. */
  readonly keys: number
  /** In one array. */
  readonly elements: number
  /** All of it together. */
  readonly values: number
  /** The error message for a larger body. */
  readonly sentence: string
}

/** Of a call that answers with a file. */
export const fileAnswer = { ok: z.unknown(), finished: true } as const
