import { z } from 'zod'
import { type Call, Done } from '../call.ts'
import { genders } from '../people.ts'
import { managers, Role } from '../roles.ts'
import { Id, IdParams, line, visibleLine } from '../text.ts'

const isEmail = (value: string) => z.email().safeParse(value).success

const fields = {
  email: visibleLine(254)
    .refine(
      (value) => value === '' || isEmail(value),
      'Please enter an e-mail address such as anna@example.org.',
    )
    .default(''),
  gender: z.enum(genders),
  firstName: line(100),
  lastName: line(100),
  phone: line(40).default(''),
  role: Role,
}

const emailRule = {
  check: (user: { email: string; role: Role }) => user.email !== '' || user.role === 'employee',
  problem: {
    path: ['email'],
    error: 'Please enter an e-mail address: only employees can do without one.',
  },
}

export const SignInState = z.strictObject({
  /** Time of the last sign-in; null before the first. */
  last: z.string().nullable(),
  secondStep: z.boolean(),
})
export type SignInState = z.infer<typeof SignInState>

export const NewUser = z.strictObject(fields).refine(emailRule.check, emailRule.problem)
export const ChangedUser = z
  .strictObject({ ...fields, id: Id, signIn: SignInState.optional() })
  .refine(emailRule.check, emailRule.problem)
export type NewUser = z.output<typeof NewUser>
export type ChangedUser = z.output<typeof ChangedUser>

export const UserListItem = z.object({
  id: z.number().int(),
  firstName: z.string(),
  lastName: z.string(),
  role: Role,
  email: z.string(),
  /** Present if the caller may manage the user. */
  signIn: SignInState.optional(),
})
export type UserListItem = z.infer<typeof UserListItem>

export const UserDetail = UserListItem.extend({ gender: z.enum(genders), phone: z.string() })
export type UserDetail = z.infer<typeof UserDetail>

export const users = {
  list: {
    method: 'GET',
    path: '/admin/employees',
    access: managers,
    summary: 'All users, by name',
    ok: z.array(UserListItem),
  },
  read: {
    method: 'GET',
    path: '/admin/employees/:id',
    access: managers,
    summary: 'One user',
    params: IdParams,
    ok: UserDetail,
  },
  create: {
    method: 'POST',
    path: '/admin/employees/create',
    access: managers,
    summary: 'Create a user; a taken address is a conflict with the message "emailexists"',
    body: NewUser,
    ok: z.object({ id: z.number().int() }),
    creates: true,
  },
  update: {
    method: 'POST',
    path: '/admin/employees/update',
    access: managers,
    summary:
      'Change a user; a changed role ends their sessions, a changed role or address their password links. `signIn` may be sent as it was read, and is ignored',
    body: ChangedUser,
    ok: Done,
  },
  remove: {
    method: 'DELETE',
    path: '/admin/employees/:id',
    access: managers,
    summary: 'Delete a user and end their sessions',
    params: IdParams,
    ok: Done,
  },
} as const satisfies Record<string, Call>
