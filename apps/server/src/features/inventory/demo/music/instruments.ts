import { type Random, randomFrom } from '../random.ts'

/** Adds one note to the sound, from a sample on. */
export type Instrument = (
  sound: Float32Array,
  from: number,
  seconds: number,
  pitch: number,
  strength: number,
  rate: number,
) => void

interface Partial {
  /** Multiple of the note's pitch. */
  readonly ratio: number
  readonly level: number
  /** Seconds until it has faded to a third; endless for a pipe. */
  readonly decay: number
}

interface Envelope {
  readonly attack: number
  readonly release: number
}

/** Sines added up. A sine is turned on from sample to sample, which costs two multiplications and no call. */
function additive(partials: readonly Partial[], { attack, release }: Envelope): Instrument {
  return (sound, from, seconds, pitch, strength, rate) => {
    const held = Math.round(seconds * rate)
    const end = Math.min(held + Math.round(release * rate), sound.length - from)
    for (const { ratio, level, decay } of partials) {
      if (pitch * ratio > rate * 0.42) continue
      const turn = 2 * Math.cos((2 * Math.PI * pitch * ratio) / rate)
      let [before, now] = [-Math.sin((2 * Math.PI * pitch * ratio) / rate), 0]
      let fading = level * strength
      const fade = Number.isFinite(decay) ? Math.exp(-1 / (decay * rate)) : 1
      for (let index = 0; index < end; index++) {
        const rise = Math.min(index / (attack * rate), 1)
        const fall = index < held ? 1 : 1 - (index - held) / (release * rate)
        sound[from + index] = (sound[from + index] ?? 0) + now * fading * rise * Math.max(fall, 0)
        ;[before, now] = [now, turn * now - before]
        fading *= fade
      }
    }
  }
}

/** A string set going by a burst of noise that runs round a short loop (Karplus and Strong). */
function plucked(brightness: number, sustain: number): Instrument {
  return (sound, from, seconds, pitch, strength, rate) => {
    // The loop has whole samples; a filter that only delays makes up the rest, or high strings would be out of tune.
    const exact = rate / pitch + 0.5
    const period = Math.max(2, Math.floor(exact - 0.2))
    const rest = (1 - (exact - period)) / (1 + (exact - period))
    const string = softNoise(period, brightness, randomFrom(period * 31 + from))
    const loss = 0.5 ** (1 / (pitch * sustain))
    const end = Math.min(Math.round((seconds + sustain) * rate), sound.length - from)
    let [before, delayed, place] = [0, 0, 0]
    for (let index = 0; index < end; index++) {
      const value = string[place] ?? 0
      sound[from + index] = (sound[from + index] ?? 0) + value * strength * 0.9
      const damped = loss * 0.5 * (value + (string[place + 1 === period ? 0 : place + 1] ?? 0))
      delayed = rest * (damped - delayed) + before
      before = damped
      string[place] = delayed
      place = place + 1 === period ? 0 : place + 1
    }
  }
}

/** Noise with its harshness taken off, and no constant part that would push the membrane to one side. */
function softNoise(length: number, brightness: number, random: Random): Float32Array {
  const noise = new Float32Array(length)
  let last = 0
  for (let index = 0; index < length; index++) {
    last += brightness * (random.around(1) - last)
    noise[index] = last
  }
  const mean = noise.reduce((sum, value) => sum + value, 0) / length
  const peak = noise.reduce((most, value) => Math.max(most, Math.abs(value - mean)), 1e-6)
  return noise.map((value) => (value - mean) / peak)
}

const harmonics = (levels: readonly number[], decay: (harmonic: number) => number): Partial[] =>
  levels.map((level, index) => ({ ratio: index + 1, level, decay: decay(index + 1) }))

export const instruments = {
  harp: plucked(0.45, 2.4),
  harpsichord: plucked(0.95, 1.1),
  guitar: plucked(0.3, 1.6),
  musicBox: additive(
    [
      { ratio: 1, level: 0.7, decay: 0.9 },
      { ratio: 2.76, level: 0.22, decay: 0.32 },
      { ratio: 5.4, level: 0.1, decay: 0.12 },
    ],
    { attack: 0.003, release: 0.9 },
  ),
  piano: additive(
    harmonics([0.7, 0.34, 0.2, 0.11, 0.06, 0.03], (n) => 1.5 / n ** 0.7),
    { attack: 0.004, release: 0.35 },
  ),
  organ: additive(
    harmonics([0.45, 0.3, 0.06, 0.16, 0.02, 0.06, 0.01, 0.05], () => Number.POSITIVE_INFINITY),
    { attack: 0.06, release: 0.16 },
  ),
  flute: additive(
    harmonics([0.6, 0.14, 0.05], () => Number.POSITIVE_INFINITY),
    { attack: 0.08, release: 0.14 },
  ),
  horn: additive(
    harmonics([0.5, 0.36, 0.24, 0.14, 0.08, 0.04], () => Number.POSITIVE_INFINITY),
    { attack: 0.09, release: 0.22 },
  ),
} as const satisfies Record<string, Instrument>

export type InstrumentName = keyof typeof instruments
