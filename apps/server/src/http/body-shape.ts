import { Transform, type TransformCallback } from 'node:stream'
import type { BodyShapeLimits } from '@vitrine/contract'
import type { RequestPayload } from 'fastify'
import { Failure } from '../base/failure.ts'

// No call needs deeper nesting.
const maxDepth = 16
const [quote, backslash, comma, openBrace, openBracket, closeBrace, closeBracket] = [
  ...'"\\,{[}]',
].map((character) => character.charCodeAt(0))

/**
 * Counts the keys and elements of a JSON body while it streams in and rejects one with too many
 * before it is parsed: parsing and validating a few million would block the event loop for seconds.
 */
class ShapeGuard extends Transform {
  readonly #shape: BodyShapeLimits
  /** The commas so far, and the most allowed, in each open object or array, by depth. */
  readonly #commas = new Int32Array(maxDepth + 1)
  readonly #maxCommas = new Int32Array(maxDepth + 1)
  #depth = 0
  #values = 0
  #isInString = false
  #isEscaped = false

  constructor(shape: BodyShapeLimits) {
    super()
    this.#shape = shape
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#fits(chunk)) done(null, chunk)
    else done(new Failure('invalid', this.#shape.sentence))
  }

  #fits(chunk: Buffer): boolean {
    for (const byte of chunk) {
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (byte === backslash) this.#isEscaped = true
        else if (byte === quote) this.#isInString = false
      } else if (byte === quote) {
        this.#isInString = true
      } else if (byte === comma) {
        this.#values++
        const commas = (this.#commas[this.#depth] ?? 0) + 1
        this.#commas[this.#depth] = commas
        if (commas >= (this.#maxCommas[this.#depth] ?? 0) || this.#values >= this.#shape.values)
          return false
      } else if (byte === openBrace || byte === openBracket) {
        this.#values++
        if (++this.#depth > maxDepth || this.#values >= this.#shape.values) return false
        this.#commas[this.#depth] = 0
        this.#maxCommas[this.#depth] = byte === openBrace ? this.#shape.keys : this.#shape.elements
      } else if (byte === closeBrace || byte === closeBracket) {
        // Invalid JSON is left to the parser.
        this.#depth = Math.max(0, this.#depth - 1)
      }
    }
    return true
  }
}

export function limitJsonShape(payload: RequestPayload, shape: BodyShapeLimits): RequestPayload {
  const guard = new ShapeGuard(shape)
  // Not `pipeline`: it would destroy the connection together with the guard, before the answer is
  // sent.
  payload.on('error', (error) => guard.destroy(error))
  return payload.pipe(guard)
}
