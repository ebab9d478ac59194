/** Sound of one channel, samples between -1 and 1. */
export interface Sound {
  readonly samples: Float32Array
  /** Samples a second. */
  readonly rate: number
}

/** An mp3 file of 64 kilobits a second. */
export async function encodeMp3({ samples, rate }: Sound): Promise<Buffer> {
  // Loaded when it is needed: the encoder is large, and only the demo makes sounds.
  const { createMp3Encoder } = await import('wasm-media-encoders')
  const encoder = await createMp3Encoder()
  encoder.configure({ channels: 1, sampleRate: rate, bitrate: 64 })
  // It hands out its own memory, which the next call overwrites.
  const start = Buffer.from(encoder.encode([samples]))
  return Buffer.concat([start, Buffer.from(encoder.finalize())])
}
