import { instruments } from './instruments.ts'
import type { Piece } from './pieces.ts'

/** Mono is enough for a small loudspeaker in a hall, and half the file. */
const sampleRate = 32_000

const silenceAtStart = 0.15
const fadeOut = 1.4
const ringing = 2

/** The piece as samples between -1 and 1, with room around it and quiet at both ends. */
export function synthesise({ tempo, room, voices }: Piece): { samples: Float32Array; rate: number } {
  const beat = 60 / tempo
  const ends = voices.flatMap(({ notes }) => notes.map(({ start, length }) => start + length))
  const sound = new Float32Array(Math.round((silenceAtStart + Math.max(...ends) * beat + ringing) * sampleRate))
  for (const { instrument, level, notes } of voices) {
    for (const { start, length, pitch, strength } of notes) {
      const from = Math.round((silenceAtStart + start * beat) * sampleRate)
      instruments[instrument](sound, from, length * beat, pitch, level * strength, sampleRate)
    }
  }
  return { samples: faded(levelled(withRoom(sound, room))), rate: sampleRate }
}

/** A room in Schroeder's way: echoes that overlap so densely that one hears a space. */
function withRoom(dry: Float32Array, share: number): Float32Array {
  const wet = new Float32Array(dry.length)
  for (const [seconds, back] of [
    [0.0297, 0.77],
    [0.0371, 0.75],
    [0.0411, 0.73],
    [0.0437, 0.71],
  ] as const) {
    const delay = Math.round(seconds * sampleRate)
    const line = new Float32Array(dry.length)
    for (let index = 0; index < dry.length; index++) {
      line[index] = (dry[index] ?? 0) + back * (line[index - delay] ?? 0)
      wet[index] = (wet[index] ?? 0) + 0.25 * (line[index - delay] ?? 0)
    }
  }
  return dry.map((value, index) => value * (1 - share) + (wet[index] ?? 0) * share)
}

/** The loudest moment at seven tenths: nothing clips, and all pieces are about as loud. */
function levelled(sound: Float32Array): Float32Array {
  const peak = sound.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-6)
  return sound.map((value) => (value / peak) * 0.7)
}

function faded(sound: Float32Array): Float32Array {
  const [rise, fall] = [0.05 * sampleRate, fadeOut * sampleRate]
  return sound.map((value, index) => value * Math.min(1, index / rise, (sound.length - 1 - index) / fall))
}
