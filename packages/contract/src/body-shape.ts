/** How much a JSON body may hold, where its limit in bytes leaves room for far more than the call could ever use. */
export interface BodyShape {
  /** In one object. */
  readonly keys: number
  /** In one array. */
  readonly elements: number
  /** All of it together. */
  readonly values: number
  /** What somebody reads who sent more. */
  readonly sentence: string
}
