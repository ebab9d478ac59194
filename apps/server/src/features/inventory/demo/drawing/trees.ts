import { strokes } from './brush.ts'
import { darker, lighter, mix } from './colour.ts'
import { type Canvas, sky, smoothHill } from './landscape.ts'
import { type MoodName, moods } from './moods.ts'
import { smooth } from './outline.ts'
import { clipped, type Point, path } from './svg.ts'

/** A single big tree, an avenue, or a wood of trunks. */
export function trees(canvas: Canvas, mood: MoodName, kind: 'tree' | 'wood' | 'avenue'): string {
  return { tree: lonely, wood, avenue }[kind](canvas, mood)
}

function lonely(canvas: Canvas, moodName: MoodName): string {
  const { width, height, random } = canvas
  const mood = moods[moodName]
  const ground = height * 0.8
  const [x, crown] = [width * random.between(0.42, 0.58), Math.min(width, height) * 0.3]
  const middle = ground - crown * 1.25
  return [
    sky(canvas, mood, ground),
    meadow(canvas, moodName, 0.8),
    path(
      `M${x - crown * 0.13} ${ground + 20}C${x - crown * 0.04} ${ground - crown * 0.4} ${x - crown * 0.09} ${middle + crown * 0.3} ${x - crown * 0.3} ${middle}L${x} ${middle + crown * 0.2}L${x + crown * 0.34} ${middle - crown * 0.1}C${x + crown * 0.1} ${middle + crown * 0.5} ${x + crown * 0.06} ${ground - crown * 0.4} ${x + crown * 0.16} ${ground + 20}Z`,
      { fill: darker(mood.near[0], 0.4) },
    ),
    foliage(canvas, [x, middle], crown, moodName),
    strokes(
      [x - crown * 1.1, ground + 4, crown * 2.4, height * 0.05],
      {
        colours: [darker(mood.ground[0], 0.35), mood.ground[0]],
        tone: () => 0.4,
        angle: 2,
        length: 90,
        width: 12,
        opacity: 0.7,
      },
      random,
    ),
  ].join('')
}

function foliage({ random }: Canvas, [x, y]: Point, size: number, moodName: MoodName): string {
  const { near, ground, sun } = moods[moodName]
  const lobes = Array.from({ length: 15 }, () => {
    const [angle, away] = [random.between(0, Math.PI * 2), Math.sqrt(random.next())]
    return {
      x: x + Math.cos(angle) * away * size * 0.95,
      y: y + Math.sin(angle) * away * size * 0.72,
      r: size * random.between(0.24, 0.4),
    }
  })
  const covers = (px: number, py: number) => lobes.some((lobe) => Math.hypot(px - lobe.x, py - lobe.y) < lobe.r)
  const box = [x - size * 1.4, y - size * 1.2, size * 2.8, size * 2.4] as const
  const leaf = { length: size * 0.12, width: size * 0.035, covers }
  return [
    strokes(
      box,
      { ...leaf, colours: [darker(near[0], 0.45), near[0]], tone: () => 0.5, angle: 40, density: 3.4 },
      random,
    ),
    strokes(
      box,
      {
        ...leaf,
        colours: [darker(near[0], 0.15), mix(near[1], ground[1], 0.5), mix(ground[2] ?? ground[1], sun, 0.3)],
        tone: (across, down) => 1.1 - across * 0.45 - down * 0.75,
        angle: (px) => (px < x ? 130 : 50),
        density: 1.9,
        liveliness: 0.24,
      },
      random,
    ),
  ].join('')
}

function meadow({ width, height, random }: Canvas, moodName: MoodName, top: number): string {
  const { ground } = moods[moodName]
  const hill = smoothHill(width, height, top, random)
  return (
    path(hill, { fill: ground[1] }) +
    clipped(
      'meadow',
      hill,
      strokes(
        [0, height * (top - 0.05), width, height * (1.05 - top)],
        {
          colours: ground,
          tone: (x, y) => 0.75 - y * 0.6 + 0.2 * Math.sin(x * 9),
          angle: 6,
          length: width * 0.05,
          width: height * 0.012,
        },
        random,
      ),
    )
  )
}

/** Upright trunks before the light, darker as they come nearer. */
function wood(canvas: Canvas, moodName: MoodName): string {
  const { width, height, random } = canvas
  const mood = moods[moodName]
  const rows = [0.2, 0.45, 0.7, 1]
  return [
    sky(canvas, mood, height * 0.8),
    strokes(
      [0, height * 0.02, width, height * 0.7],
      {
        colours: [mood.near[1], mood.ground[2] ?? mood.ground[1], mood.sun],
        tone: (_, down) => 0.9 - down * 0.7,
        angle: 70,
        length: height * 0.06,
        width: height * 0.014,
        density: 0.9,
        opacity: 0.7,
      },
      random,
    ),
    meadow(canvas, moodName, 0.76),
    ...rows.flatMap((near, row) =>
      Array.from({ length: 11 - row * 2 }, () => {
        const [x, wide] = [random.between(-0.02, 1.02) * width, width * (0.008 + near * 0.026)]
        const foot = height * (0.74 + near * 0.17)
        const lean = random.around(width * 0.02)
        const bark = mix(mix(mood.far[1], mood.near[0], near), '#17130f', near * 0.55)
        const trunk = `M${x - wide} ${foot}L${x - wide * 0.55 + lean} -10H${x + wide * 0.55 + lean}L${x + wide} ${foot}Z`
        return (
          path(trunk, { fill: bark }) +
          path(`M${x - wide} ${foot}L${x - wide * 0.55 + lean} -10h${wide * 0.4}L${x - wide * 0.5} ${foot}Z`, {
            fill: mix(bark, mood.sun, 0.35),
          })
        )
      }),
    ),
    strokes(
      [0, height * 0.9, width, height * 0.1],
      {
        colours: [darker(mood.ground[0], 0.4), mood.ground[1]],
        tone: (x) => 0.5 + 0.4 * Math.sin(x * 17),
        angle: 75,
        length: height * 0.05,
        width: height * 0.008,
      },
      random,
    ),
  ].join('')
}

/** A road between two rows of trees that run together at the horizon. */
function avenue(canvas: Canvas, moodName: MoodName): string {
  const { width, height, random } = canvas
  const mood = moods[moodName]
  const [vx, vy] = [width * random.between(0.44, 0.56), height * 0.6]
  const road = mix(mood.sky.at(-1) ?? mood.sky[1], mood.ground[1], 0.25)
  const far = [0.08, 0.14, 0.22, 0.33, 0.48, 0.68, 0.95]
  const outline = smooth([
    [vx - 8, vy],
    [vx - width * 0.06, vy + height * 0.1],
    [vx - width * 0.28, height + 20],
  ])
  const lane = `${outline}L${vx + width * 0.34} ${height + 20}L${vx + 10} ${vy}Z`
  return [
    sky(canvas, mood, vy),
    meadow(canvas, moodName, 0.6),
    path(lane, { fill: road }),
    clipped(
      'lane',
      lane,
      strokes(
        [0, vy, width, height - vy],
        {
          colours: [darker(road, 0.3), road, lighter(road, 0.3)],
          tone: (_, down) => 0.75 - down * 0.4,
          angle: 0,
          length: width * 0.05,
          width: height * 0.01,
        },
        random,
      ),
    ),
    ...far.flatMap((near) =>
      [-1, 1].map((side) => {
        const [x, foot] = [vx + side * width * 0.52 * near, vy + (height - vy) * near * 0.85]
        const tall = height * 0.95 * near
        return (
          path(
            `M${x - tall * 0.03} ${foot}L${x - tall * 0.014} ${foot - tall * 0.6}H${x + tall * 0.014}L${x + tall * 0.03} ${foot}Z`,
            { fill: darker(mood.near[0], 0.45) },
          ) + foliage(canvas, [x, foot - tall * 0.72], tall * 0.27, moodName)
        )
      }),
    ),
  ].join('')
}
