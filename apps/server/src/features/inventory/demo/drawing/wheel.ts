import { darker, lighter } from './colour.ts'
import { polyline } from './outline.ts'
import { circle, group, line, path } from './svg.ts'

export type WheelStyle = 'artillery' | 'wire' | 'hubcap' | 'disc' | 'alloy' | 'turbine'

export interface Wheel {
  readonly style: WheelStyle
  /** The painted part of the wheel. */
  readonly colour: string
  readonly whitewall?: boolean
}

const rubber = '#1f1e21'
const chrome = '#dcdfe2'

/** A wheel around the origin; `radius` is the tyre's. */
export function wheel(x: number, radius: number, { style, colour, whitewall }: Wheel): string {
  const rim = radius * rimShare[style]
  return group(
    { transform: `translate(${x} ${radius})` },
    circle(0, 0, radius, { fill: rubber }),
    circle(0, 0, radius * 0.93, { fill: 'none', stroke: '#39383c', 'stroke-width': radius * 0.02 }),
    whitewall
      ? circle(0, 0, (radius * 0.9 + rim) / 2, { fill: 'none', stroke: '#f3efe6', 'stroke-width': radius * 0.9 - rim })
      : '',
    faces[style](rim, colour),
  )
}

// Old tyres are thin; a wheel of the fifties is half rubber.
const rimShare = { artillery: 0.84, wire: 0.78, hubcap: 0.64, disc: 0.72, alloy: 0.7, turbine: 0.7 } as const

const around = (count: number, draw: (angle: number) => string) =>
  Array.from({ length: count }, (_, index) => draw((index * 2 * Math.PI) / count)).join('')
const polar = (radius: number, angle: number) => [radius * Math.cos(angle), radius * Math.sin(angle)] as const

const faces: Record<WheelStyle, (rim: number, colour: string) => string> = {
  artillery: (rim, colour) =>
    circle(0, 0, rim, { fill: '#4b443c' }) +
    // Between wooden spokes one sees through the wheel.
    circle(0, 0, rim * 0.9, { fill: '#8d8579' }) +
    around(12, (angle) =>
      path(
        polyline(
          [
            polar(rim * 0.92, angle - 0.05),
            polar(rim * 0.92, angle + 0.05),
            polar(rim * 0.2, angle + 0.25),
            polar(rim * 0.2, angle - 0.25),
          ],
          true,
        ),
        { fill: colour },
      ),
    ) +
    circle(0, 0, rim * 0.94, { fill: 'none', stroke: colour, 'stroke-width': rim * 0.11 }) +
    circle(0, 0, rim * 0.25, { fill: darker(colour, 0.15) }) +
    circle(0, 0, rim * 0.14, { fill: '#cfa652' }),

  wire: (rim, colour) =>
    circle(0, 0, rim, { fill: darker(colour, 0.55) }) +
    around(
      22,
      (angle) =>
        line(polar(rim * 0.95, angle), polar(rim * 0.2, angle + 0.45), {
          stroke: lighter(colour, 0.25),
          'stroke-width': rim * 0.035,
        }) +
        line(polar(rim * 0.95, angle), polar(rim * 0.2, angle - 0.45), { stroke: colour, 'stroke-width': rim * 0.03 }),
    ) +
    circle(0, 0, rim * 0.95, { fill: 'none', stroke: lighter(colour, 0.2), 'stroke-width': rim * 0.1 }) +
    circle(0, 0, rim * 0.24, { fill: chrome }) +
    circle(0, 0, rim * 0.12, { fill: '#9aa0a6' }),

  hubcap: (rim, colour) =>
    circle(0, 0, rim, { fill: darker(colour, 0.2) }) +
    circle(0, 0, rim * 0.92, { fill: colour }) +
    around(10, (angle) => circle(...polar(rim * 0.78, angle), rim * 0.075, { fill: darker(colour, 0.55) })) +
    circle(0, 0, rim * 0.58, { fill: '#b3b9bf' }) +
    circle(-rim * 0.05, rim * 0.06, rim * 0.5, { fill: chrome }) +
    circle(-rim * 0.1, rim * 0.12, rim * 0.26, { fill: '#f6f7f8' }),

  disc: (rim, colour) =>
    circle(0, 0, rim, { fill: darker(colour, 0.3) }) +
    circle(0, 0, rim * 0.93, { fill: colour }) +
    circle(0, 0, rim * 0.7, { fill: 'none', stroke: darker(colour, 0.25), 'stroke-width': rim * 0.05 }) +
    circle(0, 0, rim * 0.3, { fill: chrome }) +
    circle(-rim * 0.05, rim * 0.06, rim * 0.16, { fill: '#f6f7f8' }),

  alloy: (rim, colour) =>
    circle(0, 0, rim, { fill: '#2b2b2f' }) +
    around(5, (angle) =>
      path(
        polyline(
          [
            polar(rim * 0.93, angle - 0.34),
            polar(rim * 0.93, angle + 0.34),
            polar(rim * 0.3, angle + 0.35),
            polar(rim * 0.3, angle - 0.35),
          ],
          true,
        ),
        { fill: colour },
      ),
    ) +
    circle(0, 0, rim * 0.95, { fill: 'none', stroke: lighter(colour, 0.35), 'stroke-width': rim * 0.1 }) +
    circle(0, 0, rim * 0.33, { fill: darker(colour, 0.1) }) +
    circle(0, 0, rim * 0.14, { fill: '#3a3a3f' }),

  turbine: (rim, colour) =>
    circle(0, 0, rim, { fill: '#333338' }) +
    around(16, (angle) =>
      path(
        polyline(
          [
            polar(rim * 0.93, angle),
            polar(rim * 0.93, angle + 0.24),
            polar(rim * 0.34, angle + 0.5),
            polar(rim * 0.34, angle + 0.2),
          ],
          true,
        ),
        { fill: colour },
      ),
    ) +
    circle(0, 0, rim * 0.95, { fill: 'none', stroke: lighter(colour, 0.3), 'stroke-width': rim * 0.1 }) +
    circle(0, 0, rim * 0.36, { fill: colour }) +
    circle(0, 0, rim * 0.16, { fill: darker(colour, 0.3) }),
}
