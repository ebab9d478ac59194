import type { Random } from '../random.ts'
import { type Brush, brushed, strokes } from './brush.ts'
import { darker, lighter, mix } from './colour.ts'
import { type Mood, type MoodName, moods } from './moods.ts'
import { smooth } from './outline.ts'
import { circle, clipped, ellipse, group, type Point, path, rect } from './svg.ts'
import { below, facets, highest, mirrored, skyline, summit, under } from './terrain.ts'

export interface Canvas {
  readonly width: number
  readonly height: number
  readonly random: Random
}

/** Layers of mountains, a lake, their reflection; perhaps a sail. */
export function lake(canvas: Canvas, moodName: MoodName, sails = 0): string {
  const { width, height, random } = canvas
  const mood = moods[moodName]
  const shore = height * random.between(0.5, 0.6)
  const far = skyline(width, shore, height * 0.4, 1, random)
  const middle = skyline(width, shore, height * 0.22, 0.8, random)
  const near = skyline(width, shore, height * 0.09, 0.5, random)
  return [
    sky(canvas, mood, shore),
    massif('far', far, shore, mood.far, mood, canvas, true),
    massif('middle', middle, shore, mixScale(mood.far, mood.near, 0.55), mood, canvas),
    massif('near', near, shore, mood.near, mood, canvas),
    water(canvas, mood, shore, [
      [mirrored(far, shore, 0.8), mood.far],
      [mirrored(middle, shore, 0.85), mixScale(mood.far, mood.near, 0.55)],
      [mirrored(near, shore, 0.9), mood.near],
    ]),
    ...Array.from({ length: sails }, (_, index) => sail(canvas, mood, shore, index)),
    bank(canvas, mood),
  ].join('')
}

/** One mountain above the clouds or the valley, in the middle of the picture. */
export function peak(canvas: Canvas, moodName: MoodName): string {
  const { width, height, random } = canvas
  const mood = moods[moodName]
  const base = height * 0.94
  const mountain = summit(width, base, height * random.between(0.66, 0.76), random.between(0.42, 0.58), random)
  const shoulder = skyline(width, base, height * 0.34, 0.9, random)
  return [
    sky(canvas, mood, base),
    cloudBand(canvas, mood, height * 0.2, 0.5),
    massif('peak', mountain, base, mood.far, mood, canvas, true),
    cloudBand(canvas, mood, height * random.between(0.55, 0.62), 0.9),
    massif('shoulder', shoulder, height, mood.near, mood, canvas),
    brushed(
      'meadow',
      smoothHill(width, height, 0.9, random),
      [0, height * 0.84, width, height * 0.16],
      groundBrush(mood),
      random,
    ),
  ].join('')
}

/** Hills behind hills, fields between hedges. */
export function fields(canvas: Canvas, moodName: MoodName): string {
  const { width, height, random } = canvas
  const mood = moods[moodName]
  const horizon = height * random.between(0.38, 0.48)
  const ranges = skyline(width, horizon, height * 0.16, 0.7, random)
  const bands = [0.42, 0.5, 0.6, 0.74, 0.9]
  return [
    sky(canvas, mood, horizon),
    cloudBand(canvas, mood, height * 0.16, 0.75),
    massif('range', ranges, horizon + height * 0.08, mood.far, mood, canvas),
    ...bands.map((top, index) => {
      const tint = index / (bands.length - 1)
      const hill = smoothHill(width, height, top, random)
      const crop = index % 2 ? mood.ground : mixScale(mood.ground, [mood.ground[1], mood.sun, mood.ground[1]], 0.38)
      const colours = mixScale(mixScale(mood.far, crop, 0.6), crop, tint)
      return (
        path(hill, { fill: colours[1] ?? mood.ground[1] }) +
        brushed(
          `field${index}`,
          hill,
          [0, height * (top - 0.08), width, height * (1.08 - top)],
          {
            colours,
            tone: (x, y) => 0.75 - y * 0.5 + 0.3 * Math.sin(x * 9 + index * 2),
            angle: 8 - index * 5,
            length: 60 + index * 14,
            width: 9 + index * 2.5,
            density: 1.5,
          },
          random,
        ) +
        hedge(canvas, mood, top, index)
      )
    }),
  ].join('')
}

export function sky({ width, height, random }: Canvas, mood: Mood, bottom: number): string {
  const [x, y] = [width * random.between(0.15, 0.85), bottom * random.between(0.3, 0.7)]
  const size = Math.min(width, height)
  return [
    rect(0, 0, width, height, { fill: mood.sky[1] }),
    strokes(
      [0, 0, width, bottom],
      {
        colours: mood.sky,
        tone: (_, down) => down,
        angle: 2,
        length: size * 0.09,
        width: size * 0.014,
        liveliness: 0.13,
      },
      random,
    ),
    circle(x, y, size * 0.11, { fill: mood.sun, opacity: 0.16 }),
    circle(x, y, size * 0.075, { fill: mood.sun, opacity: 0.25 }),
    circle(x, y, size * 0.045, { fill: mood.sun, opacity: 0.9 }),
  ].join('')
}

function massif(
  id: string,
  line: readonly Point[],
  bottom: number,
  colours: Brush['colours'],
  mood: Mood,
  { width, height, random }: Canvas,
  snow = false,
): string {
  const outline = under(line, bottom)
  const top = highest(line)
  const light = facets(1, random)
  const box = [0, top, width, bottom - top] as const
  const brush = {
    colours,
    tone: light,
    angle: (x: number, y: number) => (light(x / width, (y - top) / (bottom - top)) > 0.5 ? 62 : 118),
    length: height * 0.05,
    width: height * 0.011,
    covers: below(line, height * 0.02),
  }
  const cap = {
    ...brush,
    colours: [mix(mood.snow, colours[0], 0.35), mood.snow] as const,
    length: height * 0.04,
    density: 2.4,
  }
  const snowline = top + (bottom - top) * 0.42
  return [
    path(outline, { fill: colours[1] }),
    brushed(id, outline, box, brush, random),
    snow
      ? clipped(
          `${id}-snow`,
          outline,
          clipped(
            `${id}-cap`,
            snowOutline(line, snowline, random),
            strokes([0, top, width, snowline - top + 60], cap, random),
          ),
        )
      : '',
  ].join('')
}

const snowOutline = (line: readonly Point[], snowline: number, random: Random) => {
  const ragged = [...line]
    .reverse()
    .map(([x, y]): Point => [x, Math.min(snowline, y + (snowline - y) * random.between(0.45, 1))])
  return `M${[...line, ...ragged].map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join('L')}Z`
}

function water(
  { width, height, random }: Canvas,
  mood: Mood,
  shore: number,
  reflections: readonly (readonly [Point[], Brush['colours']])[],
): string {
  const ripple = { angle: 0, length: width * 0.06, width: height * 0.009 }
  const box = [0, shore, width, height - shore] as const
  return [
    rect(0, shore, width, height - shore, { fill: mood.water[1] }),
    strokes(box, { ...ripple, colours: mood.water, tone: (_, down) => 0.95 - down * 0.9, liveliness: 0.16 }, random),
    ...reflections.map(([line, colours], index) =>
      brushed(
        `mirror${index}`,
        under(line, shore),
        box,
        {
          ...ripple,
          colours: [darker(mix(colours[0], mood.water[0], 0.25), 0.08), mix(colours[1], mood.water[0], 0.25)],
          tone: (x, y) => 0.5 + 0.4 * Math.sin(x * 14 + y * 40),
          opacity: 0.85,
          density: 1.3,
          covers: above(line, height * 0.01),
        },
        random,
      ),
    ),
    strokes(
      box,
      {
        ...ripple,
        colours: [mood.water[2] ?? mood.water[1], lighter(mood.sun, 0.3)],
        tone: () => 0.6,
        liveliness: 0.4,
        density: 0.07,
        width: height * 0.005,
      },
      random,
    ),
    rect(0, shore - 2, width, 4, { fill: lighter(mood.water[1], 0.35), opacity: 0.6 }),
  ].join('')
}

const above = (line: readonly Point[], margin: number) => {
  const beyond = below(line, -margin)
  return (x: number, y: number) => !beyond(x, y)
}

function sail({ width, height, random }: Canvas, mood: Mood, shore: number, index: number): string {
  const size = height * random.between(0.07, 0.13) * (1 + index * 0.25)
  const [x, y] = [width * random.between(0.18, 0.82), shore + (height - shore) * random.between(0.08, 0.35)]
  const cloth = random.pick(['#f5ecd7', '#e2b26c', '#c9714b', '#f8f4ea'])
  return group(
    {},
    path(`M${x} ${y}V${y - size * 1.5}L${x + size * 0.62} ${y - size * 0.12}Z`, { fill: cloth }),
    path(`M${x - size * 0.05} ${y - size * 1.35}L${x - size * 0.42} ${y - size * 0.1}H${x - size * 0.05}Z`, {
      fill: mix(cloth, mood.far[0], 0.25),
    }),
    path(`M${x - size * 0.55} ${y}Q${x} ${y + size * 0.26} ${x + size * 0.7} ${y}Z`, {
      fill: darker(mood.near[0], 0.35),
    }),
    path(`M${x - size * 0.2} ${y + size * 0.2}V${y + size * 0.95}L${x + size * 0.35} ${y + size * 0.22}Z`, {
      fill: cloth,
      opacity: 0.35,
    }),
  )
}

/** Grass in front, so that one stands somewhere. */
function bank({ width, height, random }: Canvas, mood: Mood): string {
  const outline = `M0 ${height}V${height * 0.9}Q${width * 0.22} ${height * 0.87} ${width * 0.42} ${height * 0.95}T${width * 0.8} ${height}Z`
  return (
    path(outline, { fill: mood.ground[0] }) +
    clipped(
      'bank',
      outline,
      strokes(
        [0, height * 0.86, width * 0.85, height * 0.14],
        { ...groundBrush(mood), angle: 78, length: height * 0.035, width: height * 0.006 },
        random,
      ),
    )
  )
}

const groundBrush = (mood: Mood): Brush => ({
  colours: mood.ground,
  tone: (x, y) => 0.8 - y * 0.6 + 0.2 * Math.sin(x * 11),
  angle: 12,
  length: 60,
  width: 13,
})

export const smoothHill = (width: number, height: number, top: number, random: Random) => {
  const points = Array.from(
    { length: 5 },
    (_, index): Point => [(index * width) / 4, height * (top + random.around(0.035))],
  )
  return `${smooth(points)}L${width} ${height}L0 ${height}Z`
}

/** A row of trees along the edge of a field, small in the distance. */
function hedge({ width, height, random }: Canvas, mood: Mood, top: number, index: number): string {
  const size = height * (0.006 + index * 0.0055)
  const start = width * random.between(-0.05, 0.6)
  const leaf = mix(mood.near[0], mood.ground[0], index / 4)
  const slope = random.around(0.12)
  const trees = Array.from({ length: random.whole(9, 20) }, (_, tree) => {
    const x = start + tree * size * 1.25 + random.around(size * 0.3)
    return { x, y: height * (top + 0.05) + (x - start) * slope, tall: size * random.between(0.8, 1.7) }
  })
  return [
    ...trees.map(({ x, y, tall }) =>
      ellipse(x + tall * 0.5, y + tall * 0.1, tall * 1.1, tall * 0.22, { fill: mood.ground[0], opacity: 0.5 }),
    ),
    ...trees.map(({ x, y, tall }) => ellipse(x, y - tall * 0.55, tall * 0.75, tall * 0.75, { fill: leaf })),
    ...trees.map(({ x, y, tall }) =>
      ellipse(x - tall * 0.2, y - tall * 0.75, tall * 0.4, tall * 0.42, {
        fill: mix(leaf, mood.ground[2] ?? mood.ground[1], 0.45),
      }),
    ),
  ].join('')
}

/** Clouds drawn out along the sky by a dry brush. */
function cloudBand({ width, height, random }: Canvas, mood: Mood, y: number, opacity: number): string {
  const cloud = mix(mood.snow, mood.sky.at(-1) ?? mood.sky[1], 0.35)
  const puffs = Array.from({ length: 5 }, () => ({ at: random.next(), half: random.between(0.06, 0.16) }))
  const covers = (x: number, down: number) =>
    puffs.some(({ at, half }) => Math.hypot((x / width - at) / half, (down - y) / (height * 0.035)) < 1)
  return strokes(
    [0, y - height * 0.04, width, height * 0.08],
    {
      colours: [mix(cloud, mood.sky[0], 0.3), cloud, lighter(cloud, 0.5)],
      tone: (_, down) => 1 - down * 0.9,
      angle: 0,
      length: width * 0.05,
      width: height * 0.012,
      density: 3,
      opacity,
      covers,
    },
    random,
  )
}

const mixScale = (from: Brush['colours'], to: Brush['colours'], share: number): Brush['colours'] => {
  const at = (scale: Brush['colours'], index: number) => scale[Math.min(index, scale.length - 1)] ?? scale[1]
  return [mix(at(from, 0), at(to, 0), share), mix(at(from, 1), at(to, 1), share), mix(at(from, 2), at(to, 2), share)]
}
