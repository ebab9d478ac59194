import type { Api } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { QuestionService } from './service.ts'

export const questionHandlers = (questions: QuestionService): Handlers<Api['questions']> => ({
  list: ({ query }) => questions.list(query),
  info: async () => ({ info: `${await questions.unanswered()} unanswered` }),
  items: () => questions.items(),
  csv: ({ query: { delimiter, ...filter } }, { signal }) =>
    questions.csv(filter, delimiter, signal),
  dismiss: ({ body }) => questions.settle(body.id, body.dismissed ? 'dismissed' : 'open'),
  markAnswered: ({ body }) => questions.settle(body.id, body.answered ? 'answered' : 'open'),
})
