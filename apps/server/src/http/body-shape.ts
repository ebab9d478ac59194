import { Transform, type TransformCallback } from 'node:stream'
import type { BodyShapeLimits } from '@vitrine/contract'
import type { RequestPayload } from 'fastify'
import { Failure } from '../base/failure.ts'

// No call needs deeper nesting.
const maxDepth = 16

// The bytes that structure JSON, as ASCII codes.
const quote = 0x22
const comma = 0x2c
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/**
 * Counts the keys and elements of a JSON body while it streams in and rejects one with too many
 * before it is parsed: parsing and validating a few million would block the event loop for seconds.
 */
class ShapeGuard extends Transform {
  readonly #shape: BodyShapeLimits
  // In each open object or array, by depth: the commas so far, and how many members it may have.
  readonly #commas = new Int32Array(maxDepth + 1)
  readonly #maxMembers = new Int32Array(maxDepth + 1)
  #depth = 0
  #valueCount = 0
  #isInString = false
  #isEscaped = false

  constructor(shape: BodyShapeLimits) {
    super()
    this.#shape = shape
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#isWithinLimits(chunk)) done(null, chunk)
    else done(new Failure('invalid', this.#shape.sentence))
  }

  /** Reads the next bytes; returns false as soon as a limit is exceeded. */
  #isWithinLimits(chunk: Buffer): boolean {
    for (const byte of chunk) {
      if (this.#isInString) {
        this.#readStringByte(byte)
      } else if (byte === quote) {
        this.#isInString = true
      } else if (byte === comma) {
        if (!this.#countComma()) return false
      } else if (byte === openBrace) {
        if (!this.#open(this.#shape.keys)) return false
      } else if (byte === openBracket) {
        if (!this.#open(this.#shape.elements)) return false
      } else if (byte === closeBrace || byte === closeBracket) {
        // Invalid JSON is left to the parser.
        this.#depth = Math.max(0, this.#depth - 1)
      }
    }
    return true
  }

  #readStringByte(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === backslash) this.#isEscaped = true
    else if (byte === quote) this.#isInString = false
  }

  #countComma(): boolean {
    const commas = (this.#commas[this.#depth] ?? 0) + 1
    this.#commas[this.#depth] = commas
    // One comma fewer than members.
    return this.#countValue() && commas < (this.#maxMembers[this.#depth] ?? 0)
  }

  /** Opens an object or array, which may have as many keys or elements. */
  #open(maxMembers: number): boolean {
    this.#depth++
    if (!this.#countValue() || this.#depth > maxDepth) return false
    this.#commas[this.#depth] = 0
    this.#maxMembers[this.#depth] = maxMembers
    return true
  }

  #countValue(): boolean {
    this.#valueCount++
    return this.#valueCount < this.#shape.values
  }
}

/** Passes a JSON body on, and fails once it has too many keys, elements or levels. */
export function limitJsonShape(payload: RequestPayload, shape: BodyShapeLimits): RequestPayload {
  const guard = new ShapeGuard(shape)
  // Not `pipeline`: it would destroy the connection together with the guard, before the answer is
  // sent.
  payload.on('error', (error) => guard.destroy(error))
  return payload.pipe(guard)
}
