import type { Chassis } from './chassis.ts'
import { darker, lighter } from './colour.ts'
import { rounded, roundedOpen } from './outline.ts'
import { type Corner, circle, ellipse, line, path, rect } from './svg.ts'

/** The ladder frame with its springs. */
export function frame({ front, rear, tyre, floor }: Chassis, colour: string): string {
  const spring = (x: number) =>
    path(
      roundedOpen([
        [x - tyre * 1.05, floor - 70],
        [x, tyre - 60, tyre],
        [x + tyre * 1.05, floor - 70],
      ]),
      { fill: 'none', stroke: '#1d1c1f', 'stroke-width': 44 },
    )
  return [
    path(
      rounded([
        [front - tyre * 1.15, floor - 120, 50],
        [front - tyre * 0.9, floor - 10, 60],
        [rear + tyre * 1.0, floor - 10, 60],
        [rear + tyre * 1.1, floor - 110, 40],
      ]),
      { fill: darker(colour, 0.35) },
    ),
    spring(front),
    spring(rear),
  ].join('')
}

/** The upright radiator with its bright shell and cap. */
export function radiator({ front, floor, bonnetTop, bright }: Chassis, tyre: number): string {
  const x = front - 190
  return [
    path(
      rounded([
        [x - 10, floor - tyre * 0.2, 20],
        [x, bonnetTop + 10, 60],
        [x + 95, bonnetTop + 20, 40],
        [x + 95, floor - tyre * 0.2, 20],
      ]),
      { fill: bright },
    ),
    rect(x + 14, floor - tyre * 0.1, 30, bonnetTop - floor + tyre * 0.02, { rx: 12, fill: darker(bright, 0.35) }),
    rect(x + 34, bonnetTop, 34, 80, { rx: 14, fill: bright }),
    circle(x + 51, bonnetTop + 88, 34, { fill: bright }),
  ].join('')
}

export function lantern({ front, tyre, bonnetTop, floor, bright }: Chassis): string {
  const [x, y, radius] = [front - tyre * 0.55, floor + (bonnetTop - floor) * 0.6, tyre * 0.34]
  return [
    line([x + radius * 0.5, y], [x + radius * 0.8, floor + 60], { stroke: darker(bright, 0.4), 'stroke-width': 26 }),
    path(
      rounded([
        [x - radius * 0.3, y - radius, 40],
        [x - radius * 0.3, y + radius, 40],
        [x + radius * 1.05, y + radius * 0.25, 60],
        [x + radius * 1.05, y - radius * 0.25, 60],
      ]),
      { fill: bright },
    ),
    ellipse(x - radius * 0.28, y, radius * 0.34, radius, { fill: darker(bright, 0.25) }),
    ellipse(x - radius * 0.34, y, radius * 0.26, radius * 0.84, { fill: '#fff4d2' }),
  ].join('')
}

/** Narrow guards over the wheels, with the running board between them. */
export function mudguards({ front, rear, tyre }: Chassis, colour: string, board: boolean): string {
  const reach = tyre * 1.15
  const step = tyre * 0.86
  const over = (x: number): Corner[] => [
    [x - reach * 0.98, tyre + reach * 0.3],
    [x - reach * 0.8, tyre + reach * 0.9, reach * 0.6],
    [x + reach * 0.1, tyre + reach * 1.14, reach * 0.7],
    [x + reach * 0.92, tyre + reach * 0.82, reach * 0.7],
  ]
  const frontGuard = roundedOpen([
    ...over(front),
    ...(board
      ? [[front + reach * 1.25, step, reach * 0.5] as const, [front + reach * 1.9, step] as const]
      : [[front + reach * 1.08, tyre * 1.05] as const]),
  ])
  const rearGuard = roundedOpen([
    ...(board
      ? [
          [rear - reach * 1.7, step] as const,
          [rear - reach * 1.15, step, reach * 0.3] as const,
          [rear - reach * 0.98, tyre + reach * 0.75, reach * 0.6] as const,
        ]
      : over(rear).slice(0, 2)),
    ...over(rear).slice(2),
    [rear + reach * 1.12, tyre * 1.05],
  ])
  return [
    board ? rect(front + reach * 1.8, step - 34, rear - front - reach * 3.4, 68, { fill: colour }) : '',
    ...[frontGuard, rearGuard].map(
      (d) =>
        path(d, { fill: 'none', stroke: colour, 'stroke-width': board ? 68 : 46, 'stroke-linecap': 'round' }) +
        path(d, { fill: 'none', stroke: lighter(colour, 0.25), 'stroke-width': 12, transform: 'translate(0 18)' }),
    ),
  ].join('')
}

/** Wings in one long sweep: up over the front wheel, down to the board, up again over the rear wheel. */
export function flowingWings({ front, rear, tyre, length }: Chassis, colour: string): string {
  const step = tyre * 0.8
  const inner = tyre * 1.12
  const nose = Math.max(front - tyre * 1.45, 0)
  const tail = Math.min(rear + tyre * 1.75, length + 20)
  const arch = (x: number) => `L${x + inner} ${tyre}A${inner} ${inner} 0 0 1 ${x - inner} ${tyre}`
  const frontWing = `M${nose} ${tyre * 0.9}C${nose} ${tyre * 1.9} ${front - tyre * 0.75} ${tyre * 2.42} ${front + tyre * 0.1} ${tyre * 2.4}C${front + tyre * 1.35} ${tyre * 2.36} ${front + tyre * 1.5} ${step + 10} ${front + tyre * 2.9} ${step + 20}L${front + tyre * 2.9} ${step - 50}L${front + inner} ${step - 50}${arch(front)}L${front - inner - 20} ${tyre * 0.8}Z`
  const rearWing = `M${rear - tyre * 2.0} ${step - 50}C${rear - tyre * 1.3} ${step + 60} ${rear - tyre * 1.25} ${tyre * 2.4} ${rear} ${tyre * 2.38}C${rear + tyre * 1.2} ${tyre * 2.36} ${tail} ${tyre * 1.6} ${tail + 40} ${tyre * 0.75}L${rear + inner} ${tyre * 0.75}${arch(rear)}L${rear - inner} ${step - 50}Z`
  const gleam = (d: string) =>
    path(d, {
      fill: 'none',
      stroke: lighter(colour, 0.45),
      'stroke-width': 16,
      'stroke-linecap': 'round',
      opacity: 0.75,
    })
  return [
    rect(front + tyre * 2.2, step - 50, rear - front - tyre * 3.9, 72, { fill: colour }),
    path(frontWing, { fill: colour }),
    path(rearWing, { fill: colour }),
    gleam(
      `M${nose + tyre * 0.3} ${tyre * 1.6}C${nose + tyre * 0.55} ${tyre * 2.05} ${front - tyre * 0.5} ${tyre * 2.3} ${front + tyre * 0.1} ${tyre * 2.28}C${front + tyre * 0.8} ${tyre * 2.25} ${front + tyre * 1.1} ${tyre * 1.9} ${front + tyre * 1.35} ${tyre * 1.5}`,
    ),
    gleam(
      `M${rear - tyre * 0.95} ${tyre * 1.8}C${rear - tyre * 0.7} ${tyre * 2.2} ${rear - tyre * 0.3} ${tyre * 2.27} ${rear} ${tyre * 2.26}C${rear + tyre * 0.7} ${tyre * 2.24} ${rear + tyre * 1.1} ${tyre * 1.9} ${rear + tyre * 1.3} ${tyre * 1.55}`,
    ),
    line([front + tyre * 2.2, step + 14], [rear - tyre * 1.7, step + 14], { stroke: '#cfd2d5', 'stroke-width': 12 }),
  ].join('')
}
