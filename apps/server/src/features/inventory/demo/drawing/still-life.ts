import { strokes } from './brush.ts'
import { darker, lighter, mix } from './colour.ts'
import type { Canvas } from './landscape.ts'
import { circle, clipped, ellipse, group, path, rect } from './svg.ts'

interface Palette {
  readonly wall: string
  readonly cloth: string
  readonly glass: string
  readonly jug: string
  readonly fruit: readonly [string, ...string[]]
}

const palettes = {
  warm: {
    wall: '#b08a5e',
    cloth: '#efe6d2',
    glass: '#3f5d49',
    jug: '#d9cbb0',
    fruit: ['#c4402f', '#dd8a2e', '#e3b843', '#8aa043'],
  },
  cool: {
    wall: '#6f8c92',
    cloth: '#d9dcd4',
    glass: '#2d4b66',
    jug: '#e4e1d8',
    fruit: ['#d9a441', '#b8562f', '#7f9a4a', '#e0c86a'],
  },
  dark: {
    wall: '#3a3230',
    cloth: '#8d6f52',
    glass: '#22352c',
    jug: '#a9885f',
    fruit: ['#b5372b', '#d98f34', '#6b2c3a', '#c9a447'],
  },
  pale: {
    wall: '#d8cfc0',
    cloth: '#b9c3bd',
    glass: '#7f9a8a',
    jug: '#c98f74',
    fruit: ['#d9b24f', '#a9b06a', '#c96f4d', '#e0c48f'],
  },
} as const satisfies Record<string, Palette>

export type TableName = keyof typeof palettes

/** Bottles, a jug, a bowl and fruit on a table, light from the left. */
export function stillLife(canvas: Canvas, name: TableName, what: 'bottles' | 'fruit' | 'flowers'): string {
  const palette: Palette = palettes[name]
  const { width, height, random } = canvas
  const table = height * 0.66
  return [
    room(canvas, palette, table),
    group(
      { transform: `translate(${(width / 2).toFixed(0)} ${(table + height * 0.13).toFixed(0)})` },
      things(what, canvas, palette),
    ),
    strokes(
      [0, 0, width, height],
      {
        colours: [darker(palette.wall, 0.3), lighter(palette.wall, 0.4)],
        tone: (x, y) => 0.8 - x * 0.5 - y * 0.2,
        angle: 35,
        length: width * 0.08,
        width: height * 0.02,
        density: 0.16,
        opacity: 0.1,
      },
      random,
    ),
  ].join('')
}

function room({ width, height, random }: Canvas, { wall, cloth }: Palette, table: number): string {
  const fold = (x: number) =>
    path(`M${x} ${table + 4}Q${x + width * 0.03} ${height * 0.85} ${x - width * 0.02} ${height}`, {
      fill: 'none',
      stroke: darker(cloth, 0.22),
      'stroke-width': width * 0.008,
      opacity: 0.5,
    })
  return [
    rect(0, 0, width, height, { fill: wall }),
    strokes(
      [0, 0, width, table],
      {
        colours: [darker(wall, 0.3), wall, lighter(wall, 0.28)],
        tone: (x, y) => 0.85 - x * 0.55 - y * 0.25,
        angle: 62,
        length: height * 0.09,
        width: height * 0.02,
      },
      random,
    ),
    rect(0, table, width, height - table, { fill: cloth }),
    strokes(
      [0, table, width, height - table],
      {
        colours: [darker(cloth, 0.3), cloth, lighter(cloth, 0.4)],
        tone: (x, y) => 0.85 - y * 0.5 - x * 0.2,
        angle: -3,
        length: width * 0.09,
        width: height * 0.017,
      },
      random,
    ),
    fold(width * 0.2),
    fold(width * 0.58),
    fold(width * 0.86),
    rect(0, table - 3, width, 6, { fill: darker(cloth, 0.3), opacity: 0.5 }),
  ].join('')
}

/** Things stand on y = 0, in the middle of the table. */
function things(what: 'bottles' | 'fruit' | 'flowers', canvas: Canvas, palette: Palette): string {
  const { random } = canvas
  const unit = Math.min(canvas.width, canvas.height) / 100
  const fruit = (x: number, y: number, r: number) => apple(x * unit, y * unit, r * unit, random.pick(palette.fruit))
  switch (what) {
    case 'bottles':
      return [
        bottle(-24 * unit, -6 * unit, 15 * unit, 62 * unit, palette.glass),
        bottle(2 * unit, -9 * unit, 12 * unit, 52 * unit, mix(palette.glass, palette.fruit[0], 0.5)),
        jug(24 * unit, -4 * unit, 24 * unit, palette.jug),
        bottle(-9 * unit, 1 * unit, 13 * unit, 38 * unit, lighter(palette.glass, 0.35)),
        fruit(-32, 8, 7),
        fruit(-20, 11, 6),
        fruit(8, 10, 6.5),
      ].join('')
    case 'fruit':
      return [
        jug(-22 * unit, -8 * unit, 26 * unit, palette.jug),
        ...[-8, 2, 12, 22, -2, 8, 17].map((x, index) => fruit(x + 6, index < 4 ? -15 : -21, 6.4)),
        bowl(14 * unit, 2 * unit, 27 * unit, mix(palette.jug, palette.glass, 0.35)),
        fruit(-30, 10, 6.6),
        fruit(-14, 13, 6.2),
        fruit(-4, 9, 5.6),
        knife(2 * unit, 15 * unit, 30 * unit),
      ].join('')
    case 'flowers':
      return [
        bouquet(canvas, palette, unit),
        jug(0, 2 * unit, 25 * unit, palette.jug),
        fruit(24, 8, 6),
        fruit(33, 11, 5.4),
      ].join('')
  }
}

const cast = (x: number, y: number, wide: number) =>
  ellipse(x + wide * 0.55, y + wide * 0.02, wide * 0.95, wide * 0.17, { fill: '#1b1512', opacity: 0.3 })

function bottle(x: number, y: number, wide: number, tall: number, glass: string): string {
  const [half, neck] = [wide / 2, wide * 0.17]
  const outline = `M${x - half} ${y}V${y - tall * 0.55}C${x - half} ${y - tall * 0.7} ${x - neck} ${y - tall * 0.68} ${x - neck} ${y - tall * 0.8}V${y - tall}H${x + neck}V${y - tall * 0.8}C${x + neck} ${y - tall * 0.68} ${x + half} ${y - tall * 0.7} ${x + half} ${y - tall * 0.55}V${y}Q${x} ${y + wide * 0.14} ${x - half} ${y}Z`
  return [
    cast(x, y, wide),
    path(outline, { fill: glass }),
    clipped(
      `bottle${Math.round(x)}`,
      outline,
      rect(x + half * 0.2, y - tall, half, tall * 1.1, { fill: darker(glass, 0.4), opacity: 0.6 }),
      rect(x - half * 0.75, y - tall * 0.62, half * 0.22, tall * 0.5, {
        rx: half * 0.1,
        fill: lighter(glass, 0.65),
        opacity: 0.75,
      }),
      rect(x - half, y - tall * 0.42, wide, tall * 0.2, { fill: '#e9dfc6', opacity: 0.9 }),
      rect(x + half * 0.2, y - tall * 0.42, half, tall * 0.2, { fill: '#8d7f66', opacity: 0.5 }),
    ),
    rect(x - neck * 1.25, y - tall - wide * 0.03, neck * 2.5, wide * 0.14, { rx: 3, fill: darker(glass, 0.3) }),
  ].join('')
}

function jug(x: number, y: number, size: number, clay: string): string {
  const s = size / 2
  const outline = `M${x - s * 0.55} ${y}C${x - s * 1.25} ${y - s * 0.9} ${x - s * 0.9} ${y - s * 1.7} ${x - s * 0.5} ${y - s * 2}L${x - s * 0.62} ${y - s * 2.5}H${x + s * 0.55}L${x + s * 0.5} ${y - s * 2}C${x + s * 0.9} ${y - s * 1.7} ${x + s * 1.25} ${y - s * 0.9} ${x + s * 0.55} ${y}Q${x} ${y + s * 0.16} ${x - s * 0.55} ${y}Z`
  return [
    cast(x, y, size),
    path(
      `M${x + s * 0.5} ${y - s * 2.25}C${x + s * 1.6} ${y - s * 2.3} ${x + s * 1.5} ${y - s * 1.1} ${x + s * 0.85} ${y - s * 0.85}`,
      { fill: 'none', stroke: darker(clay, 0.3), 'stroke-width': s * 0.2 },
    ),
    path(outline, { fill: clay }),
    clipped(
      `jug${Math.round(x)}`,
      outline,
      path(
        `M${x + s * 0.15} ${y - s * 2.6}H${x + s * 1.6}V${y + s * 0.3}H${x - s * 0.1}C${x + s * 0.6} ${y - s * 0.8} ${x + s * 0.5} ${y - s * 1.6} ${x + s * 0.15} ${y - s * 2.6}Z`,
        { fill: darker(clay, 0.32) },
      ),
      ellipse(x - s * 0.5, y - s * 1.15, s * 0.18, s * 0.5, { fill: lighter(clay, 0.6), opacity: 0.8 }),
      rect(x - s * 1.3, y - s * 1.62, s * 2.6, s * 0.16, { fill: mix(clay, '#3f5d7d', 0.6), opacity: 0.8 }),
    ),
    ellipse(x - s * 0.03, y - s * 2.5, s * 0.58, s * 0.13, { fill: darker(clay, 0.5) }),
  ].join('')
}

const bowl = (x: number, y: number, wide: number, clay: string) =>
  cast(x, y, wide * 0.9) +
  path(
    `M${x - wide * 0.72} ${y - wide * 0.5}H${x + wide * 0.72}C${x + wide * 0.66} ${y - wide * 0.1} ${x + wide * 0.3} ${y} ${x} ${y}S${x - wide * 0.66} ${y - wide * 0.1} ${x - wide * 0.72} ${y - wide * 0.5}Z`,
    { fill: clay },
  ) +
  path(
    `M${x + wide * 0.1} ${y - wide * 0.5}H${x + wide * 0.72}C${x + wide * 0.66} ${y - wide * 0.1} ${x + wide * 0.3} ${y} ${x} ${y}C${x + wide * 0.2} ${y - wide * 0.15} ${x + wide * 0.2} ${y - wide * 0.35} ${x + wide * 0.1} ${y - wide * 0.5}Z`,
    { fill: darker(clay, 0.3), opacity: 0.8 },
  ) +
  rect(x - wide * 0.74, y - wide * 0.53, wide * 1.48, wide * 0.055, { rx: wide * 0.02, fill: lighter(clay, 0.3) })

const apple = (x: number, y: number, r: number, skin: string) =>
  cast(x, y + r * 0.9, r * 1.5) +
  circle(x, y, r, { fill: skin }) +
  path(
    `M${x + r * 0.1} ${y - r}A${r} ${r} 0 0 1 ${x + r * 0.2} ${y + r * 0.98}A${r * 1.15} ${r * 1.15} 0 0 0 ${x + r * 0.1} ${y - r}Z`,
    { fill: darker(skin, 0.35), opacity: 0.75 },
  ) +
  ellipse(x - r * 0.38, y - r * 0.34, r * 0.24, r * 0.32, { fill: lighter(skin, 0.55), opacity: 0.85 }) +
  path(`M${x} ${y - r * 0.82}q${r * 0.06} ${-r * 0.4} ${r * 0.3} ${-r * 0.48}`, {
    fill: 'none',
    stroke: '#3f2d1c',
    'stroke-width': r * 0.11,
    'stroke-linecap': 'round',
  })

const knife = (x: number, y: number, long: number) =>
  group(
    { transform: `rotate(-14 ${x.toFixed(0)} ${y.toFixed(0)})` },
    rect(x, y, long * 0.4, long * 0.07, { rx: long * 0.03, fill: '#4d3626' }),
    path(
      `M${x + long * 0.4} ${y}H${x + long * 0.95}Q${x + long} ${y + long * 0.05} ${x + long * 0.9} ${y + long * 0.07}H${x + long * 0.4}Z`,
      { fill: '#c9cdd0' },
    ),
  )

function bouquet({ random }: Canvas, { fruit, glass }: Palette, unit: number): string {
  const heads = Array.from({ length: 26 }, () => {
    const [angle, away] = [random.between(-Math.PI, 0), Math.sqrt(random.next())]
    return {
      x: Math.cos(angle) * away * 32 * unit,
      y: -34 * unit + Math.sin(angle) * away * 30 * unit,
      r: random.between(3, 6.2) * unit,
      colour: random.pick([...fruit, '#f0e6d8', '#d98fa0']),
    }
  })
  const leaf = mix(glass, '#4f7a3c', 0.6)
  const leaves = Array.from({ length: 34 }, () => {
    const [x, y, turn] = [
      random.around(30) * unit,
      -34 * unit + random.between(-26, 14) * unit,
      random.between(-80, 80),
    ]
    return ellipse(x, y, 2 * unit, random.between(5, 9) * unit, {
      fill: random.chance(0.5) ? leaf : darker(leaf, 0.3),
      transform: `rotate(${turn.toFixed(0)} ${x.toFixed(0)} ${y.toFixed(0)})`,
    })
  })
  const stems = heads.map(({ x, y }) =>
    path(`M${x} ${y}Q${x * 0.3} ${-28 * unit} ${x * 0.1} ${-20 * unit}`, {
      fill: 'none',
      stroke: darker(leaf, 0.2),
      'stroke-width': unit * 0.6,
    }),
  )
  const petals = ({ x, y, r, colour }: (typeof heads)[number]) =>
    Array.from({ length: 7 }, (_, index) => {
      const turn = (index * 2 * Math.PI) / 7
      return circle(x + Math.cos(turn) * r * 0.62, y + Math.sin(turn) * r * 0.62, r * 0.48, {
        fill: index < 3 ? darker(colour, 0.14) : lighter(colour, index * 0.045),
      })
    }).join('') + circle(x, y, r * 0.34, { fill: mix(colour, '#5d3a1c', 0.6) })
  return [...stems, ...leaves, ...heads.map(petals)].join('')
}
