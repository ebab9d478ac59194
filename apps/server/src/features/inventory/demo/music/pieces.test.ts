import { expect, test } from 'vitest'
import { encodeMp3 } from '../../../../adapters/sound/mp3-encoder.ts'
import { pieces } from './pieces.ts'
import { synthesise } from './synthesis.ts'

test.for(Object.entries(pieces))(
  '%s lasts ten to twenty seconds, never clips, and begins and ends in silence',
  ([, piece]) => {
    const { samples, rate } = synthesise(piece)
    const loudest = (from: number, to: number) =>
      samples.subarray(from * rate, to * rate).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
    const seconds = samples.length / rate
    expect(seconds).toBeGreaterThan(10)
    expect(seconds).toBeLessThan(20)
    expect(loudest(0, seconds)).toBeCloseTo(0.7, 1)
    expect(loudest(0, 0.1)).toBeLessThan(0.01)
    expect(loudest(seconds - 0.02, seconds)).toBeLessThan(0.01)
  },
)

test('a piece becomes an mp3 of 64 kilobits a second', async () => {
  const sound = synthesise(pieces.childhood)
  const mp3 = await encodeMp3(sound)
  expect(mp3.readUInt16BE(0) >> 4).toBe(0xfff)
  expect(mp3.length / 8_000).toBeCloseTo(sound.samples.length / sound.rate, 0)
})
