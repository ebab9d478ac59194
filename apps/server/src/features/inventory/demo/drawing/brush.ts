import type { Random } from '../random.ts'
import { mix } from './colour.ts'
import { clipped, group, path } from './svg.ts'

export type Box = readonly [x: number, y: number, width: number, height: number]

export interface Brush {
  /** Colours from one end to the other; what lies between is mixed. */
  readonly colours: readonly [string, string, ...string[]]
  /** Where on that scale a place lies, from 0 to 1. */
  readonly tone: (x: number, y: number) => number
  /** How far a stroke may stray from its tone. */
  readonly liveliness?: number
  /** Direction of the stroke in degrees, 0 being level. */
  readonly angle: number | ((x: number, y: number) => number)
  readonly length: number
  readonly width: number
  /** How often the strokes cover the box. */
  readonly density?: number
  readonly opacity?: number
  /** Places outside get no stroke: it would be cut off anyway, and costs as much as one that is seen. */
  readonly covers?: (x: number, y: number) => boolean
}

const shades = 18

/** Fills a box with strokes of a brush: a scene then looks painted and not cut out of paper. */
export function strokes([left, top, width, height]: Box, brush: Brush, random: Random): string {
  const { liveliness = 0.14, density = 1.8 } = brush
  const count = Math.ceil((width * height * density) / (brush.length * brush.width))
  // All strokes of a shade make one path: a thousand strokes stay a small document.
  const drawn: string[][] = Array.from({ length: shades }, () => [])
  for (let index = 0; index < count; index++) {
    const x = left + width * random.next()
    const y = top + height * random.next()
    if (brush.covers && !brush.covers(x, y)) continue
    const tone = brush.tone((x - left) / width, (y - top) / height) + random.around(liveliness)
    const shade = Math.min(Math.max(Math.round(tone * (shades - 1)), 0), shades - 1)
    drawn[shade]?.push(stroke(x, y, brush, random))
  }
  return group(
    { fill: 'none', 'stroke-linecap': 'round', 'stroke-width': brush.width, opacity: brush.opacity },
    ...drawn.map((d, shade) =>
      d.length > 0 ? path(d.join(''), { stroke: onScale(brush.colours, shade / (shades - 1)) }) : '',
    ),
  )
}

export const brushed = (id: string, outline: string, box: Box, brush: Brush, random: Random) =>
  clipped(id, outline, strokes(box, brush, random))

function stroke(x: number, y: number, { angle, length }: Brush, random: Random): string {
  const degrees = (typeof angle === 'number' ? angle : angle(x, y)) + random.around(9)
  const radians = (degrees * Math.PI) / 180
  const reach = length * random.between(0.6, 1.3)
  const [dx, dy] = [Math.cos(radians) * reach, Math.sin(radians) * reach]
  const bend = random.around(0.12)
  return `M${Math.round(x - dx / 2)} ${Math.round(y - dy / 2)}q${Math.round(dx / 2 - dy * bend)} ${Math.round(dy / 2 + dx * bend)} ${Math.round(dx)} ${Math.round(dy)}`
}

/** A place on a scale of colours. */
function onScale(colours: readonly string[], share: number): string {
  const place = Math.min(Math.max(share, 0), 1) * (colours.length - 1)
  const index = Math.min(Math.floor(place), colours.length - 2)
  return mix(colours[index] ?? '#000000', colours[index + 1] ?? '#000000', place - index)
}
