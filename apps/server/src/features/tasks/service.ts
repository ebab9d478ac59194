import { type Person, sortByText } from '@vitrine/contract'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../http/access.ts'
import { taskStore } from './store.ts'

export const taskService = (db: Db) => ({
  async people(): Promise<Person[]> {
    const people = (await taskStore(db).people())
      .map(({ id, first_name, last_name }) => ({ id, name: `${first_name} ${last_name}`.trim() }))
      .filter(({ name }) => name !== '')
    return sortByText(people, ({ name }) => name)
  },

  mail: async ({ userId }: Actor): Promise<{ on: boolean }> => ({
    on: await taskStore(db).isMailed(userId),
  }),

  setMail: ({ userId }: Actor, on: boolean) => taskStore(db).setMailed(userId, on),
})

export type TaskService = ReturnType<typeof taskService>
