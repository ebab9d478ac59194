import type { Db } from '../../../db/tables.ts'

export const ticketStore = (db: Db) => ({
  add: (ticket: { tokenHash: string; userId: number; epoch: number; challenge: string | null; expiresAt: string }) =>
    db
      .insertInto('sign_in_ticket')
      .values({
        token_hash: ticket.tokenHash,
        user_id: ticket.userId,
        epoch: ticket.epoch,
        challenge: ticket.challenge,
        attempts: 0,
        expires_at: ticket.expiresAt,
      })
      .execute(),

  /** Takes one attempt off a ticket; nothing when none is left, or it has expired. */
  attempt: (tokenHash: string, allowed: number, now: string) =>
    db
      .updateTable('sign_in_ticket')
      .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
      .where('token_hash', '=', tokenHash)
      .where('attempts', '<', allowed)
      .where('expires_at', '>', now)
      .returning(['id', 'user_id', 'epoch', 'challenge', 'attempts'])
      .executeTakeFirst(),

  /** True for the first caller. */
  async use(id: number): Promise<boolean> {
    return (await db.deleteFrom('sign_in_ticket').where('id', '=', id).executeTakeFirst()).numDeletedRows === 1n
  },

  removeExpired: (now: string) => db.deleteFrom('sign_in_ticket').where('expires_at', '<=', now).execute(),
})

export type Ticket = NonNullable<Awaited<ReturnType<ReturnType<typeof ticketStore>['attempt']>>>
