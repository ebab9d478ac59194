import { z } from 'zod'
import { type Call, Done } from '../call.ts'
import { signedIn } from '../roles.ts'
import { comments } from './comments.ts'

export const Person = z.object({ id: z.number().int(), name: z.string() })
export type Person = z.infer<typeof Person>

export const tasks = {
  people: {
    method: 'GET',
    path: '/people',
    // Roles that make tasks can assign them.
    access: comments.setTask.access,
    summary: 'The people to whom tasks can be assigned, by name',
    ok: z.array(Person),
  },
  mail: {
    method: 'GET',
    path: '/user/task-mail',
    access: signedIn,
    summary: 'Whether the caller gets a morning mail about open tasks',
    ok: z.object({ on: z.boolean() }),
  },
  setMail: {
    method: 'POST',
    path: '/user/task-mail',
    access: signedIn,
    summary: 'Turn the daily task e-mail on or off',
    body: z.strictObject({ on: z.boolean() }),
    ok: Done,
  },
} as const satisfies Record<string, Call>
