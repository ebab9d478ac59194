/** Limits on the shape of a JSON body, where its limit in bytes would allow far more than the call can use. */
export interface BodyShape {
  /** In one object. */
  readonly keys: number
  /** In one array. */
  readonly elements: number
  /** All of it together. */
  readonly values: number
  /** The error message for a larger body. */
  readonly sentence: string
}
