import { type Call, Done, done } from '@vitrine/contract'
import { expectTypeOf, test } from 'vitest'
import type { Handlers, RequestContext, StaffRequestContext } from './mount.ts'
import type { Upload } from './upload.ts'

// Checked by the compiler: a line marked "expect-error" fails the type check if it compiles.

const open = {
  method: 'GET',
  path: '/open',
  access: 'anyone',
  summary: '',
  ok: Done,
} as const satisfies Call
const closed = {
  method: 'GET',
  path: '/closed',
  access: ['root'],
  summary: '',
  ok: Done,
} as const satisfies Call
type Group = { open: typeof open; closed: typeof closed }
const form = {
  ...closed,
  method: 'POST',
  upload: { field: 'file', maxBytes: 1 },
} as const satisfies Call

test('rejects a call without a handler, and a handler without a call', () => {
  const complete: Handlers<Group> = { open: () => done, closed: () => done }

  // @ts-expect-error: `closed` has no handler
  const tooFew: Handlers<Group> = { open: () => done }

  // @ts-expect-error: there is no call `extra`
  const tooMany: Handlers<Group> = { open: () => done, closed: () => done, extra: () => done }

  // @ts-expect-error: the answer is not the one of the contract
  const otherAnswer: Handlers<Group> = { open: () => ({ ok: 'yes' }), closed: () => done }

  expectTypeOf([complete, tooFew, tooMany, otherAnswer]).toBeArray()
})

test('passes an actor to handlers of calls for staff only', () => {
  expectTypeOf<Parameters<Handlers<Group>['open']>[1]>().toEqualTypeOf<RequestContext>()
  expectTypeOf<Parameters<Handlers<Group>['closed']>[1]>().toEqualTypeOf<StaffRequestContext>()
})

test('passes an upload to handlers of calls with a file only', () => {
  expectTypeOf<Parameters<Handlers<{ form: typeof form }>['form']>[0]>()
    .toHaveProperty('upload')
    .toEqualTypeOf<Upload>()
  expectTypeOf<Parameters<Handlers<Group>['closed']>[0]>().not.toHaveProperty('upload')
})
