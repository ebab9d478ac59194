/** Measures that follow from the car's own, in millimetres. */
export interface Chassis {
  readonly front: number
  readonly rear: number
  readonly tyre: number
  readonly length: number
  /** Upper edge of the frame, on which the body stands. */
  readonly floor: number
  readonly bonnetTop: number
  readonly scuttle: number
  readonly waist: number
  readonly roof: number
  readonly bright: string
}
