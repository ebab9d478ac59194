import { randomFrom } from '../random.ts'
import { backdrop, type Stage, shadow } from './backdrop.ts'
import { type ClosedCar, closedCar } from './closed-car.ts'
import { document, group } from './svg.ts'
import { type VintageCar, vintageCar } from './vintage-car.ts'

export type CarLook = ClosedCar | VintageCar

const stage: Stage = { width: 1600, height: 1200, ground: 868, horizon: 700 }

/** The side view of a car on a quiet stage, 1600 × 1200. */
export function carPicture(id: number, car: CarLook): string {
  // Nearly half true to scale: a small car looks small and still fills its picture.
  const scale = (0.86 * stage.width) / (0.6 * car.length + 0.4 * 4600)
  const width = car.length * scale
  const left = (stage.width - width) / 2
  return document(
    stage.width,
    stage.height,
    backdrop(stage, car.paint, randomFrom(id)),
    shadow(stage, left, left + width),
    group(
      { transform: `translate(${left.toFixed(1)} ${stage.ground}) scale(${scale.toFixed(4)} ${(-scale).toFixed(4)})` },
      'coachwork' in car ? vintageCar(car) : closedCar(car),
    ),
  )
}
