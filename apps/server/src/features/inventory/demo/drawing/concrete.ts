import { mix } from './colour.ts'
import type { Canvas } from './landscape.ts'
import { polyline } from './outline.ts'
import { circle, line, path, rect } from './svg.ts'

type Palette = readonly [paper: string, ...colours: [string, string, string, ...string[]]]

const palettes: readonly [Palette, ...Palette[]] = [
  ['#f3efe6', '#d1332e', '#1f3f8f', '#e9b824', '#1c1b1a'],
  ['#f5f3ee', '#e4572e', '#f3a712', '#29335c', '#669bbc', '#a8c686'],
  ['#ece7dc', '#2f6f5e', '#c9503c', '#e3b65a', '#22313f'],
  ['#f4f1ea', '#7a306c', '#d1495b', '#edae49', '#00798c', '#30638e'],
  ['#1d1c20', '#e8e2d4', '#d1332e', '#e9b824', '#3a6ea5'],
]

const compositions = { progression, quarters, circles, bands, rotation, lattice } as const
export type CompositionName = keyof typeof compositions

/** Constructive and concrete art: a rule, a few colours, nothing else. */
export function concrete(canvas: Canvas, name: CompositionName): string {
  const [paper, ...colours] = canvas.random.pick(palettes)
  return rect(0, 0, canvas.width, canvas.height, { fill: paper }) + compositions[name](canvas, colours, paper)
}

type Colours = readonly [string, string, string, ...string[]]

/** Upright bars whose widths double while their heights halve. */
function progression({ width, height, random }: Canvas, colours: Colours): string {
  const [margin, count] = [width * 0.08, 7]
  const inner = width - 2 * margin
  const parts = 2 ** count - 1
  let x = margin
  return (
    Array.from({ length: count }, (_, index) => {
      const wide = (inner * 2 ** index) / parts
      const tall = (height - 2 * margin) * (1 - index * 0.11)
      const bar = rect(x, index % 2 ? margin : height - margin - tall, wide + 1, tall, {
        fill: colours[index % colours.length],
      })
      x += wide
      return bar
    }).join('') +
    line([margin, height / 2], [width - margin, height / 2], { stroke: random.pick(colours), 'stroke-width': 3 })
  )
}

/** A grid of quarter circles, each turned by chance. */
function quarters({ width, height, random }: Canvas, colours: Colours): string {
  const columns = random.whole(4, 6)
  const size = width / columns
  const rows = Math.ceil(height / size)
  return cells(columns, rows, (column, row) => {
    const [x, y] = [column * size, row * size + (height - rows * size) / 2]
    const turn = random.whole(0, 3)
    const corner = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ][turn] ?? [0, 0]
    const [cx, cy] = [x + (corner[0] ?? 0) * size, y + (corner[1] ?? 0) * size]
    const quarter = (r: number) => {
      const [sx, sy] = [corner[0] ? -1 : 1, corner[1] ? -1 : 1]
      return `M${cx} ${cy}L${cx + sx * r} ${cy}A${r} ${r} 0 0 ${sx * sy > 0 ? 1 : 0} ${cx} ${cy + sy * r}Z`
    }
    const ground = random.chance(0.45) ? rect(x, y, size + 1, size + 1, { fill: random.pick(colours), opacity: 1 }) : ''
    return (
      ground +
      path(quarter(size), { fill: random.pick(colours) }) +
      (random.chance(0.5) ? path(quarter(size * 0.5), { fill: random.pick(colours) }) : '')
    )
  })
}

/** Circles through one another; where two meet, a third colour. */
function circles({ width, height, random }: Canvas, colours: Colours): string {
  const unit = Math.min(width, height)
  const main = Array.from({ length: 4 }, (_, index) => ({
    x: width * (0.26 + 0.16 * index) + random.around(unit * 0.05),
    y: height * (0.5 + (index % 2 ? 0.12 : -0.12)),
    r: unit * random.between(0.16, 0.3),
    colour: colours[index % colours.length] ?? colours[0],
  }))
  return (
    main.map(({ x, y, r, colour }) => circle(x, y, r, { fill: colour, opacity: 0.86 })).join('') +
    main
      .map(({ x, y, r }, index) =>
        circle(x, y, r * 0.36, { fill: index % 2 ? mix(colours[1], '#ffffff', 0.75) : colours[2] }),
      )
      .join('') +
    circle(width / 2, height / 2, unit * 0.43, { fill: 'none', stroke: colours.at(-1), 'stroke-width': unit * 0.008 })
  )
}

/** Slanting bands that move through the colours step by step. */
function bands({ width, height, random }: Canvas, colours: Colours): string {
  const count = random.whole(11, 16)
  const [lean, wide] = [height * random.between(0.3, 0.6), (width + height * 0.6) / count]
  return Array.from({ length: count }, (_, index) => {
    const x = index * wide - height * 0.6 + lean * 0.2
    const share = index / (count - 1)
    const place = share * (colours.length - 1)
    const colour = mix(colours[Math.floor(place)] ?? colours[0], colours[Math.ceil(place)] ?? colours[0], place % 1)
    const inset = index % 2 ? height * 0.08 : 0
    const at = (y: number) => x + lean * (1 - y / height)
    return path(
      polyline(
        [
          [at(inset), inset],
          [at(inset) + wide + 1, inset],
          [at(height - inset) + wide + 1, height - inset],
          [at(height - inset), height - inset],
        ],
        true,
      ),
      { fill: colour },
    )
  }).join('')
}

/** A square inside a square, each turned a little further. */
function rotation({ width, height, random }: Canvas, colours: Colours): string {
  const [cx, cy, size] = [width / 2, height / 2, Math.min(width, height) * 0.94]
  const step = random.between(6, 11)
  return Array.from({ length: 9 }, (_, index) => {
    const side = size * 0.83 ** index * (index === 0 ? 1 : 0.98)
    return rect(cx - side / 2, cy - side / 2, side, side, {
      fill: colours[index % colours.length],
      transform: `rotate(${(index * step).toFixed(1)} ${cx} ${cy})`,
    })
  }).join('')
}

/** A lattice of black lines with a few filled fields. */
function lattice({ width, height, random }: Canvas, colours: Colours, paper: string): string {
  const split = (from: number, to: number, depth: number): number[] => {
    if (depth === 0 || to - from < width * 0.16) return []
    const at = from + (to - from) * random.between(0.3, 0.7)
    return [...split(from, at, depth - 1), at, ...split(at, to, depth - 1)]
  }
  const [xs, ys] = [
    [0, ...split(0, width, 2), width],
    [0, ...split(0, height, 2), height],
  ]
  const ink = paper === '#1d1c20' ? '#e8e2d4' : '#1c1b1a'
  const fields = cells(xs.length - 1, ys.length - 1, (column, row) => {
    const [x, y] = [xs[column] ?? 0, ys[row] ?? 0]
    return random.chance(0.42)
      ? rect(x, y, (xs[column + 1] ?? x) - x, (ys[row + 1] ?? y) - y, { fill: random.pick(colours) })
      : ''
  })
  const stroke = { stroke: ink, 'stroke-width': width * 0.016 }
  return (
    fields +
    xs
      .slice(1, -1)
      .map((x) => line([x, 0], [x, height], stroke))
      .join('') +
    ys
      .slice(1, -1)
      .map((y) => line([0, y], [width, y], stroke))
      .join('')
  )
}

const cells = (columns: number, rows: number, draw: (column: number, row: number) => string) =>
  Array.from({ length: columns * rows }, (_, index) => draw(index % columns, Math.floor(index / columns))).join('')
