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
    // Who makes a task can also say whose it is.
    access: comments.setTask.access,
    summary: 'Those whom a task can be assigned to, by name',
    ok: z.array(Person),
  },
  mail: {
    method: 'GET',
    path: '/user/task-mail',
    access: signedIn,
    summary: 'Whether the caller’s open tasks are mailed to them in the morning',
    ok: z.object({ on: z.boolean() }),
  },
  setMail: {
    method: 'POST',
    path: '/user/task-mail',
    access: signedIn,
    summary: 'Turn the mail of the morning on or off',
    body: z.strictObject({ on: z.boolean() }),
    ok: Done,
  },
} as const satisfies Record<string, Call>
