import { strokes } from './brush.ts'
import { lighter, mix } from './colour.ts'
import type { Canvas } from './landscape.ts'
import { circle, clipped, path, rect } from './svg.ts'
import { mirrored, skyline, under } from './terrain.ts'

const skyScale = ['#0d1530', '#16264f', '#274274', '#4a6a92'] as const

/** Stars that turn about a pole, a moon, the lights of a town on the water. */
export function night({ width, height, random }: Canvas): string {
  const shore = height * random.between(0.62, 0.7)
  const hills = skyline(width, shore, height * 0.22, 0.8, random)
  const [px, py] = [width * random.between(0.25, 0.75), height * random.between(0.12, 0.3)]
  const size = Math.min(width, height)
  const round = (x: number, y: number) => (Math.atan2(y - py, x - px) * 180) / Math.PI + 90
  const hillside = under(hills, shore)
  return [
    rect(0, 0, width, height, { fill: skyScale[1] }),
    strokes(
      [0, 0, width, shore],
      {
        colours: skyScale,
        tone: (x, y) => y * 0.8 + 0.12 * Math.sin(Math.hypot(x * width - px, y * shore - py) / (size * 0.035)),
        angle: round,
        length: size * 0.07,
        width: size * 0.012,
        density: 2.3,
      },
      random,
    ),
    ...Array.from({ length: 46 }, () =>
      star(random.next() * width, random.next() * shore * 0.85, size * random.between(0.0025, 0.007)),
    ),
    moon(px, py, size * 0.055),
    path(hillside, { fill: '#0b1226' }),
    clipped(
      'hillside',
      hillside,
      strokes(
        [0, shore - height * 0.24, width, height * 0.24],
        {
          colours: ['#0a1020', '#131d3a', '#22315a'],
          tone: (_, y) => 0.8 - y * 0.7,
          angle: 115,
          length: size * 0.05,
          width: size * 0.011,
        },
        random,
      ),
    ),
    strokes(
      [0, shore, width, height - shore],
      {
        colours: [...skyScale].reverse() as [string, string, ...string[]],
        tone: (_, y) => 0.25 + y * 0.7,
        angle: 0,
        length: width * 0.06,
        width: height * 0.009,
      },
      random,
    ),
    clipped(
      'dark-water',
      under(mirrored(hills, shore, 0.7), shore),
      strokes(
        [0, shore, width, height * 0.2],
        {
          colours: ['#0a1020', '#131d3a'],
          tone: () => 0.4,
          angle: 0,
          length: width * 0.05,
          width: height * 0.008,
          opacity: 0.8,
        },
        random,
      ),
    ),
    ...Array.from({ length: 17 }, () =>
      lamp(
        random.next() * width,
        shore,
        size,
        random.between(0.5, 1),
        random.between(0.1, 0.28) * height,
        random.around(6),
      ),
    ),
  ].join('')
}

const star = (x: number, y: number, r: number) =>
  circle(x, y, r * 3.4, { fill: '#cfdcf0', opacity: 0.12 }) + circle(x, y, r, { fill: '#fdf5d8' })

const moon = (x: number, y: number, r: number) =>
  [3.2, 2.2, 1.5].map((grow) => circle(x, y, r * grow, { fill: '#f6e6b4', opacity: 0.09 })).join('') +
  circle(x, y, r, { fill: '#fbeebf' }) +
  circle(x - r * 0.25, y - r * 0.1, r * 0.72, { fill: '#fff7dc' })

function lamp(x: number, shore: number, size: number, strength: number, reach: number, drift: number): string {
  const gold = mix('#f0a93c', '#fbe3a0', strength)
  const dashes = Array.from({ length: 7 }, (_, index) => {
    const y = shore + 8 + (reach * index) / 7
    return rect(x - size * 0.008 + drift * Math.sin(index * 2.1), y, size * 0.016, reach / 16, {
      rx: reach / 40,
      fill: gold,
      opacity: 0.85 - index * 0.1,
    })
  })
  return (
    circle(x, shore - size * 0.012, size * 0.016, { fill: gold, opacity: 0.25 }) +
    circle(x, shore - size * 0.012, size * 0.006, { fill: lighter(gold, 0.4) }) +
    dashes.join('')
  )
}
