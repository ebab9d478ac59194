import type { Corner, Point } from './svg.ts'

const at = ([x, y]: Point) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`
const towards = ([x1, y1]: Point, [x2, y2]: Point, distance: number): Point => {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1
  return [x1 + ((x2 - x1) * distance) / length, y1 + ((y2 - y1) * distance) / length]
}
const distance = ([x1, y1]: Point, [x2, y2]: Point) => Math.hypot(x2 - x1, y2 - y1)
const pointOf = ([x, y]: Corner): Point => [x, y]

/** Straight lines between corners. */
export const polyline = (points: readonly Point[], closed = false) => `M${points.map(at).join('L')}${closed ? 'Z' : ''}`

/** A closed outline whose corners are rounded: little for sheet metal, much for a hill. */
export function rounded(corners: readonly Corner[]): string {
  const turns = corners.map((corner, index) =>
    turn(corners.at(index - 1), corner, corners[(index + 1) % corners.length]),
  )
  return `M${turns.map(({ start, control, end }) => `${at(start)}Q${at(control)} ${at(end)}`).join('L')}Z`
}

/** The same, open at both ends. */
export function roundedOpen(corners: readonly Corner[]): string {
  const inner = corners.slice(1, -1).map((corner, index) => turn(corners[index], corner, corners[index + 2]))
  const turns = inner.map(({ start, control, end }) => `L${at(start)}Q${at(control)} ${at(end)}`)
  const [first, last] = [corners[0], corners.at(-1)]
  return first && last ? `M${at(pointOf(first))}${turns.join('')}L${at(pointOf(last))}` : ''
}

function turn(before: Corner | undefined, corner: Corner, after: Corner | undefined) {
  const control = pointOf(corner)
  const [from, to] = [pointOf(before ?? corner), pointOf(after ?? corner)]
  // Two neighbours share the edge between them.
  const reach = Math.min(corner[2] ?? 0, distance(from, control) / 2, distance(control, to) / 2)
  return { start: towards(control, from, reach), control, end: towards(control, to, reach) }
}

/** A soft curve through all points (Catmull-Rom). */
export function smooth(points: readonly Point[], closed = false): string {
  const get = (index: number): Point => {
    const wrapped = closed ? (index + points.length) % points.length : Math.min(Math.max(index, 0), points.length - 1)
    return points[wrapped] ?? [0, 0]
  }
  const count = closed ? points.length : points.length - 1
  const parts = Array.from({ length: count }, (_, index) => {
    const [p0, p1, p2, p3] = [get(index - 1), get(index), get(index + 1), get(index + 2)]
    const c1: Point = [p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6]
    const c2: Point = [p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6]
    return `C${at(c1)} ${at(c2)} ${at(p2)}`
  })
  return `M${at(get(0))}${parts.join('')}${closed ? 'Z' : ''}`
}

/** The outline moved inwards: the glass inside a roof, the lining inside a door. Corners go clockwise with y up. */
export function inset(corners: readonly Corner[], by: number): Corner[] {
  const edges = corners.map((corner, index) =>
    moved(pointOf(corner), pointOf(corners[(index + 1) % corners.length] ?? corner), by),
  )
  return edges.map((edge, index) => {
    const [x, y] = crossing(edges.at(index - 1) ?? edge, edge)
    return [x, y, (corners[index]?.[2] ?? 0) * 0.9]
  })
}

type Edge = readonly [Point, Point]

function moved([x1, y1]: Point, [x2, y2]: Point, by: number): Edge {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1
  const [dx, dy] = [((y2 - y1) / length) * by, (-(x2 - x1) / length) * by]
  return [
    [x1 + dx, y1 + dy],
    [x2 + dx, y2 + dy],
  ]
}

function crossing([[x1, y1], [x2, y2]]: Edge, [[x3, y3], [x4, y4]]: Edge): Point {
  const slope = (x1 - x2) * (y3 - y4) - (y1 - y2) * (x3 - x4)
  if (Math.abs(slope) < 1e-6) return [x3, y3]
  const [a, b] = [x1 * y2 - y1 * x2, x3 * y4 - y3 * x4]
  return [(a * (x3 - x4) - (x1 - x2) * b) / slope, (a * (y3 - y4) - (y1 - y2) * b) / slope]
}

/** Corners stretched from one box to another. */
export const stretched = (corners: readonly Corner[], sx: number, sy: number): Corner[] =>
  corners.map(([x, y, radius = 0]) => [x * sx, y * sy, radius * Math.min(sx, sy)])

/** What of a convex outline lies to the left of the line that leans back from `x` on the ground level `y`. */
export function leftOf(corners: readonly Corner[], x: number, y: number, lean: number): Corner[] {
  const beyond = ([cx, cy]: Corner) => cx - (x + (cy - y) * lean)
  return corners.flatMap((corner, index): Corner[] => {
    const next = corners[(index + 1) % corners.length] ?? corner
    const [here, there] = [beyond(corner), beyond(next)]
    const kept: Corner[] = here <= 0 ? [corner] : []
    if (here <= 0 === there <= 0) return kept
    const share = here / (here - there)
    return [...kept, [corner[0] + (next[0] - corner[0]) * share, corner[1] + (next[1] - corner[1]) * share, 50]]
  })
}
