import { dayInWords } from '@vitrine/contract'
import { type HistoryKind, plainly } from '../history/index.ts'
import { type CommentState, commentCodec } from './changes.ts'
import type { CommentService } from './service.ts'

export const commentHistory = (comments: CommentService): HistoryKind<CommentState> => ({
  codec: commentCodec,
  expect: comments.expectShown,
  words: async () => ({
    fieldName: ([field]) => (isNamed(field) ? names[field] : field),
    show({ path: [field], before, after }) {
      if (field === 'assigneeId') return { before: '', after: '' }
      return plainly(field === 'due' ? { before: day(before), after: day(after) } : { before, after })
    },
  }),
  undo: comments.undo,
})

const day = (value: unknown) => dayInWords(String(value ?? ''), 'en') || value

const names: Record<keyof CommentState, string> = {
  comment: 'Comment',
  task: 'Task',
  done: 'Done',
  assignee: 'Assigned to',
  assigneeId: 'Assigned to',
  due: 'Due',
}
const isNamed = (field: string): field is keyof CommentState => field in names
