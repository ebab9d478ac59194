import type { SecondStepNeeded } from '@vitrine/contract'
import { type Clock, instant, minutes } from '../../../base/clock.ts'
import { Failure } from '../../../base/failure.ts'
import type { Db } from '../../../db/tables.ts'
import { type UserRow, userStore } from '../../users/index.ts'
import { hashSecret, newSecret } from '../secrets.ts'
import { assertionOptions, siteOf } from './passkey-ceremony.ts'
import { secondStepStore } from './store.ts'
import { passkeyStore } from './store-passkeys.ts'
import { type Ticket, ticketStore } from './store-tickets.ts'

const validityMs = minutes(5)
const attemptsAllowed = 5

const ended = () => new Failure('unauthorised', 'This took too long. Please sign in again.', { ticket: 'ended' })

interface Parts {
  readonly db: Db
  readonly clock: Clock
  readonly publicUrl: () => string
}

/** A ticket is issued for a correct password when a second step follows. */
export const signInTickets = ({ db, clock, publicUrl }: Parts) => ({
  /** Null for a user without a second step. */
  async issue(user: UserRow): Promise<SecondStepNeeded | null> {
    const authenticator = await secondStepStore(db).authenticator(user.id)
    const passkeys = await passkeyStore(db).of(user.id)
    const code = authenticator?.confirmed_at != null
    if (!code && passkeys.length === 0) return null

    const passkey = passkeys.length > 0 ? await assertionOptions(siteOf(publicUrl()), passkeys) : null
    const recovery = (await secondStepStore(db).unusedCodes(user.id)) > 0
    const { secret, hash } = newSecret()
    const store = ticketStore(db)
    await store.removeExpired(instant(clock))
    await store.add({
      tokenHash: hash,
      userId: user.id,
      epoch: user.session_epoch,
      challenge: passkey?.challenge ?? null,
      expiresAt: instant(clock, validityMs),
    })
    return {
      ticket: secret,
      methods: [
        ...(code ? ['code' as const] : []),
        ...(passkey ? ['passkey' as const] : []),
        ...(recovery ? ['recovery' as const] : []),
      ],
      passkey: passkey && { ...passkey },
    }
  },

  /** Takes an attempt off the ticket and finds whose it is; a new password or role in between ends it. */
  async attempt(secret: string): Promise<{ ticket: Ticket; user: UserRow }> {
    const ticket = await ticketStore(db).attempt(hashSecret(secret), attemptsAllowed, instant(clock))
    const user = ticket && (await userStore(db).find(ticket.user_id))
    if (!ticket || !user || user.session_epoch !== ticket.epoch) throw ended()
    return { ticket, user }
  },

  /** Of two concurrent answers, one fails. */
  async use(tx: Db, ticket: Ticket): Promise<void> {
    if (!(await ticketStore(tx).use(ticket.id))) throw ended()
  },

  refusal: ({ attempts }: Ticket) =>
    new Failure('unauthorised', 'That was not accepted. Please try again.', {
      ticket: attempts < attemptsAllowed ? 'open' : 'ended',
    }),
})

export type Tickets = ReturnType<typeof signInTickets>
