import { strokes } from './brush.ts'
import { darker, lighter, mix } from './colour.ts'
import { type Canvas, fields } from './landscape.ts'
import { type MoodName, moods } from './moods.ts'
import { polyline } from './outline.ts'
import { clipped, group, line, type Point, path, rect } from './svg.ts'

interface House {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly wall: string
  readonly roof: string
}

/** Roofs around a church in the fields, or one big barn. */
export function village(canvas: Canvas, mood: MoodName, kind: 'village' | 'barn'): string {
  return fields(canvas, mood) + (kind === 'barn' ? barn(canvas, mood) : cluster(canvas, mood))
}

function cluster({ width, height, random }: Canvas, moodName: MoodName): string {
  const mood = moods[moodName]
  const base = height * 0.66
  const walls = ['#efe4cd', '#e2cda8', '#d8b98c', '#f3ecdf', '#c9a27a'] as const
  const roofs = ['#8e4a33', '#a3583a', '#6f4436', '#7d5a48'] as const
  const shade = (colour: string) => mix(colour, mood.far[0], 0.22)
  const houses = Array.from({ length: 11 }, (_, index): House => {
    const depth = index / 10
    return {
      x: width * (0.16 + 0.62 * random.next()),
      y: base + height * (0.02 + 0.13 * depth),
      width: width * (0.07 + 0.05 * depth + random.around(0.012)),
      wall: shade(random.pick(walls)),
      roof: shade(random.pick(roofs)),
    }
  })
  const church = tower(
    width * random.between(0.38, 0.6),
    base + height * 0.05,
    height * 0.2,
    shade('#f3ecdf'),
    shade('#5d3f3a'),
  )
  return group({}, ...houses.slice(0, 5).map(house), church, ...houses.slice(5).map(house))
}

/** A gable to the left, a long roof to the right. */
function house({ x, y, width, wall, roof }: House): string {
  const [gable, tall] = [width * 0.42, width * 0.34]
  const ridge: Point = [x + gable / 2, y - tall - width * 0.24]
  const end: Point = [x + width - gable * 0.1, y - tall - width * 0.24]
  const window = (wx: number, wy: number) => rect(wx, wy, width * 0.06, width * 0.08, { fill: darker(roof, 0.35) })
  return [
    path(polyline([[x, y], [x, y - tall], ridge, [x + gable, y - tall], [x + gable, y]], true), {
      fill: lighter(wall, 0.12),
    }),
    path(
      polyline(
        [
          [x + gable, y],
          [x + gable, y - tall],
          [x + width, y - tall],
          [x + width, y],
        ],
        true,
      ),
      { fill: darker(wall, 0.22) },
    ),
    path(
      polyline(
        [
          [ridge[0] - width * 0.05, ridge[1]],
          end,
          [x + width + width * 0.05, y - tall * 0.92],
          [x + gable + width * 0.02, y - tall * 0.92],
        ],
        true,
      ),
      { fill: roof },
    ),
    path(polyline([ridge, [x - width * 0.05, y - tall * 0.9]]), {
      stroke: darker(roof, 0.2),
      'stroke-width': width * 0.045,
      fill: 'none',
    }),
    window(x + gable * 0.2, y - tall * 0.75),
    window(x + gable * 0.62, y - tall * 0.75),
    window(x + gable * 0.42, y - tall * 1.12),
    window(x + gable + width * 0.14, y - tall * 0.62),
    window(x + gable + width * 0.34, y - tall * 0.62),
  ].join('')
}

function tower(x: number, y: number, tall: number, wall: string, roof: string): string {
  const wide = tall * 0.27
  return [
    rect(x, y - tall, wide * 0.55, tall, { fill: lighter(wall, 0.1) }),
    rect(x + wide * 0.55, y - tall, wide * 0.45, tall, { fill: darker(wall, 0.22) }),
    path(
      polyline(
        [
          [x - wide * 0.08, y - tall],
          [x + wide * 0.5, y - tall * 1.75],
          [x + wide * 1.08, y - tall],
        ],
        true,
      ),
      { fill: roof },
    ),
    rect(x + wide * 0.2, y - tall * 0.86, wide * 0.18, tall * 0.14, { fill: darker(roof, 0.3) }),
    line([x + wide * 0.5, y - tall * 1.74], [x + wide * 0.5, y - tall * 1.9], { stroke: '#3a332c', 'stroke-width': 4 }),
  ].join('')
}

function barn({ width, height, random }: Canvas, moodName: MoodName): string {
  const mood = moods[moodName]
  const [x, y, wide] = [width * 0.24, height * 0.86, width * 0.52]
  const [wallTop, ridge, eave] = [y - height * 0.2, y - height * 0.45, y - height * 0.185]
  const roof = mix('#7b4a37', mood.near[0], 0.25)
  const wood = mix('#9a7048', mood.near[0], 0.2)
  const boards = {
    colours: [darker(wood, 0.35), wood, lighter(wood, 0.3)],
    tone: (across: number) => 0.65 - across * 0.4,
    angle: 90,
    length: height * 0.07,
    width: height * 0.012,
    density: 3,
  } as const
  const tiles = {
    colours: [darker(roof, 0.35), roof, lighter(roof, 0.22)],
    tone: (_: number, down: number) => 0.7 - down * 0.4,
    angle: 4,
    length: width * 0.05,
    width: height * 0.013,
    density: 3,
  } as const
  const roofOutline: Point[] = [
    [x - wide * 0.07, eave],
    [x + wide * 0.13, ridge],
    [x + wide * 0.93, ridge],
    [x + wide * 1.07, eave],
  ]
  return [
    group(
      { opacity: 0.35 },
      path(
        polyline(
          [
            [x - wide * 0.02, y],
            [x + wide * 1.02, y],
            [x + wide * 1.2, y + height * 0.05],
            [x + wide * 0.1, y + height * 0.05],
          ],
          true,
        ),
        { fill: '#1c1c22' },
      ),
    ),
    rect(x, wallTop, wide, y - wallTop, { fill: wood }),
    clipped(
      'boards',
      polyline(
        [
          [x, wallTop],
          [x + wide, wallTop],
          [x + wide, y],
          [x, y],
        ],
        true,
      ),
      strokes([x, wallTop, wide, y - wallTop], boards, random),
    ),
    rect(x + wide * 0.4, y - height * 0.165, wide * 0.2, height * 0.165, { fill: darker(wood, 0.7) }),
    rect(x + wide * 0.4, y - height * 0.165, wide * 0.095, height * 0.165, { fill: darker(wood, 0.45) }),
    ...[0.1, 0.24, 0.7, 0.84].map((share) =>
      rect(x + wide * share, y - height * 0.12, wide * 0.07, height * 0.055, { fill: darker(wood, 0.65) }),
    ),
    path(polyline(roofOutline, true), { fill: roof }),
    clipped(
      'tiles',
      polyline(roofOutline, true),
      strokes([x - wide * 0.07, ridge, wide * 1.14, eave - ridge], tiles, random),
    ),
    line([x - wide * 0.07, eave], [x + wide * 1.07, eave], {
      stroke: darker(roof, 0.55),
      'stroke-width': height * 0.008,
    }),
  ].join('')
}
