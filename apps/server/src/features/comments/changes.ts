import { z } from 'zod'
import type { Db } from '../../db/tables.ts'
import { changeStore, stateCodec } from '../history/index.ts'

/** What the history keeps of a comment. The assignee by name as well, which stays when the account goes. */
const CommentState = z.strictObject({
  comment: z.string(),
  task: z.boolean(),
  done: z.boolean(),
  assignee: z.string(),
  assigneeId: z.int().nullable(),
  due: z.string(),
})
export type CommentState = z.infer<typeof CommentState>

export const commentCodec = stateCodec<CommentState>(CommentState)

/** What happened to comments after they were written. */
export const commentChanges = (db: Db) => changeStore(db, 'comment', commentCodec)
