import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { type Clock, instant, minutes } from '../../clock.ts'
import type { Db } from '../../db/tables.ts'
import { tooMany } from '../../failure.ts'
import { emailKey } from '../users/index.ts'
import { attemptStore } from './attempt-store.ts'

const allowed = 5
const span = minutes(1)

/** Counts attempts by account and by address in the database, so that the limit holds over all processes. */
export const throttle = (db: Db, clock: Clock) => {
  const store = attemptStore(db)
  // What lies further in the future was written while a clock was wrong, and must lock nobody out.
  const lately = () => ({ since: instant(clock, -span), until: instant(clock, span) })

  return {
    /** The things that an attempt counts against. */
    keys: (kind: 'sign-in' | 'reset', email: string, address: string): string[] => [
      digest(`${kind} account ${emailKey(email)}`),
      digest(`${kind} address ${network(address)}`),
    ],

    async refuseWhenSpent(keys: readonly string[]): Promise<void> {
      if ((await store.most(keys, lately())) >= allowed) throw tooMany()
    },

    /**
     * Counts first and looks then, so that attempts made at the same time can't slip past each other. 'closing' is the
     * last attempt that is taken, 'closed' one too many.
     */
    async count(keys: readonly string[]): Promise<'open' | 'closing' | 'closed'> {
      await store.forget(lately())
      await store.add(keys, instant(clock))
      const most = await store.most(keys, lately())
      if (most < allowed) return 'open'
      return most === allowed ? 'closing' : 'closed'
    },
  }
}

export type Throttle = ReturnType<typeof throttle>

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

/** A household has one IPv4 address, but a whole /64 of IPv6: its first four groups. */
function network(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: 8 - groups.length - rest.length }, () => '0')
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':')
}
