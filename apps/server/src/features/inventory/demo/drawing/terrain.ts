import type { Random } from '../random.ts'
import type { Point } from './svg.ts'

/** A skyline by halving: each new point lies between its neighbours, give or take. */
export function skyline(
  width: number,
  base: number,
  height: number,
  roughness: number,
  random: Random,
  levels = 6,
): Point[] {
  let heights = [
    random.between(0.2, 0.7),
    random.between(0.5, 1),
    random.between(0.2, 0.8),
    random.between(0.5, 1),
    random.between(0.2, 0.7),
  ]
  let spread = 0.5 * roughness
  for (let level = 2; level < levels; level++) {
    heights = heights.flatMap((value, index) => {
      const next = heights[index + 1]
      return next === undefined ? [value] : [value, (value + next) / 2 + random.around(spread * 0.5)]
    })
    spread *= 0.55
  }
  return heights.map((value, index) => [(index * width) / (heights.length - 1), base - value * height])
}

/** One mountain that stands for itself, its summit at a share of the width. */
export function summit(width: number, base: number, height: number, at: number, random: Random): Point[] {
  const steps = 64
  return Array.from({ length: steps + 1 }, (_, index) => {
    const x = index / steps
    const away = Math.abs(x - at) / (x < at ? at : 1 - at)
    const slope = (1 - away) ** 1.25
    return [x * width, base - height * Math.max(slope + random.around(0.022 + 0.03 * away * (1 - away)), 0.04)]
  })
}

export const under = (points: readonly Point[], bottom: number) => {
  const [first, last] = [points[0], points.at(-1)]
  return `M${first?.[0] ?? 0} ${bottom}L${points.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join('L')}L${last?.[0] ?? 0} ${bottom}Z`
}

/** The same seen in water. */
export const mirrored = (points: readonly Point[], shore: number, share: number): Point[] =>
  points.map(([x, y]) => [x, shore + (shore - y) * share])

export const highest = (points: readonly Point[]) => Math.min(...points.map(([, y]) => y))

/** Planes of rock: light and shade that run down a slope. */
export function facets(scale: number, random: Random): (x: number, y: number) => number {
  const [a, b, c] = [random.between(5, 9) * scale, random.between(2, 4) * scale, random.between(0, 6)]
  return (x, y) => 0.5 + 0.32 * Math.sin(a * x + b * y + c) + 0.18 * Math.sin(2.3 * a * x - 1.7 * b * y + 2 * c)
}

/** Whether a place lies below the line, or near enough for a stroke to reach it. */
export function below(line: readonly Point[], margin: number): (x: number, y: number) => boolean {
  const width = line.at(-1)?.[0] ?? 1
  return (x, y) => {
    const place = Math.min(Math.max(x / width, 0), 1) * (line.length - 1)
    const [left, right] = [line[Math.floor(place)], line[Math.ceil(place)]]
    return y > Math.min(left?.[1] ?? 0, right?.[1] ?? 0) - margin
  }
}
