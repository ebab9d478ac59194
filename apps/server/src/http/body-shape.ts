import { Transform, type TransformCallback } from 'node:stream'
import type { BodyShape } from '@vitrine/contract'
import type { RequestPayload } from 'fastify'
import { Failure } from '../base/failure.ts'

// No call takes anything nested deeper.
const deepest = 16
const [quote, backslash, comma, openBrace, openBracket, closeBrace, closeBracket] = [...'"\\,{[}]'].map((sign) =>
  sign.charCodeAt(0),
)

/**
 * Counts keys and elements of a JSON body while it arrives and refuses one that has too many before it is parsed: to
 * parse and check a few million takes seconds in which nobody else is answered.
 */
class ShapeGuard extends Transform {
  readonly #shape: BodyShape
  /** How many commas so far, and how many there may be, in each object or array that is open. */
  readonly #commas = new Int32Array(deepest + 1)
  readonly #most = new Int32Array(deepest + 1)
  #depth = 0
  #values = 0
  #isInString = false
  #isEscaped = false

  constructor(shape: BodyShape) {
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
        if (commas >= (this.#most[this.#depth] ?? 0) || this.#values >= this.#shape.values) return false
      } else if (byte === openBrace || byte === openBracket) {
        this.#values++
        if (++this.#depth > deepest || this.#values >= this.#shape.values) return false
        this.#commas[this.#depth] = 0
        this.#most[this.#depth] = byte === openBrace ? this.#shape.keys : this.#shape.elements
      } else if (byte === closeBrace || byte === closeBracket) {
        // What is not JSON at all is the parser's to refuse.
        this.#depth = Math.max(0, this.#depth - 1)
      }
    }
    return true
  }
}

export function guardShape(payload: RequestPayload, shape: BodyShape): RequestPayload {
  const guard = new ShapeGuard(shape)
  // Not with `pipeline`, which would end the connection together with the guard: the answer has yet to be sent over it.
  payload.on('error', (error) => guard.destroy(error))
  return payload.pipe(guard)
}
