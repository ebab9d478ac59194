import { type ClosedShape, type ClosedShapeName, closedShapes } from './car-shapes.ts'
import { darker, lighter } from './colour.ts'
import { inset, leftOf, rounded, smooth, stretched } from './outline.ts'
import { type Corner, circle, clipped, ellipse, group, line, type Point, path, rect } from './svg.ts'
import { type Wheel, wheel } from './wheel.ts'

export interface ClosedCar {
  readonly shape: ClosedShapeName
  readonly length: number
  readonly height: number
  readonly paint: string
  /** Roof in another colour, or the cloth of a soft top. */
  readonly roof?: string
  /** Shut, a cloth top, or nothing over the seats. */
  readonly top?: 'hard' | 'soft' | 'open'
  readonly wheels: Wheel
  readonly bumpers?: 'chrome' | 'rubber' | 'none'
  /** A second colour below the crease. */
  readonly lower?: string
  /** A panel van has glass in the cab only. */
  readonly blind?: true
  /** A band of colour along the flank. */
  readonly stripe?: string
  /** A roof of glass and cloth, rolled along its length. */
  readonly upholstery?: string
}

const chrome = '#dfe2e5'
const chromeShade = '#8f969d'
const glass = '#2f3d46'
const arch = '#17161a'

/** A car in millimetres, y up, its front at x = 0. */
export function closedCar(car: ClosedCar): string {
  const shape = fitted(closedShapes[car.shape], car)
  const body = rounded(shape.body)
  return [
    car.top === 'open' ? cockpit(shape, car) : greenhouse(shape, car),
    path(body, { fill: car.paint }),
    clipped('body', body, flank(shape, car), joints(shape, car), arches(shape, car)),
    trim(shape, car),
    ...shape.axles.map((x) => wheel(x, shape.tyre, car.wheels)),
    shape.skirt ? skirt(shape, car) : '',
    lamps(shape),
    bumpers(shape, car),
  ].join('')
}

function fitted(shape: ClosedShape, { length, height }: ClosedCar): ClosedShape {
  const [sx, sy] = [length / shape.length, height / shape.height]
  const point = ([x, y]: Point): Point => [x * sx, y * sy]
  const across = (x: number) => x * sx
  const [lampX, lampY, lampRadius] = shape.lamp
  const [tailX, tailY, tailWidth, tailHeight] = shape.tailLamp
  return {
    ...shape,
    length,
    height,
    body: stretched(shape.body, sx, sy),
    roof: stretched(shape.roof, sx, sy),
    axles: [shape.axles[0] * sx, shape.axles[1] * sx],
    tyre: shape.tyre * Math.sqrt(sx * sy),
    pillars: shape.pillars.map(([belt, top]) => [belt * sx, top * sx]),
    doors: shape.doors.map(across),
    ...(shape.glassTo ? { glassTo: shape.glassTo * sx } : {}),
    crease: shape.crease.map(point),
    lamp: [lampX * sx, lampY * sy, lampRadius * sy],
    tailLamp: [tailX * sx, tailY * sy, tailWidth * sx, tailHeight * sy],
  }
}

function greenhouse(shape: ClosedShape, car: ClosedCar): string {
  const colour = car.roof ?? car.paint
  const outline = rounded(shape.roof)
  const belt = (shape.roof[0]?.[1] ?? 0) + 40
  const panes = inset(shape.roof, shape.glassInset ?? 62)
  // The belt cuts the glass off below, wherever the roof ends inside the body.
  const above = panes.map(([x, y, radius]): Corner => [x, Math.max(y, belt), radius ?? 0])
  const glassOutline = rounded(shape.glassTo ? leftOf(above, shape.glassTo, belt, -0.45) : above)
  const soft = car.top === 'soft'
  return [
    path(outline, { fill: colour }),
    clipped(
      'roof',
      outline,
      path(smoothUnder(shape.roof), { fill: lighter(colour, 0.16), opacity: 0.8 }),
      soft ? seams(shape, colour) : '',
    ),
    clipped('glass', glassOutline, ...windows(shape, car, colour)),
    soft || car.bumpers !== 'chrome' ? '' : path(glassOutline, { fill: 'none', stroke: chrome, 'stroke-width': 14 }),
  ].join('')
}

/** Light on the upper edge of a roof. */
const smoothUnder = (roof: readonly Corner[]) => {
  const top = Math.max(...roof.map(([, y]) => y))
  const points = roof.map(([x, y]): Point => [x, y])
  return `${smooth(points)}L${roof.at(-1)?.[0]} ${top + 200}L${roof[0]?.[0]} ${top + 200}Z`
}

function windows(shape: ClosedShape, car: ClosedCar, colour: string): string[] {
  const { length, height } = shape
  const last = shape.roof.at(-1)?.[0] ?? length
  const blindFrom = car.blind ? shape.pillars[0]?.[0] : car.top === 'soft' ? shape.pillars.at(-1)?.[0] : undefined
  const leaning = (x: number, width: number) =>
    `M${x} 0L${x + width} 0L${x + width + height * 0.45} ${height}L${x + height * 0.45} ${height}Z`
  const seats = car.upholstery ? darker(car.upholstery, 0.5) : '#1f2a31'
  return [
    rect(0, 0, length, height, { fill: glass }),
    ...shape.doors
      .slice(0, -1)
      .map((x, index) => seat(x + ((shape.doors[index + 1] ?? last) - x) * 0.66, shape, seats)),
    path(leaning(length * 0.33, length * 0.05), { fill: '#ffffff', opacity: 0.13 }),
    path(leaning(length * 0.4, length * 0.018), { fill: '#ffffff', opacity: 0.13 }),
    path(leaning(length * 0.6, length * 0.04), { fill: '#ffffff', opacity: 0.1 }),
    ...shape.pillars.map(([belt, top]) =>
      line([belt, height * 0.5], [top, height * 1.02], { stroke: colour, 'stroke-width': 58 }),
    ),
    blindFrom === undefined ? '' : rect(blindFrom, 0, last, height * 1.1, { fill: colour }),
  ]
}

const seat = (x: number, { roof, height }: ClosedShape, colour: string) => {
  const belt = roof[0]?.[1] ?? 0
  return rect(x, belt - 100, 130, (height - belt) * 0.42 + 100, { rx: 60, fill: colour })
}

function seams({ roof, height }: ClosedShape, colour: string): string {
  const [front, back] = [roof[1]?.[0] ?? 0, roof.at(-1)?.[0] ?? 0]
  return [0.38, 0.66]
    .map((share) => front + (back - front) * share)
    .map((x) => line([x, height], [x + 60, height * 0.7], { stroke: darker(colour, 0.25), 'stroke-width': 12 }))
    .join('')
}

/** Windscreen, seats and folded top of an open car. */
function cockpit({ roof, pillars, height, length }: ClosedShape, car: ClosedCar): string {
  const [base, top] = [roof[0] ?? [0, 0], roof[1] ?? [0, 0]]
  const back = (pillars[0]?.[0] ?? length / 2) + 130
  const leather = car.upholstery ?? '#6b3f2a'
  const belt = base[1]
  const screenTop: Point = [base[0] + (top[0] - base[0]) * 0.8, belt + (top[1] - belt) * 0.8]
  return [
    path(
      rounded([
        [back - 330, belt - 60],
        [back - 300, belt + 210, 70],
        [back - 130, belt + 235, 70],
        [back - 60, belt - 60],
      ]),
      { fill: leather },
    ),
    path(
      rounded([
        [back - 40, belt - 80],
        [back + 10, belt + 120, 60],
        [back + 330, belt + 120, 90],
        [back + 520, belt - 80],
      ]),
      { fill: car.roof ?? darker(leather, 0.55) },
    ),
    line([back - 860, belt - 20], [back - 690, belt + 170], {
      stroke: '#2b2422',
      'stroke-width': 26,
      'stroke-linecap': 'round',
    }),
    path(
      `M${base[0]} ${belt}L${screenTop[0]} ${screenTop[1]}L${screenTop[0] + 40} ${screenTop[1] - 10}L${base[0] + 190} ${belt}Z`,
      { fill: '#a9c3cc', opacity: 0.75 },
    ),
    line([base[0] + 20, belt - 20], screenTop, {
      stroke: chrome,
      'stroke-width': Math.max(22, height * 0.02),
      'stroke-linecap': 'round',
    }),
  ].join('')
}

function flank({ crease, length, height, body }: ClosedShape, { paint, lower, stripe }: ClosedCar): string {
  const curve = smooth(crease)
  const below = `${curve}L${length + 100} 0L-100 0Z`
  const top = Math.max(...body.map(([, y]) => y))
  return [
    path(below, { fill: lower ?? darker(paint, 0.2) }),
    path(`${curve}L${length} ${-height * 0.25}`, {
      fill: 'none',
      stroke: lighter(paint, 0.4),
      'stroke-width': 16,
      opacity: 0.85,
      transform: 'translate(0 10)',
    }),
    stripe ? path(curve, { fill: 'none', stroke: stripe, 'stroke-width': 70, transform: 'translate(0 -70)' }) : '',
    // The sky on the shoulders.
    path(`M0 ${top - 20}L${length} ${top - 20}L${length} ${top + 50}L0 ${top + 50}Z`, {
      fill: lighter(paint, 0.35),
      opacity: 0.55,
    }),
    rect(-50, 0, length + 100, height * 0.235, { fill: darker(lower ?? paint, 0.5), opacity: 0.85 }),
  ].join('')
}

function joints({ doors, roof, height, body, axles, tyre }: ClosedShape, { paint }: ClosedCar): string {
  const belt = roof[0]?.[1] ?? 0
  const sill = (body[0]?.[1] ?? 0) + 60
  const stroke = darker(paint, 0.5)
  return doors
    .map((x, index) => {
      // The last door bends round the rear wheel.
      const near = Math.abs(x - axles[1]) < tyre * 1.35
      const bottom = near ? tyre * 2.1 : sill
      const handle = index === 0 ? '' : rect(x - 190, belt - height * 0.075, 120, 24, { rx: 10, fill: chrome })
      return line([x, bottom], [x, belt + 80], { stroke, 'stroke-width': 9, opacity: 0.7 }) + handle
    })
    .join('')
}

function arches({ axles, tyre, wings, skirt: covered }: ClosedShape, { paint }: ClosedCar): string {
  const edge = darker(paint, 0.45)
  return axles
    .map((x, index) => {
      const wing = wings
        ? path(`M${x - tyre * 1.75} 0A${tyre * 1.75} ${tyre * 1.62} 0 0 1 ${x + tyre * 1.75} 0`, {
            transform: `translate(0 ${tyre * 2 * 0.4}) scale(1 1)`,
            fill: 'none',
            stroke: edge,
            'stroke-width': 12,
            opacity: 0.65,
          })
        : ''
      if (covered && index === 1) return wing
      return (
        wing +
        circle(x, tyre, tyre * 1.24, { fill: lighter(paint, 0.15), opacity: 0.6 }) +
        circle(x, tyre, tyre * 1.18, { fill: arch })
      )
    })
    .join('')
}

function skirt({ axles, tyre }: ClosedShape, { paint }: ClosedCar): string {
  const x = axles[1]
  const cover = rounded([
    [x - tyre * 1.3, tyre * 1.05, 40],
    [x - tyre * 1.15, tyre * 2.25, 120],
    [x + tyre * 1.15, tyre * 2.2, 120],
    [x + tyre * 1.3, tyre * 1.05, 40],
  ])
  return (
    path(cover, { fill: darker(paint, 0.2) }) +
    path(cover, { fill: 'none', stroke: darker(paint, 0.5), 'stroke-width': 9, opacity: 0.7 })
  )
}

function trim({ crease, axles, tyre, height }: ClosedShape, { bumpers: kind }: ClosedCar): string {
  if (kind === 'none') return ''
  const from = axles[0] + tyre * 1.35
  const to = axles[1] - tyre * 1.35
  const y = (crease[1]?.[1] ?? height / 2) - height * 0.05
  return (
    line([from, height * 0.235], [to, height * 0.235], {
      stroke: kind === 'rubber' ? '#2c2b2e' : chrome,
      'stroke-width': 22,
    }) + (kind === 'rubber' ? line([from, y], [to, y], { stroke: '#2c2b2e', 'stroke-width': 26 }) : '')
  )
}

function lamps({ lamp: [x, y, radius], tailLamp: [tailX, tailY, width, height] }: ClosedShape): string {
  return [
    ellipse(x, y, radius * 0.62, radius, { fill: chromeShade }),
    ellipse(x - radius * 0.05, y, radius * 0.5, radius * 0.86, { fill: '#fff6d8' }),
    ellipse(x - radius * 0.12, y + radius * 0.2, radius * 0.22, radius * 0.4, { fill: '#ffffff' }),
    rect(tailX - width / 2, tailY - height / 2, width, height, { rx: Math.min(width, height) * 0.45, fill: '#b3261e' }),
    rect(tailX - width / 2, tailY + height * 0.12, width, height * 0.3, { rx: width * 0.3, fill: '#e2683c' }),
  ].join('')
}

function bumpers({ length, height, body }: ClosedShape, { bumpers: kind = 'chrome' }: ClosedCar): string {
  if (kind === 'none') return ''
  const y = height * 0.29
  const reach = length * 0.085
  const rear = Math.max(...body.map(([x]) => x))
  const fill = kind === 'rubber' ? '#2a292d' : chrome
  const thick = kind === 'rubber' ? 120 : 92
  const bar = (x: number) =>
    group(
      {},
      rect(x, y - thick / 2, reach, thick, { rx: thick / 2, fill }),
      rect(x + 12, y - thick / 2 + 8, reach - 24, thick * 0.28, {
        rx: 10,
        fill: kind === 'rubber' ? '#111114' : chromeShade,
      }),
    )
  return bar(-38) + bar(rear - reach + 38)
}
