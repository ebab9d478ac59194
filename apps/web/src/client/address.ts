import type { Api, CallInput, CallOutput } from '@vitrine/contract'

/*
 * The calls of the contract reach the browser as types only: their schemas would weigh more than a fifth of the login page,
 * and the server checks what goes in and out anyway. So a call is named by its address, and every address,
 * input and output comes from the contract: a wrong one does not compile.
 */
type AnyCall = { [Feature in keyof Api]: Api[Feature][keyof Api[Feature]] }[keyof Api]

type CallByAddress = { [C in AnyCall as `${C['method']} ${C['path']}`]: C }

export type CallAddress = keyof CallByAddress
export type InputOf<A extends CallAddress> = CallInput<CallByAddress[A]>
export type OutputOf<A extends CallAddress> = CallOutput<CallByAddress[A]>

export type CreatingAddress = {
  [A in CallAddress]: CallByAddress[A] extends { creates: true } ? A : never
}[CallAddress]

/** The addresses that take a file, and the name of the form's field that carries it. */
export type UploadAddress = {
  [A in CallAddress]: CallByAddress[A] extends { upload: object } ? A : never
}[CallAddress]
export type UploadFieldOf<A extends UploadAddress> = CallByAddress[A] extends {
  upload: { field: infer F extends string }
}
  ? F
  : never
