import type { Random } from '../random.ts'
import { darker, difference, lighter, mix } from './colour.ts'
import { smooth } from './outline.ts'
import { circle, ellipse, line, type Point, path, radialGradient, rect, verticalGradient } from './svg.ts'

export interface Stage {
  readonly width: number
  readonly height: number
  /** Where the wheels stand. */
  readonly ground: number
  readonly horizon: number
}

/** Wall, floor, and a colour for what stands between. */
type Tones = readonly [wall: string, floor: string, between: string]

const tones: readonly [Tones, ...Tones[]] = [
  ['#e9e2d3', '#c9bda6', '#d8cdb6'],
  ['#d9e3e4', '#a9bcbf', '#bccfd1'],
  ['#f0dfc6', '#cfae86', '#e2c7a0'],
  ['#e4e0ea', '#b6afc2', '#cdc7d8'],
  ['#dce5d5', '#aab99d', '#c2d0b6'],
  ['#f2d9cc', '#cfa48f', '#e3bda9'],
  ['#cfdde8', '#93a9bd', '#b1c6d8'],
  ['#efe9e1', '#bdb5ab', '#dbd3c8'],
  ['#f3e3b8', '#c9aa6a', '#e3c988'],
  ['#c9d8d0', '#8ea89b', '#abc2b6'],
  // Deeper ones, for cars that are pale themselves.
  ['#7d9498', '#566b70', '#6a8186'],
  ['#9a8168', '#6d5844', '#856d56'],
  ['#6f8271', '#4b5d4e', '#5d7060'],
  ['#a9715f', '#7a4c3e', '#93604f'],
  ['#71809a', '#4d5a72', '#5f6d86'],
]

/** A calm two-tone set: a wall or a sky, a floor, a horizon, and one quiet motif. The car decides which tones suit it. */
export function backdrop(stage: Stage, paint: string, random: Random): string {
  const apart = tones.filter(([wall, floor]) => difference(wall, paint) > 0.2 && difference(floor, paint) > 0.2)
  const [first = tones[0], ...others] = apart
  const [wall, floor, between] = random.pick([first, ...others])
  const motif = random.pick([arches, sun, mountains, hills, lake, poplars, panels])
  return [
    verticalGradient('wall', [0, darker(wall, 0.05)], [1, lighter(wall, 0.35)]),
    verticalGradient('floor', [0, floor], [1, darker(floor, 0.16)]),
    rect(0, 0, stage.width, stage.horizon + 2, { fill: 'url(#wall)' }),
    motif(stage, wall, between, random),
    rect(0, stage.horizon, stage.width, stage.height - stage.horizon, { fill: 'url(#floor)' }),
    rect(0, stage.horizon, stage.width, 5, { fill: lighter(floor, 0.3) }),
  ].join('')
}

type Motif = (stage: Stage, wall: string, between: string, random: Random) => string

/** The riding hall that gave the museum its name: a row of tall arches. */
const arches: Motif = ({ width, horizon }, wall, between) => {
  const [count, gap] = [5, 46]
  const span = (width - gap * (count + 1)) / count
  const top = 190 + span / 2
  return Array.from({ length: count }, (_, index) => {
    const x = gap + index * (span + gap)
    const outline = (grow: number) =>
      `M${x - grow} ${horizon}V${top}A${span / 2 + grow} ${span / 2 + grow} 0 0 1 ${x + span + grow} ${top}V${horizon}Z`
    return path(outline(14), { fill: lighter(wall, 0.45) }) + path(outline(0), { fill: between })
  }).join('')
}

const sun: Motif = ({ width, horizon }, _wall, between, random) => {
  const x = width * random.between(0.34, 0.66)
  return [470, 370]
    .map((r, index) =>
      circle(x, horizon - 90, r, {
        fill: index ? mix('#f6e3b8', between, 0.3) : lighter(between, 0.25),
        opacity: index ? 1 : 0.6,
      }),
    )
    .join('')
}

const ridge = (width: number, base: number, heights: number, random: Random, steps: number): Point[] =>
  Array.from({ length: steps + 1 }, (_, index) => [(index * width) / steps, base - random.between(0.25, 1) * heights])

const land = (points: readonly Point[], width: number, base: number, soft: boolean) =>
  soft
    ? `${smooth(points)}L${width} ${base}L0 ${base}Z`
    : `M0 ${base}L${points.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join('L')}L${width} ${base}Z`

const mountains: Motif = ({ width, horizon }, wall, between, random) =>
  [
    { heights: 520, share: 0.35, steps: 5 },
    { heights: 330, share: 0.75, steps: 8 },
    { heights: 150, share: 1.1, steps: 11 },
  ]
    .map(({ heights, share, steps }) =>
      path(land(ridge(width, horizon, heights, random, steps), width, horizon + 4, false), {
        fill: share > 1 ? darker(between, 0.1) : mix(wall, between, share),
      }),
    )
    .join('')

const hills: Motif = ({ width, horizon }, wall, between, random) =>
  [
    { heights: 330, share: 0.5, steps: 3 },
    { heights: 200, share: 0.9, steps: 4 },
    { heights: 100, share: 1.1, steps: 5 },
  ]
    .map(({ heights, share, steps }) =>
      path(land(ridge(width, horizon, heights, random, steps), width, horizon + 4, true), {
        fill: share > 1 ? darker(between, 0.1) : mix(wall, between, share),
      }),
    )
    .join('')

const lake: Motif = ({ width, horizon }, wall, between, random) => {
  const shore = horizon - 130
  const water = lighter(between, 0.28)
  return [
    path(land(ridge(width, shore, 300, random, 6), width, shore + 4, false), { fill: mix(wall, between, 0.8) }),
    path(land(ridge(width, shore, 110, random, 4), width, shore + 4, true), { fill: darker(between, 0.08) }),
    rect(0, shore, width, 140, { fill: water }),
    ...Array.from({ length: 14 }, () => {
      const x = random.between(0, width)
      const y = random.between(shore + 15, horizon - 10)
      return line([x, y], [x + random.between(60, 220), y], {
        stroke: lighter(water, 0.5),
        'stroke-width': 4,
        'stroke-linecap': 'round',
      })
    }),
  ].join('')
}

const poplars: Motif = ({ width, horizon }, wall, between, random) => {
  const tree = (x: number) => {
    const tall = random.between(300, 460)
    return ellipse(x, horizon - tall / 2, random.between(26, 38), tall / 2, { fill: darker(between, 0.06) })
  }
  return [
    path(land(ridge(width, horizon, 150, random, 4), width, horizon + 4, true), { fill: mix(wall, between, 0.6) }),
    ...Array.from({ length: 9 }, (_, index) => tree(90 + index * 178 + random.around(30))),
  ].join('')
}

/** A hall with a light band and tall panels. */
const panels: Motif = ({ width, horizon }, wall, between) =>
  [
    ...Array.from({ length: 7 }, (_, index) =>
      rect(40 + index * 220, 150, 200, horizon - 150, { fill: index % 2 ? between : mix(wall, between, 0.65) }),
    ),
    rect(0, 150, width, 14, { fill: lighter(wall, 0.5) }),
  ].join('')

/** The dark under a car: deep between the wheels, gone a little beyond them. */
export function shadow(stage: Stage, from: number, to: number, floor = '#1b1712'): string {
  const [middle, half] = [(from + to) / 2, (to - from) / 2]
  return [
    radialGradient('shadow', [0, floor, 0.6], [0.6, floor, 0.34], [1, floor, 0]),
    ellipse(middle, stage.ground + 12, half * 1.1, 62, { fill: 'url(#shadow)' }),
    ellipse(middle, stage.ground - 2, half * 0.9, 20, { fill: floor, opacity: 0.55 }),
  ].join('')
}
