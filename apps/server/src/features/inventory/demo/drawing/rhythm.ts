import { strokes } from './brush.ts'
import { darker, lighter, mix } from './colour.ts'
import type { Canvas } from './landscape.ts'
import { smooth } from './outline.ts'
import { circle, type Point, path, rect } from './svg.ts'

type Palette = readonly [ground: string, ...colours: [string, string, string, string, string]]

const palettes: readonly [Palette, ...Palette[]] = [
  ['#efe4cf', '#c96f4a', '#5f7f87', '#d9a94e', '#6f4f5d', '#8fa37a'],
  ['#e7e2d8', '#384a6b', '#b5485d', '#e0b354', '#5d8a86', '#2d2a33'],
  ['#2a2f3d', '#e0a850', '#b9546a', '#6f9fa8', '#efe6d2', '#7d6aa0'],
  ['#f1e7d3', '#8b3a2f', '#d98e3a', '#3f6b5d', '#2f3f57', '#c7b08a'],
]

const kinds = { polyphony, staves, waves } as const
export type RhythmName = keyof typeof kinds

/** Music seen: fields that sound together, lines that run on, waves that spread. */
export const rhythm = (canvas: Canvas, name: RhythmName) => kinds[name](canvas, canvas.random.pick(palettes))

/** Rows of colour fields that grow narrow and wide like bars of music. */
function polyphony({ width, height, random }: Canvas, [ground, ...colours]: Palette): string {
  const rows = random.whole(8, 10)
  const tall = height / rows
  const fields = Array.from({ length: rows }, (_, row) => {
    let x = 0
    let drawn = ''
    const pulse = random.between(0.4, 1.2)
    while (x < width) {
      const wide = tall * (0.75 + 0.5 * Math.sin(x / (width * 0.12) + row * pulse)) + tall * 0.35
      const colour = mix(random.pick(colours), ground, random.between(0.05, 0.6))
      drawn +=
        rect(x, row * tall, wide + 1, tall + 1, { fill: colour }) +
        strokes(
          [x, row * tall, wide, tall],
          {
            colours: [darker(colour, 0.14), lighter(colour, 0.2)],
            tone: (a, b) => 0.7 - a * 0.3 - b * 0.3,
            angle: 25,
            length: tall * 0.35,
            width: tall * 0.1,
            density: 0.9,
            opacity: 0.6,
          },
          random,
        )
      x += wide
    }
    return drawn
  })
  const sun = circle(width * random.between(0.3, 0.7), height * random.between(0.25, 0.6), tall * 0.72, {
    fill: colours[0],
    opacity: 0.92,
  })
  return rect(0, 0, width, height, { fill: ground }) + fields.join('') + sun
}

/** Five lines that wander through the picture, with notes that are only discs. */
function staves({ width, height, random }: Canvas, [ground, ...colours]: Palette): string {
  const ink = colours.at(-2) ?? colours[0]
  const systems = 3
  const drawn = Array.from({ length: systems }, (_, system) => {
    const middle = (height * (system + 0.5)) / systems
    const gap = height * 0.026
    const sway = Array.from({ length: 7 }, () => random.around(height * 0.06))
    const curve = (offset: number) => sway.map((dy, index): Point => [(width * index) / 6, middle + dy + offset])
    const at = (share: number) => {
      const place = share * 6
      const [a, b] = [sway[Math.floor(place)] ?? 0, sway[Math.ceil(place)] ?? 0]
      return middle + a + (b - a) * (place % 1)
    }
    const lines = [-2, -1, 0, 1, 2].map((row) =>
      path(smooth(curve(row * gap)), { fill: 'none', stroke: ink, 'stroke-width': height * 0.003, opacity: 0.7 }),
    )
    const notes = Array.from({ length: 12 }, (_, index) => {
      const share = (index + 0.5 + random.around(0.25)) / 12
      const [x, y, r] = [
        share * width,
        at(share) + random.whole(-4, 4) * gap * 0.5,
        gap * random.pick([0.5, 0.5, 0.7, 1.2, 1.9]),
      ]
      return circle(x, y, r, { fill: random.pick(colours), opacity: 0.92 })
    })
    return lines.join('') + notes.join('')
  })
  return (
    rect(0, 0, width, height, { fill: ground }) +
    strokes(
      [0, 0, width, height],
      {
        colours: [darker(ground, 0.12), ground, lighter(ground, 0.3)],
        tone: (x, y) => 0.3 + 0.6 * Math.abs(x - y),
        angle: 80,
        length: height * 0.1,
        width: height * 0.03,
        density: 0.9,
      },
      random,
    ) +
    drawn.join('')
  )
}

/** Rings around a few centres, cut where they meet. */
function waves({ width, height, random }: Canvas, [ground, ...colours]: Palette): string {
  const size = Math.min(width, height)
  const centres = [
    [0.22, 0.3],
    [0.72, 0.22],
    [0.42, 0.78],
    [0.86, 0.74],
  ] as const
  const turned = random.chance(0.5)
  const rings = centres.flatMap(([across, down], centre) => {
    const x = (turned ? 1 - across : across) + random.around(0.1)
    const y = (turned ? 1 - down : down) + random.around(0.1)
    const own = random.pick(colours)
    return Array.from({ length: 9 }, (_, index) => {
      const other = colours[(centre + index) % colours.length] ?? own
      const fill = index % 2 ? mix(other, ground, 0.15) : mix(own, ground, 0.1 + index * 0.07)
      return circle(width * x, height * y, size * (0.42 - index * 0.045), { fill, opacity: centre === 0 ? 1 : 0.9 })
    })
  })
  return rect(0, 0, width, height, { fill: ground }) + rings.join('')
}
