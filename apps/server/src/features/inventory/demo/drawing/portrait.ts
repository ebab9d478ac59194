import { strokes } from './brush.ts'
import { darker, lighter, mix } from './colour.ts'
import type { Canvas } from './landscape.ts'
import { clipped, ellipse, group, path, rect } from './svg.ts'

interface Sitter {
  readonly dress: string
  readonly skin: string
  readonly hair: string
  readonly trim: string
}

interface Choices {
  readonly walls: readonly [string, ...string[]]
  readonly dresses: readonly [string, ...string[]]
  readonly skin: string
  readonly hairs: readonly [string, ...string[]]
  readonly trim: string
}

const sitters = {
  girl: {
    walls: ['#7f8a74', '#8d7a66'],
    dresses: ['#5b6f8c', '#8c4a4a'],
    skin: '#e8bf9c',
    hairs: ['#b98a4a', '#7a4f2c'],
    trim: '#f1ebde',
  },
  woman: {
    walls: ['#a58d74', '#8f9aa0'],
    dresses: ['#3b2f33', '#47563f'],
    skin: '#e3b594',
    hairs: ['#4a3226', '#8d6a3f'],
    trim: '#d9cdbb',
  },
  man: {
    walls: ['#5d5a4e', '#7d5a48'],
    dresses: ['#2c2f34', '#5b4a38'],
    skin: '#d6a27c',
    hairs: ['#8d8678', '#4d3a2b'],
    trim: '#e6e0d3',
  },
  profile: {
    walls: ['#c2a04f', '#3d4f6b'],
    dresses: ['#7a2f2d', '#c9b79a'],
    skin: '#e6ba98',
    hairs: ['#2d2523', '#8a5230'],
    trim: '#efe6d4',
  },
} as const satisfies Record<string, Choices>

export type SitterName = keyof typeof sitters

/** Head and shoulders in a few planes of light and shade; the eyes are lowered, to a book or to work. */
export function portrait(canvas: Canvas, name: SitterName): string {
  const { width, height, random } = canvas
  const { walls, dresses, hairs, skin, trim }: Choices = sitters[name]
  const wall = random.pick(walls)
  const sitter = { dress: random.pick(dresses), hair: random.pick(hairs), skin, trim }
  const turned = random.chance(0.5) ? -1 : 1
  const unit = Math.min(width / 80, height / 100)
  return [
    rect(0, 0, width, height, { fill: wall }),
    strokes(
      [0, 0, width, height],
      {
        colours: [darker(wall, 0.35), wall, lighter(wall, 0.3)],
        tone: (x, y) => 0.85 - x * 0.5 - y * 0.3,
        angle: 58,
        length: height * 0.08,
        width: height * 0.017,
      },
      random,
    ),
    group(
      {
        transform: `translate(${(width * 0.5).toFixed(0)} ${(height - 100 * unit).toFixed(0)}) scale(${(turned * unit).toFixed(3)} ${unit.toFixed(3)})`,
      },
      name === 'profile' ? inProfile(sitter) : facing(sitter, name),
    ),
  ].join('')
}

/** Coordinates in hundredths of the height, the middle of the sitter at x = 0. */
function facing({ dress, skin, hair, trim }: Sitter, name: 'girl' | 'woman' | 'man'): string {
  const shade = darker(skin, 0.22)
  const face = 'M-12.5 33C-13 22 -8 16 1 16S14 23 13 34C12.5 43 8 52 1 53S-12 44 -12.5 33Z'
  return [
    name === 'man'
      ? ''
      : path('M-17 32C-18 14 -8 9 1 9S19 15 17 33C16 42 13 48 9 52L-9 52C-14 46 -16.500 40 -17 32Z', {
          fill: darker(hair, 0.15),
        }),
    shoulders(dress, trim, name),
    path('M-6 47V62Q1 68 8 62V46Z', { fill: shade }),
    path(face, { fill: skin }),
    clipped(
      'face',
      face,
      path('M4 14C9 20 7 27 6 31L8.500 40C6 42 5 46 6 54L20 54V14Z', { fill: shade }),
      ellipse(-7, 41, 3.6, 2.6, { fill: mix(skin, '#c9614a', 0.35), opacity: 0.6 }),
    ),
    features(skin, hair),
    haircut(hair, name),
  ].join('')
}

function shoulders(dress: string, trim: string, name: 'girl' | 'woman' | 'man'): string {
  const outline =
    name === 'girl'
      ? 'M-34 102C-32 78 -24 68 -8 63Q1 68 10 63C26 68 34 78 36 102Z'
      : 'M-40 102C-38 78 -30 68 -9 63Q1 70 11 63C32 68 40 78 42 102Z'
  const collar = {
    girl: 'M-13 66Q1 78 15 66L11 61.500Q1 69 -9 61.500Z',
    woman: 'M-8 63Q1 69 10 63L8 59.500Q1 64 -6 59.500Z',
    man: 'M-9 62L1 78L11 62L7 60Q1 66 -5 60Z',
  }[name]
  return [
    path(outline, { fill: dress }),
    clipped(
      'dress',
      outline,
      path('M8 60C18 70 16 88 20 104H50V60Z', { fill: darker(dress, 0.35) }),
      path('M-30 104C-27 84 -22 76 -14 70L-10 72C-17 80 -21 90 -22 104Z', { fill: lighter(dress, 0.18), opacity: 0.7 }),
    ),
    path(collar, { fill: trim }),
    name === 'man' ? path('M1 70L-2.500 76L1 92L4.500 76Z', { fill: '#6d2a2a' }) : '',
  ].join('')
}

const features = (skin: string, hair: string) => {
  const ink = darker(skin, 0.62)
  const stroke = (width: number) => ({ fill: 'none', stroke: ink, 'stroke-width': width, 'stroke-linecap': 'round' })
  return [
    path('M-9 33.500Q-6 36 -2.800 33.800', stroke(0.9)),
    path('M3.800 33.800Q7 36 10 33.200', stroke(0.9)),
    path('M-9.500 29.500Q-6 27.800 -2.500 29.500', { ...stroke(0.8), stroke: darker(hair, 0.2) }),
    path('M3.500 29.500Q7 27.800 10.500 29.200', { ...stroke(0.8), stroke: darker(hair, 0.2) }),
    path('M1.200 31L3 40Q1.500 41.500 -0.500 40.800', { ...stroke(0.6), opacity: 0.7 }),
    path('M-3.200 45.600Q0.500 44.400 4.200 45.600Q0.700 48 -3.200 45.600Z', { fill: mix(skin, '#8f2f2a', 0.6) }),
  ].join('')
}

function haircut(hair: string, name: 'girl' | 'woman' | 'man'): string {
  const light = lighter(hair, 0.25)
  const strand = (d: string) =>
    path(d, { fill: 'none', stroke: light, 'stroke-width': 0.7, 'stroke-linecap': 'round', opacity: 0.8 })
  if (name === 'man')
    return [
      path(
        'M-13.500 31C-14.500 20 -10 12 1 12S16 19 14.500 31C13 25 11 21.500 8 20.500C2 22 -6 22 -9 20.500C-11.500 23 -12.500 27 -13.500 31Z',
        { fill: hair },
      ),
      path(
        'M-12.600 36C-12 50 -7 60 1 60.500S13 50 13 36C11.500 42 9 43.500 5 43.200Q0.600 42 -4 43.200C-8 43.500 -11 42 -12.600 36ZM-3.500 46Q0.600 48.500 4.500 46Q0.600 44.500 -3.500 46Z',
        { fill: hair, 'fill-rule': 'evenodd' },
      ),
      strand('M-7 50Q-4 56 0 58'),
      strand('M8 49Q6 55 3 58'),
    ].join('')
  const cap = path(
    'M-14.500 33C-15.500 18 -8 11 1 11S16.500 18 15 33C13.500 26 9 20 2 17.500C-6 20 -12 25 -14.500 33Z',
    { fill: hair },
  )
  if (name === 'woman')
    return cap + ellipse(1, 9.5, 8, 5, { fill: hair }) + strand('M-6 9Q1 5 8 9') + strand('M-11 22Q-6 15 1 14')
  const braid = (side: number) =>
    Array.from({ length: 6 }, (_, index) =>
      ellipse(side * (14.5 + index * 0.5), 46 + index * 5, 3 - index * 0.16, 3.2, {
        fill: index % 2 ? hair : darker(hair, 0.12),
      }),
    ).join('') + rect(side * 17.3 - 1.6, 75, 3.2, 2, { fill: '#a3392f' })
  return cap + braid(-1) + braid(1) + strand('M2 13V18') + strand('M-9 24Q-5 18 1 17')
}

function inProfile({ dress, skin, hair, trim }: Sitter): string {
  const face =
    'M-6 20C-12 21 -15 26 -14.500 31L-18.500 38.500Q-18 40.300 -15.300 40.300L-15.800 43L-14.300 44.200L-15.200 46.500C-14.800 49.500 -13 51.500 -9 51C-6 50.600 -4 51.500 -3.500 55L-3 66H12L10 48C16 42 15 22 4 18Z'
  const coat = 'M-30 102C-28 80 -20 70 -5 65L13 63C30 68 38 80 40 102Z'
  return [
    path(coat, { fill: dress }),
    clipped('coat', coat, path('M10 62C24 72 22 90 24 104H46V60Z', { fill: darker(dress, 0.3) })),
    path(face, { fill: skin }),
    path('M10 48L12 66H2C5 60 5 54 2 50Z', { fill: darker(skin, 0.2) }),
    path('M-13.200 33.200Q-11 34.400 -9 32.800', {
      fill: 'none',
      stroke: darker(skin, 0.65),
      'stroke-width': 1,
      'stroke-linecap': 'round',
    }),
    path('M-13.500 28Q-10 26.300 -7 28', { fill: 'none', stroke: hair, 'stroke-width': 1, 'stroke-linecap': 'round' }),
    path('M-14.300 44.200Q-12 44.600 -10.800 44', {
      fill: 'none',
      stroke: mix(skin, '#8f2f2a', 0.7),
      'stroke-width': 1.1,
      'stroke-linecap': 'round',
    }),
    path('M-13.500 25C-14 14 -4 9 5 11C17 13 21 26 15 38C13 45 10 49 8 50C8 44 4 42 2 37C1 30 -4 27 -13.500 25Z', {
      fill: hair,
    }),
    ellipse(17, 40, 8, 8.5, { fill: hair }),
    path('M-6 17Q4 13 12 22', { fill: 'none', stroke: lighter(hair, 0.3), 'stroke-width': 0.8 }),
    path('M12 36Q17 34 21 38', { fill: 'none', stroke: lighter(hair, 0.3), 'stroke-width': 0.8 }),
    path('M-7 64.500Q4 70 14 62.500L15 66Q4 74 -9 67.500Z', { fill: trim }),
    ellipse(2.5, 43.5, 1.1, 1.4, { fill: '#e3b65a' }),
  ].join('')
}
