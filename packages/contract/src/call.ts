import { z } from 'zod'
import type { Access } from './access.ts'

/** Declaration of an API call. `path` is relative to `/api`; `:name` is a path parameter. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  readonly access: Access
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** An uploaded file in a multipart body: name of its form field, and maximum size in bytes. */
  readonly upload?: { readonly field: string; readonly maxBytes: number }
  /** Maximum body size in bytes, if it differs from the server's default. */
  readonly bodyLimit?: number
  /** Limits on the structure of a large body, enforced while it is received. */
  readonly bodyShape?: BodyShapeLimits
  readonly ok: z.ZodType
  /** Answers with cached bytes (a prepared list, a picture) instead of serialising an object. */
  readonly finished?: true
  /** Streams server-sent events if the client accepts `text/event-stream`. */
  readonly events?: true
  /** Creates a record. A retry with the same `Idempotency-Key` gets the first answer. */
  readonly creates?: true
  /** Fails or logs on purpose; logs and metrics are marked, so that alarms ignore it. */
  readonly test?: true
  /** Allows other origins to read the answer (CORS). */
  readonly anySite?: true
}

type SchemaInput<S> = S extends z.ZodType ? z.input<S> : never
type SchemaOutput<S> = S extends z.ZodType ? z.output<S> : never
type InputParts<C extends Call> = Extract<keyof C, 'params' | 'query' | 'body'>

/** Arguments of a client call. */
export type CallInput<C extends Call> = { [P in InputParts<C>]: SchemaInput<C[P]> } & (C extends {
  upload: object
}
  ? { file: Blob }
  : unknown)
/** Validated arguments of a handler. */
export type HandlerInput<C extends Call> = { [P in InputParts<C>]: SchemaOutput<C[P]> }
/** Result of a handler. Undeclared keys are stripped before sending. */
export type HandlerOutput<C extends Call> = z.input<C['ok']>
/** Parsed answer on the client. */
export type CallOutput<C extends Call> = z.output<C['ok']>

/** Answer of calls that return no data. */
export const Done = z.object({ ok: z.literal(true) })
export const done: z.infer<typeof Done> = { ok: true }

/**
 * Limits on the structure of a JSON body. Its size limit alone would admit far more values than the
 * call can use.
 */
export interface BodyShapeLimits {
  /** Maximum keys per object. */
  readonly keys: number
  /** Maximum elements per array. */
  readonly elements: number
  /** Maximum values in the whole body. */
  readonly values: number
  /** Error message for a body over a limit. */
  readonly sentence: string
}

/** Spread into calls that answer with a file. */
export const fileAnswer = { ok: z.unknown(), finished: true } as const
