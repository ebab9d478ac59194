import type { Api, CallInput, CallOutput } from '@vitrine/contract'

/*
 * The contract reaches the browser as types only: its schemas would weigh as much as the router (about 22 KB),
 * and the server checks what goes in and out anyway. So a call is named by its address, and every address,
 * input and output comes from the contract: a wrong one does not compile.
 */
type AnyCall = { [Feature in keyof Api]: Api[Feature][keyof Api[Feature]] }[keyof Api]

type AddressOf<C extends AnyCall> = C extends AnyCall ? `${C['method']} ${C['path']}` : never

export type Address = AddressOf<AnyCall>

type CallAt<A extends Address, C extends AnyCall = AnyCall> = C extends AnyCall
  ? A extends AddressOf<C>
    ? C
    : never
  : never

export type InputOf<A extends Address> = CallInput<CallAt<A>>
export type OutputOf<A extends Address> = CallOutput<CallAt<A>>
