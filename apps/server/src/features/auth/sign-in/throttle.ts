import { createHash } from 'node:crypto'
import { type Clock, instant, minutes } from '../../../base/clock.ts'
import { tooMany } from '../../../base/failure.ts'
import { lockUntilCommit } from '../../../db/dialect.ts'
import type { Db } from '../../../db/tables.ts'
import { emailKey } from '../../users/index.ts'
import { attemptStore } from './attempt-store.ts'
import { networksOf } from './networks.ts'

const span = minutes(1)
/** So many failures of an account or an address, and each further one is answered as one too many. */
export const failuresTold = 5
/** One account from one place. */
const few = 5
/** An account from everywhere, or a network with all that it tries. */
const many = 20

/** Something that attempts count against, and how many of them it takes in a minute. */
interface Allowance {
  readonly key: string
  readonly most: number
}

/** An attempt that was counted before anything was checked. */
export interface Reservation {
  readonly rows: readonly number[]
  /** How many there were before, against the allowance that had most. */
  readonly earlier: number
  /** It uses an allowance up. */
  readonly closes: boolean
}

type Kind = 'sign-in' | 'reset'

/** A browser that signed in to this account before has an allowance of its own: nobody else can use that up. */
export const allowanceOfBrowser = (kind: Kind, email: string, tokenHash: string): Allowance[] => [
  { key: digest(`${kind} account ${emailKey(email)} browser ${tokenHash}`), most: few },
]

/** One account from one address is limited tightly; an account from everywhere, or a network as a whole, loosely. */
export function allowancesOfStranger(kind: Kind, email: string, address: string): Allowance[] {
  const account = `${kind} account ${emailKey(email)}`
  const networks = networksOf(address)
  return [
    { key: digest(`${account} address ${networks[0]}`), most: few },
    { key: digest(account), most: many },
    ...networks.map((network) => ({ key: digest(`${kind} address ${network}`), most: many })),
  ]
}

/** Somebody who is signed in and is asked for their password once more. */
export const allowanceOfUser = (userId: number): Allowance[] => [
  { key: digest(`own password of ${userId}`), most: few },
]

/** Counts attempts in the database, so that the limits hold over all processes. */
export const throttle = (db: Db, clock: Clock) => {
  // What lies further in the future was written while a clock was wrong, and must lock nobody out.
  const lately = () => ({ since: instant(clock, -span), until: instant(clock, span) })

  async function countsOf(handle: Db, allowances: readonly Allowance[]): Promise<number[]> {
    const counts = await attemptStore(handle).counts(
      allowances.map(({ key }) => key),
      lately(),
    )
    const used = allowances.map(({ key }) => counts.get(key) ?? 0)
    if (allowances.some(({ most }, index) => (used[index] ?? 0) >= most)) throw tooMany()
    return used
  }

  return {
    /** A look that costs little, for before somebody has to wait. */
    async refuseWhenSpent(allowances: readonly Allowance[]): Promise<void> {
      await countsOf(db, allowances)
    },

    /**
     * Counts an attempt before it is made, one at a time, so that many at once can't slip past each other. One that is
     * refused leaves nothing behind: whoever goes on trying keeps nobody out for longer.
     */
    reserve: (allowances: readonly Allowance[]): Promise<Reservation> =>
      db.transaction().execute(async (tx) => {
        await lockUntilCommit(tx, 'failed_attempt')
        const store = attemptStore(tx)
        const used = await countsOf(tx, allowances)
        await store.forget(lately())
        const rows = await store.add(
          allowances.map(({ key }) => key),
          instant(clock),
        )
        return {
          rows,
          earlier: Math.max(...used),
          closes: allowances.some(({ most }, index) => used[index] === most - 1),
        }
      }),

    /** It was no failure after all. */
    async release(tx: Db, { rows }: Reservation): Promise<void> {
      await attemptStore(tx).remove(rows)
    },
  }
}

export type Throttle = ReturnType<typeof throttle>

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
