export interface Prompt {
  /** What to do. */
  readonly instructions: string
  /** What to do it with. */
  readonly material: string
}

export interface WriteOptions {
  /** Nobody waits any more. */
  readonly signal: AbortSignal
  /** The most characters that make sense as an answer. */
  readonly longest: number
  /** Whether an answer that the provider cut off is of any use. */
  readonly allowTruncated: boolean
}

/** A language model somewhere else. */
export interface Model {
  /** What people see as the author of an answer. */
  readonly label: string
  /** The answer in pieces. Fails with a `Failure` whose message holds nothing of the text. */
  write(prompt: Prompt, options: WriteOptions): AsyncGenerator<string>
}
