import type { Api, CallInput, CallOutput } from '@vitrine/contract'

/*
 * The browser imports only the types of the contract's calls: their schemas would add more than a
 * fifth to the login page, and the server validates input and output anyway. Code names a call by
 * its method and path, such as 'GET /places'; a wrong address, input or output does not compile.
 */
type AnyCall = { [Feature in keyof Api]: Api[Feature][keyof Api[Feature]] }[keyof Api]

type CallByAddress = { [C in AnyCall as `${C['method']} ${C['path']}`]: C }

export type CallAddress = keyof CallByAddress
export type InputOf<A extends CallAddress> = CallInput<CallByAddress[A]>
export type OutputOf<A extends CallAddress> = CallOutput<CallByAddress[A]>

/** Addresses of calls that create a record and need an idempotency key. */
export type CreatingAddress = {
  [A in CallAddress]: CallByAddress[A] extends { creates: true } ? A : never
}[CallAddress]

/** Addresses of calls that take a file. */
export type UploadAddress = {
  [A in CallAddress]: CallByAddress[A] extends { upload: object } ? A : never
}[CallAddress]

/** Name of the multipart form field that carries the file. */
export type UploadFieldOf<A extends UploadAddress> = CallByAddress[A] extends {
  upload: { field: infer F extends string }
}
  ? F
  : never
