import { notifications } from '@mantine/notifications'
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { QuestionGroup } from '@vitrine/contract'
import { serverMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { cancelAndInvalidate } from '../../client/queries.ts'
import { offerUndo } from '../../ui/feedback/undo-toast.tsx'
import type { QuestionsSearch } from './questions-search.ts'

const everything = ['questions'] as const

export const questionsQueries = {
  everything,
  list: (search: QuestionsSearch) =>
    infiniteQueryOptions({
      queryKey: [...everything, 'list', search],
      queryFn: ({ signal, pageParam }) =>
        call(
          'GET /questions',
          { query: { ...search, ...(pageParam && { after: pageParam }) } },
          { signal },
        ),
      initialPageParam: 0,
      getNextPageParam: ({ next }) => next,
      // Texts that answer questions are changed elsewhere.
      staleTime: 0,
    }),
  items: queryOptions({
    queryKey: [...everything, 'items'],
    queryFn: ({ signal }) => call('GET /questions/items', undefined, { signal }),
  }),
}

/** How a question is settled: dismissed, marked as answered, or neither. */
export type Settled = 'dismissed' | 'answered' | 'open'

const messages: Record<Settled, string> = {
  dismissed: 'Question dismissed.',
  answered: 'Question marked as answered.',
  open: 'Question reopened.',
}

const settledAs = ({ state, byStaff }: QuestionGroup): Settled =>
  state === 'dismissed' ? 'dismissed' : byStaff ? 'answered' : 'open'

interface Settling {
  readonly group: QuestionGroup
  readonly as: Settled
}

/** Puts questions aside, marks them as answered or takes that back; each can be undone. */
export function useMarkQuestion() {
  const queries = useQueryClient()
  const refresh = () => cancelAndInvalidate(queries, questionsQueries.everything)
  const set = async (id: number, as: Settled) => {
    try {
      if (as === 'answered')
        await call('POST /questions/answered', { body: { id, answered: true } })
      else await call('POST /questions/dismiss', { body: { id, dismissed: as === 'dismissed' } })
    } finally {
      await refresh()
    }
  }
  return useMutation({
    mutationFn: ({ group, as }: Settling) => set(group.id, as),
    onSuccess: (_, { group, as }) =>
      offerUndo({
        id: `question-${group.id}`,
        message: messages[as],
        undo: () => set(group.id, settledAs(group)),
        failure: 'The question could not be reopened.',
      }),
    onError: (error) =>
      notifications.show({ message: `Nothing was changed. ${serverMessage(error)}` }),
  })
}
