export interface Note {
  /** In beats from the beginning. */
  readonly start: number
  readonly length: number
  /** In hertz. */
  readonly pitch: number
  readonly strength: number
}

const semitones: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }

/** 'F#4' → its frequency, A4 being 440. */
function frequency(name: string): number {
  const [, letter = 'A', sign = '', octave = '4'] = /^([A-G])([#b]?)(\d)$/.exec(name) ?? []
  const step = (semitones[letter] ?? 0) + (sign === '#' ? 1 : sign === 'b' ? -1 : 0) + 12 * (Number(octave) + 1)
  return 440 * 2 ** ((step - 69) / 12)
}

/** 'G4:2 A4:1 -:1 C5+E5:4' → notes: pitch and length in beats, a dash for a rest, a plus for what sounds together. */
export function melody(text: string, { from = 0, strength = 1 }: { from?: number; strength?: number } = {}): Note[] {
  let start = from
  return text
    .trim()
    .split(/\s+/)
    .flatMap((word) => {
      const [pitches = '-', beats = '1'] = word.split(':')
      const length = Number(beats)
      const notes =
        pitches === '-' ? [] : pitches.split('+').map((name) => ({ start, length, pitch: frequency(name), strength }))
      start += length
      return notes
    })
}

/** Broken chords: each chord's notes in the order of the pattern, one every `step` beats. */
export function broken(chords: string, pattern: readonly number[], step: number, { strength = 0.6 } = {}): Note[] {
  return chords
    .trim()
    .split(/\s+/)
    .flatMap((chord, bar) => {
      const names = chord.split('+')
      return pattern.map(
        (index, beat): Note => ({
          start: (bar * pattern.length + beat) * step,
          length: step * 2.2,
          pitch: frequency(names[index % names.length] ?? 'A4'),
          strength: strength * (beat === 0 ? 1.15 : 0.9),
        }),
      )
    })
}
