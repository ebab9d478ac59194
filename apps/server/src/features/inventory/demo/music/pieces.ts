import type { InstrumentName } from './instruments.ts'
import { broken, melody, type Note } from './notation.ts'

export interface Voice {
  readonly instrument: InstrumentName
  readonly level: number
  readonly notes: readonly Note[]
}

export interface Piece {
  /** Beats a minute. */
  readonly tempo: number
  /** Share of the sound that comes back from the room. */
  readonly room: number
  readonly voices: readonly Voice[]
}

const voice = (instrument: InstrumentName, level: number, notes: readonly Note[]): Voice => ({
  instrument,
  level,
  notes,
})

/** Twelve short pieces of our own, each for one artwork, none longer than twenty seconds. */
export const pieces = {
  lake: {
    tempo: 132,
    room: 0.28,
    voices: [
      voice(
        'harp',
        0.5,
        broken('D3+A3+D4+F#4 B2+F#3+B3+D4 G2+D3+G3+B3 A2+E3+A3+C#4 D3+A3+D4+F#4', [0, 1, 2, 3, 2, 1], 1),
      ),
      voice('flute', 0.5, melody('-:3 F#5:3 E5:2 D5:1 F#5:3 B5:4 A5:2 G5:2 B4:1 D5:3 E5:5 D5:1 D5:5')),
    ],
  },
  lullaby: {
    tempo: 100,
    room: 0.25,
    voices: [
      voice('piano', 0.45, broken('Eb3+Bb3+G4 Ab3+C4+Eb4 Bb3+D4+F4 Eb3+Bb3+G4', [0, 1, 2, 1, 2, 1], 1)),
      voice('piano', 0.8, melody('G5:2 F5:1 Eb5:3 Ab5:2 G5:1 F5:3 D5:2 F5:1 Bb4:2 C5:1 Eb5:6')),
    ],
  },
  evening: {
    tempo: 76,
    room: 0.35,
    voices: [
      voice('organ', 0.3, melody('C3+E3+G#3:5 D3+F#3+A#3:5 C3+E3+G#3:5 Bb2+F3+Bb3:4')),
      voice(
        'musicBox',
        0.5,
        melody(
          '-:1 G#5:0.5 F#5:0.5 E5:0.5 D5:0.5 C5:2 A#5:0.5 G#5:0.5 F#5:0.5 E5:0.5 D5:2 -:1 E6:0.5 D6:0.5 C6:0.5 A#5:0.5 G#5:2 F5:1 D5:1 Bb4:3',
        ),
      ),
    ],
  },
  boat: {
    tempo: 150,
    room: 0.22,
    voices: [
      voice('guitar', 0.55, broken('A2+E3+C4 A2+E3+C4 D3+A3+F4 D3+A3+F4 E3+B3+G#4 A2+E3+C4', [0, 1, 2, 1, 2, 1], 1)),
      voice('flute', 0.55, melody('-:3 E5:2 D5:1 C5:3 B4:2 C5:1 D5:4 F5:2 A5:3 G#5:2 F5:1 E5:5 D5:1 C5:2 B4:1 A4:6')),
    ],
  },
  autumn: {
    tempo: 66,
    room: 0.35,
    voices: [
      voice(
        'organ',
        0.34,
        melody('F3+C4+Ab4:2 Eb3+C4+G4:1 Db3+Ab3+F4:2 C3+G3+E4:1 F3+C4+F4:2 Bb2+Db4+F4:2 C3+C4+E4:2 F2+C4+F4:4'),
      ),
      voice('organ', 0.3, melody('C5:2 Bb4:1 Ab4:2 G4:1 Ab4:1 C5:1 Bb4:1 Db5:1 C5:1 Bb4:1 Ab4:4')),
    ],
  },
  night: {
    tempo: 104,
    room: 0.4,
    voices: [
      voice(
        'harp',
        0.42,
        broken('Db3+Ab3+F4+Ab4 Bb2+F3+Db4+F4 Gb2+Db3+Bb3+Db4 Ab2+Eb3+C4+Gb4 Db3+Ab3+F4+Ab4', [0, 1, 2, 3, 2, 1], 0.9),
      ),
      voice('musicBox', 0.55, melody('-:2.7 F6:2.7 Eb6:0.9 Db6:1.8 F6:2.7 Bb5:5.4 Ab5:1.8 Gb5:0.9 C6:2.7 Db6:6')),
    ],
  },
  horn: {
    tempo: 84,
    room: 0.5,
    // An alphorn has only the notes of its tube: here over F.
    voices: [
      voice(
        'horn',
        0.8,
        melody('F3:1 C4:1 F4:2 A4:1 C5:3 B4:0.5 A4:0.5 F4:1 C4:3 -:0.5 F4:0.5 A4:0.5 C5:0.5 F5:2 C5:1 A4:1 F4:4'),
      ),
      voice('horn', 0.25, melody('F3:1 C4:1 F4:2 A4:1 C5:3 B4:0.5 A4:0.5 F4:1 C4:3', { from: 0.9 })),
    ],
  },
  childhood: {
    tempo: 96,
    room: 0.18,
    voices: [
      voice(
        'musicBox',
        0.75,
        melody(
          'D5:1 B5:1 A5:0.5 G5:0.5 F#5:1 G5:2 E5:1 C6:1 B5:0.5 A5:0.5 G5:1 F#5:2 D5:1 B5:1 A5:0.5 G5:0.5 E5:1 G5:1 F#5:1 G5:4',
        ),
      ),
      voice('musicBox', 0.4, broken('G3+D4+B4 C4+E4+G4 D4+F#4+A4 G3+D4+B4 C4+E4+G4 G3+D4+B4', [0, 1, 2, 1], 1)),
    ],
  },
  'slow-waltz': {
    tempo: 84,
    room: 0.3,
    voices: [
      voice(
        'piano',
        0.5,
        melody(
          'G2:1 B3+D4+F#4:2 D2:1 A3+C#4+F#4:2 G2:1 B3+D4+F#4:2 D2:1 A3+C#4+F#4:2 E2:1 B3+D4+G4:2 A2:1 C#4+E4+G4:2 D2:3',
        ),
      ),
      voice('piano', 0.75, melody('-:4 A5:1 F#5:1 E5:2 C#5:1 D5:3 E5:1 F#5:1 B4:3 C#5:1 E5:1 D5:3')),
    ],
  },
  rain: {
    tempo: 152,
    room: 0.2,
    voices: [
      voice(
        'harpsichord',
        0.42,
        broken(
          'E3+B3+E4+G4+B4 E3+B3+E4+G4+B4 C3+G3+C4+E4+G4 D3+A3+D4+F#4+A4 B2+F#3+B3+D#4+F#4 E3+B3+E4+G4+B4 E3+B3+E4+G4+B4',
          [0, 2, 4, 3, 2, 4, 3, 1, 2, 3],
          0.5,
        ),
      ),
      voice('flute', 0.45, melody('-:5 B5:3 G5:2 E5:4 G5:1 A5:3 F#5:2 D#5:3 F#5:2 E5:8')),
    ],
  },
  invention: {
    tempo: 116,
    room: 0.15,
    voices: [
      voice(
        'harpsichord',
        0.6,
        melody(
          'F4:0.5 A4:0.5 C5:0.5 A4:0.5 F5:1 E5:0.5 D5:0.5 C5:0.5 Bb4:0.5 A4:0.5 G4:0.5 A4:1 C5:1 D5:0.5 Bb4:0.5 G4:0.5 E5:0.5 C5:0.5 A4:0.5 F5:0.5 D5:0.5 B4:0.5 G4:0.5 C5:0.5 D5:0.5 E5:0.5 F5:0.5 G5:1 A5:0.5 F5:0.5 C5:0.5 A4:0.5 Bb4:0.5 D5:0.5 G4:0.5 E5:0.5 F5:3',
        ),
      ),
      voice(
        'harpsichord',
        0.6,
        melody(
          'F3:0.5 A3:0.5 C4:0.5 A3:0.5 F4:1 E4:0.5 D4:0.5 C4:0.5 Bb3:0.5 A3:0.5 G3:0.5 F3:1 A3:1 Bb3:1 G3:1 A3:1 F3:1 G3:1 E3:1 F3:1 A3:1 Bb3:1 C4:1 F3:3',
          { from: 4 },
        ),
      ),
    ],
  },
  sarabande: {
    tempo: 58,
    room: 0.35,
    voices: [
      voice('horn', 0.28, melody('D3+A3:2 C#3+A3:1 D3+F3:2 G3:1 A3+E4:2 Bb3:1 A2+C#4:1 A2+E4:1 D3+D4:3')),
      voice('flute', 0.6, melody('F4:1 F4:1.5 G4:0.5 A4:1 A4:1.5 Bb4:0.5 C#5:1 C#5:1.5 D5:0.5 E5:1 C#5:1 D5:3')),
    ],
  },
} as const satisfies Record<string, Piece>

export type PieceName = keyof typeof pieces
