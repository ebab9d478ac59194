export interface Prompt {
  /** What to do. */
  readonly instructions: string
  /** What to do it with. */
  readonly material: string
  /** A JPEG to look at, for a model that sees pictures. */
  readonly picture?: Buffer
}

export interface WriteOptions {
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal
  /** The maximum length of an answer in characters. */
  readonly maxLength: number
  /** Whether an answer that the provider truncated is accepted. */
  readonly allowTruncated: boolean
}

/** A remote language model. */
export interface Model {
  /** Shown to users as the author of an answer. */
  readonly label: string
  readonly seesPictures: boolean
  /** The answer in pieces. Fails with a `Failure` whose message holds nothing of the text. */
  write(prompt: Prompt, options: WriteOptions): AsyncGenerator<string>
}
