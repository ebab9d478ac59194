import type { Chassis } from './chassis.ts'
import { darker, lighter } from './colour.ts'
import { rounded, roundedOpen } from './outline.ts'
import { circle, clipped, ellipse, line, type Point, path, rect } from './svg.ts'
import { flowingWings, frame, lantern, mudguards, radiator } from './vintage-parts.ts'
import { type Wheel, wheel } from './wheel.ts'

export type Coachwork =
  | 'motor-carriage'
  | 'torpedo'
  | 'limousine'
  | 'saloon'
  | 'cabriolet'
  | 'roadster'
  | 'racer'
  | 'monoposto'

export interface VintageCar {
  readonly coachwork: Coachwork
  readonly length: number
  readonly wheelbase: number
  readonly height: number
  readonly tyre: number
  readonly paint: string
  /** Wings and frame. */
  readonly wings: string
  readonly wheels: Wheel
  readonly upholstery?: string
  /** Brass until the first war, nickel and chrome after. */
  readonly bright?: 'brass' | 'chrome'
  /** Share of the wheelbase that the bonnet takes. */
  readonly bonnet?: number
  readonly spare?: 'side' | 'rear'
}

const metals = { brass: '#d8b15a', chrome: '#dfe2e5' } as const

function chassisOf(car: VintageCar): Chassis {
  const front = (car.length - car.wheelbase) * frontShare[car.coachwork]
  const rear = front + car.wheelbase
  const floor = car.tyre * 1.22
  const waist = floor + (car.height - floor) * waistShare[car.coachwork]
  return {
    front,
    rear,
    tyre: car.tyre,
    length: car.length,
    floor,
    waist,
    bonnetTop: waist - 20,
    scuttle: front + car.wheelbase * (car.bonnet ?? 0.42),
    roof: car.height,
    bright: metals[car.bright ?? 'chrome'],
  }
}

const frontShare = {
  'motor-carriage': 0.5,
  torpedo: 0.42,
  limousine: 0.42,
  saloon: 0.4,
  cabriolet: 0.42,
  roadster: 0.42,
  racer: 0.4,
  monoposto: 0.42,
} as const
const waistShare = {
  'motor-carriage': 0.3,
  torpedo: 0.48,
  limousine: 0.47,
  saloon: 0.5,
  cabriolet: 0.5,
  roadster: 0.6,
  racer: 0.82,
  monoposto: 0.8,
} as const

/** A car in millimetres, y up, its front at x = 0: wings, lamps and body each a thing of its own. */
export function vintageCar(car: VintageCar): string {
  const chassis = chassisOf(car)
  const wheels = [chassis.front, chassis.rear].map((x) => wheel(x, car.tyre, car.wheels)).join('')
  switch (car.coachwork) {
    case 'motor-carriage':
      return motorCarriage(chassis, car) + wheels + mudguards(chassis, car.wings, false)
    case 'racer':
    case 'monoposto':
      return racer(chassis, car, wheels)
    default:
      return touring(chassis, car, wheels)
  }
}

const leatherOf = (car: VintageCar) => car.upholstery ?? '#5d3423'

function touring(chassis: Chassis, car: VintageCar, wheels: string): string {
  const flowing = car.coachwork === 'saloon' || car.coachwork === 'cabriolet' || car.coachwork === 'roadster'
  const { scuttle, rear, floor, tyre, length } = chassis
  const spare =
    car.spare === 'rear'
      ? wheelAt(Math.min(length - tyre * 0.35, rear + tyre * 1.2), floor - tyre * 0.1, tyre * 0.86, car.wheels)
      : car.spare === 'side'
        ? wheelAt(scuttle - tyre * 0.95, floor - tyre * 0.35, tyre * 0.88, car.wheels)
        : ''
  return [
    frame(chassis, car.wings),
    car.spare === 'rear' ? spare : '',
    interiors[car.coachwork]?.(chassis, car) ?? '',
    bonnet(chassis, car),
    tub(chassis, car),
    cabins[car.coachwork]?.(chassis, car) ?? '',
    radiator(chassis, tyre),
    wheels,
    flowing ? flowingWings(chassis, car.wings) : mudguards(chassis, car.wings, true),
    car.spare === 'side' ? spare : '',
    lantern(chassis),
  ].join('')
}

const wheelAt = (x: number, bottom: number, radius: number, style: Wheel) =>
  `<g transform="translate(0 ${Math.round(bottom)})">${wheel(x, radius, style)}</g>`

function bonnet({ front, scuttle, floor, bonnetTop, waist }: Chassis, { paint }: VintageCar): string {
  const outline = rounded([
    [front - 120, floor],
    [front - 120, bonnetTop - 60, 50],
    [front - 40, bonnetTop - 20, 60],
    [scuttle, waist + 10],
    [scuttle, floor],
  ])
  const [from, to] = [front + (scuttle - front) * 0.32, scuttle - 110]
  const louvres = Array.from({ length: 14 }, (_, index) => from + ((to - from) * index) / 13).map((x) =>
    line([x, floor + (bonnetTop - floor) * 0.28], [x + 14, floor + (bonnetTop - floor) * 0.66], {
      stroke: darker(paint, 0.45),
      'stroke-width': 13,
      'stroke-linecap': 'round',
    }),
  )
  const upper = floor + (bonnetTop - floor) * 0.78
  return [
    path(outline, { fill: paint }),
    clipped(
      'bonnet',
      outline,
      rect(front - 200, upper, 4000, 600, { fill: lighter(paint, 0.16) }),
      rect(front - 200, 0, 4000, floor + 60, { fill: darker(paint, 0.3) }),
      ...louvres,
    ),
    line([front - 60, upper], [scuttle, upper + 12], { stroke: lighter(paint, 0.35), 'stroke-width': 9, opacity: 0.7 }),
  ].join('')
}

/** The sides of the body from the scuttle back. */
function tub(chassis: Chassis, car: VintageCar): string {
  const { scuttle, rear, floor, waist, tyre } = chassis
  const tail = tailOf(chassis, car)
  const dip = car.coachwork === 'roadster' ? 130 : car.coachwork === 'torpedo' ? 50 : 0
  const outline = rounded([
    [scuttle - 4, floor - 30],
    [scuttle - 4, waist + 10],
    [scuttle + 170, waist + 55, 90],
    [scuttle + 420, waist - dip, 160],
    [rear - 320, waist - dip, 160],
    [rear - 120, waist + 30, 140],
    ...tail,
    [rear + tyre * 0.4, floor - 30, 40],
  ])
  const doors =
    car.coachwork === 'roadster' || car.coachwork === 'cabriolet'
      ? [scuttle + 240, rear - 420]
      : [scuttle + 220, (scuttle + rear) / 2 - 60, rear - 330]
  return [
    path(outline, { fill: car.paint }),
    clipped(
      'tub',
      outline,
      rect(scuttle - 50, 0, 4000, floor + 60, { fill: darker(car.paint, 0.3) }),
      rect(scuttle - 50, floor + (waist - floor) * 0.72, 4000, 900, { fill: lighter(car.paint, 0.13) }),
      ...doors.map((x) =>
        line([x, floor + 20], [x, waist + 100], { stroke: darker(car.paint, 0.5), 'stroke-width': 9 }),
      ),
      ...doors
        .slice(1)
        .map((x) => rect(x - 120, floor + (waist - floor) * 0.66, 80, 20, { rx: 8, fill: chassis.bright })),
    ),
    line([scuttle, floor + (waist - floor) * 0.72], [rear + tyre * 0.6, floor + (waist - floor) * 0.72], {
      stroke: lighter(car.paint, 0.35),
      'stroke-width': 9,
      opacity: 0.7,
    }),
  ].join('')
}

function tailOf(
  { rear, length, floor, waist, tyre }: Chassis,
  { coachwork }: VintageCar,
): (readonly [number, number, number])[] {
  if (coachwork === 'roadster' || coachwork === 'cabriolet')
    return [
      [rear + tyre * 0.5, waist - 10, 260],
      [length - 60, floor + 120, 160],
      [length - 20, floor - 60, 50],
    ]
  if (coachwork === 'saloon')
    return [
      [rear + tyre * 0.7, waist, 160],
      [length - 60, floor + 160, 200],
      [length - 20, floor - 80, 60],
    ]
  return [
    [rear + tyre * 0.95, waist + 30, 120],
    [rear + tyre * 1.0, floor + 120, 130],
    [rear + tyre * 0.7, floor, 60],
  ]
}

const windscreen = (base: Point, top: Point, metal: string) =>
  path(`M${base[0]} ${base[1]}L${top[0]} ${top[1]}L${top[0] + 16} ${top[1]}L${base[0] + 60} ${base[1]}Z`, {
    fill: '#b9ced3',
    opacity: 0.8,
  }) + line(base, top, { stroke: metal, 'stroke-width': 26, 'stroke-linecap': 'round' })

const steering = (x: number, y: number) =>
  line([x - 190, y - 120], [x, y + 110], { stroke: '#2b2422', 'stroke-width': 22 }) +
  `<g transform="translate(${x} ${y + 110}) rotate(-38)">${ellipse(0, 0, 28, 190, { fill: 'none', stroke: '#2b2422', 'stroke-width': 26 })}</g>`

const bench = (x: number, bottom: number, top: number, leather: string) =>
  path(
    rounded([
      [x, bottom],
      [x + 30, top, 80],
      [x + 190, top, 80],
      [x + 240, bottom],
    ]),
    { fill: leather },
  ) +
  path(
    roundedOpen([
      [x + 40, bottom],
      [x + 62, top - 10, 60],
      [x + 120, top - 14],
    ]),
    { fill: 'none', stroke: lighter(leather, 0.25), 'stroke-width': 14 },
  )

/** A hood folded down behind the seats. */
const foldedHood = (x: number, y: number, cloth: string, size = 1) =>
  path(
    rounded([
      [x - 230 * size, y - 60],
      [x - 250 * size, y + 150 * size, 90],
      [x + 330 * size, y + 190 * size, 120],
      [x + 400 * size, y + 30, 90],
      [x + 200 * size, y - 60, 60],
    ]),
    { fill: cloth },
  ) +
  [0.35, 0.62]
    .map((share) =>
      path(
        roundedOpen([
          [x - 210 * size, y + 130 * size * share],
          [x + 120 * size, y + 190 * size * share, 100],
          [x + 370 * size, y + 110 * size * share],
        ]),
        { fill: 'none', stroke: lighter(cloth, 0.2), 'stroke-width': 12 },
      ),
    )
    .join('')

const interiors: Partial<Record<Coachwork, (chassis: Chassis, car: VintageCar) => string>> = {
  torpedo: ({ scuttle, rear, waist, roof, bright }, car) => {
    const leather = leatherOf(car)
    const middle = (scuttle + rear) / 2
    return [
      windscreen([scuttle + 120, waist], [scuttle + 200, roof], bright),
      steering(scuttle + 470, waist + 60),
      bench(middle - 220, waist - 120, waist + 210, leather),
      bench(rear - 250, waist - 120, waist + 230, leather),
      foldedHood(rear + 160, waist + 40, '#2c2824'),
    ].join('')
  },
  roadster: ({ scuttle, rear, waist, roof, bright }, car) =>
    [
      windscreen([scuttle + 110, waist + 20], [scuttle + 260, roof], bright),
      steering(scuttle + 470, waist - 30),
      bench(rear - 560, waist - 200, waist + 110, leatherOf(car)),
      foldedHood(rear - 140, waist + 10, '#2c2824', 0.6),
    ].join(''),
  cabriolet: ({ scuttle, rear, waist, roof, bright }, car) =>
    [
      windscreen([scuttle + 110, waist + 20], [scuttle + 270, roof - 40], bright),
      steering(scuttle + 480, waist - 10),
      bench(rear - 640, waist - 150, waist + 190, leatherOf(car)),
      foldedHood(rear - 60, waist + 40, car.upholstery ? darker(car.upholstery, 0.3) : '#2c2824', 0.95),
    ].join(''),
}

const cabins: Partial<Record<Coachwork, (chassis: Chassis, car: VintageCar) => string>> = {
  limousine: (chassis, car) => cabin(chassis, car, chassis.rear + chassis.tyre * 0.95, 40),
  saloon: (chassis, car) => cabin(chassis, car, chassis.rear + chassis.tyre * 0.45, 170),
}

function cabin({ scuttle, rear, waist, roof }: Chassis, car: VintageCar, back: number, slope: number): string {
  const front = scuttle + 130
  const roofColour = car.wings
  const outline = rounded([
    [front, waist - 10],
    [front + slope, roof - 40, 60],
    [front + slope + 120, roof, 110],
    [back - slope - 180, roof, 240 + slope],
    [back, waist - 10, 0],
  ])
  const [glassTop, glassBottom] = [roof - 130, waist + 55]
  const [first, last] = [front + 110 + slope * 0.7, back - 130 - slope * 1.6]
  const panes = 3
  const gap = 70
  const width = (last - first - gap * (panes - 1)) / panes
  const window = (index: number) => {
    const x = first + index * (width + gap)
    const inner = index === 0 ? slope * 0.55 : 0
    const outer = index === panes - 1 ? slope * 0.5 : 0
    const pane = rounded([
      [x - inner, glassBottom, 30],
      [x, glassTop, 45],
      [x + width - outer, glassTop, 45 + slope * 0.6],
      [x + width, glassBottom, 40],
    ])
    return (
      path(pane, { fill: '#33424a' }) +
      path(
        `M${x + width * 0.28} ${glassBottom}L${x + width * 0.5} ${glassBottom}L${x + width * 0.78} ${glassTop}L${x + width * 0.56} ${glassTop}Z`,
        { fill: '#ffffff', opacity: 0.12 },
      )
    )
  }
  return [
    path(outline, { fill: car.paint }),
    clipped(
      'cabin',
      outline,
      rect(front - 100, roof - 90, 5000, 200, { fill: roofColour }),
      rect(front - 100, roof - 18, 5000, 30, { fill: lighter(roofColour, 0.3) }),
    ),
    window(0),
    window(1),
    window(2),
    line([scuttle + 20, waist + 6], [rear + 120, waist + 6], { stroke: lighter(car.paint, 0.35), 'stroke-width': 12 }),
  ].join('')
}

function motorCarriage({ front, rear, floor, tyre, roof, bright, scuttle }: Chassis, car: VintageCar): string {
  const deck = floor + 120
  const leather = leatherOf(car)
  const nose = front - 260
  return [
    frame({ front, rear, tyre, length: car.length, floor, bonnetTop: 0, scuttle, waist: 0, roof, bright }, car.wings),
    // The box in front, the dashboard, the seats on their plinths.
    path(
      rounded([
        [nose, floor],
        [nose + 20, deck + 230, 120],
        [scuttle - 40, deck + 300, 60],
        [scuttle, floor],
      ]),
      { fill: car.paint },
    ),
    path(
      rounded([
        [nose + 6, floor + 200],
        [nose + 20, deck + 230, 120],
        [scuttle - 40, deck + 300, 60],
        [scuttle - 40, floor + 300],
      ]),
      { fill: lighter(car.paint, 0.15) },
    ),
    line([scuttle, deck - 40], [scuttle + 60, deck + 420], {
      stroke: darker(car.paint, 0.3),
      'stroke-width': 40,
      'stroke-linecap': 'round',
    }),
    line([scuttle + 40, deck + 40], [scuttle + 320, roof - 260], { stroke: bright, 'stroke-width': 24 }),
    `<g transform="translate(${scuttle + 320} ${roof - 250}) rotate(-58)">${ellipse(0, 0, 40, 200, { fill: 'none', stroke: '#3a2a1e', 'stroke-width': 28 })}</g>`,
    rect(scuttle - 20, floor - 10, rear + 250 - scuttle, 130, { rx: 30, fill: darker(car.paint, 0.15) }),
    ...[scuttle + 470, rear - 80].map(
      (x) =>
        rect(x, deck - 20, 560, 290, { rx: 50, fill: car.paint }) +
        rect(x, deck + 130, 560, 140, { rx: 40, fill: lighter(car.paint, 0.15) }) +
        rect(x - 40, deck + 260, 520, 120, { rx: 55, fill: leather }) +
        path(
          rounded([
            [x + 400, deck + 300],
            [x + 440, roof - 90, 80],
            [x + 590, roof - 60, 90],
            [x + 580, deck + 300],
          ]),
          { fill: leather },
        ) +
        path(
          roundedOpen([
            [x + 120, deck + 380],
            [x + 140, deck + 560, 80],
            [x + 420, deck + 590, 60],
            [x + 470, roof - 160],
          ]),
          { fill: 'none', stroke: '#2b2422', 'stroke-width': 20 },
        ),
    ),
    ellipse(scuttle + 20, deck + 330, 62, 90, { fill: bright }),
    circle(scuttle - 10, deck + 330, 44, { fill: '#fff2cf' }),
  ].join('')
}

/** A narrow body between bare wheels. */
function racer(chassis: Chassis, car: VintageCar, wheels: string): string {
  const { front, rear, length, tyre, waist, floor, roof, scuttle, bright } = chassis
  const single = car.coachwork === 'monoposto'
  const low = tyre * 0.62
  const seatX = single ? rear - tyre * 1.75 : rear - tyre * 1.9
  const nose: (readonly [number, number, number])[] = single
    ? [
        [front - tyre * 1.25, tyre * 0.85, 120],
        [front - tyre * 0.7, waist - 160, 260],
      ]
    : [
        [front - 150, low + 40, 60],
        [front - 190, waist - 40, 70],
      ]
  const outline = rounded([
    [front - 60, low, 80],
    ...nose,
    [scuttle, waist + 10, 500],
    [seatX - 130, waist + 60, 120],
    [seatX, waist - 70, 90],
    [seatX + 330, waist - 60, 90],
    [seatX + 470, waist + (single ? 150 : 40), 170],
    [rear + tyre * 0.7, waist - 60, 300],
    [length - 10, tyre * 1.05, 70],
    [rear + tyre * 0.9, low + 20, 200],
  ])
  const pipeY = floor - 20
  return [
    line([front, tyre], [rear, tyre], { stroke: '#2a2a2d', 'stroke-width': 70 }),
    path(
      rounded([
        [seatX + 40, waist - 120],
        [seatX + 150, waist + 130, 90],
        [seatX + 330, waist + 120, 80],
        [seatX + 390, waist - 120],
      ]),
      { fill: leatherOf(car) },
    ),
    steering(seatX + 10, waist - 60),
    path(`M${seatX - 260} ${waist}L${seatX - 120} ${roof}L${seatX - 90} ${roof - 10}L${seatX - 130} ${waist}Z`, {
      fill: '#bcd0d5',
      opacity: 0.85,
    }),
    path(outline, { fill: car.paint }),
    clipped(
      'racer',
      outline,
      rect(0, 0, length, (low + waist) * 0.47, { fill: darker(car.paint, 0.25) }),
      rect(0, waist - 70, length, 400, { fill: lighter(car.paint, 0.15) }),
      ...Array.from(
        { length: 16 },
        (_, index) => front + tyre * 0.5 + ((scuttle - front - tyre * 0.5) * index) / 15,
      ).map((x) =>
        line([x, (low + waist) * 0.53], [x + 10, (low + waist) * 0.64], {
          stroke: darker(car.paint, 0.45),
          'stroke-width': 12,
          'stroke-linecap': 'round',
        }),
      ),
      line([scuttle + 30, 0], [scuttle + 30, waist + 100], { stroke: darker(car.paint, 0.45), 'stroke-width': 10 }),
    ),
    circle((scuttle + rear - tyre) / 2, (low + waist) * 0.56, tyre * 0.42, { fill: '#f4efe4' }),
    single
      ? ellipse(front - tyre * 1.16, tyre * 1.0, 34, 90, { fill: '#1c1c20' })
      : radiator({ ...chassis, bonnetTop: waist - 30, floor: low + 60 }, tyre),
    path(
      roundedOpen([
        [front + tyre * 1.3, pipeY + 90],
        [front + tyre * 1.6, pipeY - 40, 80],
        [rear + tyre * 1.5, pipeY - 60],
      ]),
      { fill: 'none', stroke: bright, 'stroke-width': 58, 'stroke-linecap': 'round' },
    ),
    path(
      roundedOpen([
        [front + tyre * 1.3, pipeY + 72],
        [front + tyre * 1.6, pipeY - 58, 80],
        [rear + tyre * 1.5, pipeY - 78],
      ]),
      { fill: 'none', stroke: darker(bright, 0.3), 'stroke-width': 18 },
    ),
    wheels,
  ].join('')
}
