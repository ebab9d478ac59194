import { notifications } from '@mantine/notifications'
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { QuestionGroup } from '@vitrine/contract'
import { getServerMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { cancelAndInvalidate } from '../../client/queries.ts'
import { offerUndo } from '../../ui/feedback/undo-toast.tsx'
import type { QuestionsSearch } from './questions-search.ts'

const questionsKey = ['questions'] as const

export const questionsQueries = {
  questionsKey,
  list: (search: QuestionsSearch) =>
    infiniteQueryOptions({
      queryKey: [...questionsKey, 'list', search],
      queryFn: ({ signal, pageParam }) =>
        call(
          'GET /questions',
          { query: { ...search, ...(pageParam && { after: pageParam }) } },
          { signal },
        ),
      initialPageParam: 0,
      getNextPageParam: ({ next }) => next,
      // Never fresh, because the texts that answer questions are edited on other screens.
      staleTime: 0,
    }),
  items: queryOptions({
    queryKey: [...questionsKey, 'items'],
    queryFn: ({ signal }) => call('GET /questions/items', undefined, { signal }),
  }),
}

/** How staff have resolved a question: dismissed, marked as answered, or not at all. */
export type QuestionResolution = 'dismissed' | 'answered' | 'open'

const messages: Record<QuestionResolution, string> = {
  dismissed: 'Question dismissed.',
  answered: 'Question marked as answered.',
  open: 'Question reopened.',
}

function getCurrentResolution({ state, byStaff }: QuestionGroup): QuestionResolution {
  if (state === 'dismissed') return 'dismissed'
  return byStaff ? 'answered' : 'open'
}

interface ResolveRequest {
  readonly group: QuestionGroup
  readonly resolution: QuestionResolution
}

/** Dismisses questions, marks them as answered or reverts that, and offers to undo it. */
export function useResolveQuestion() {
  const queries = useQueryClient()
  const refresh = () => cancelAndInvalidate(queries, questionsQueries.questionsKey)

  const sendResolution = async (id: number, resolution: QuestionResolution) => {
    try {
      if (resolution === 'answered')
        await call('POST /questions/answered', { body: { id, answered: true } })
      else
        await call('POST /questions/dismiss', {
          body: { id, dismissed: resolution === 'dismissed' },
        })
    } finally {
      await refresh()
    }
  }

  return useMutation({
    mutationFn: ({ group, resolution }: ResolveRequest) => sendResolution(group.id, resolution),
    onSuccess: (_, { group, resolution }) =>
      offerUndo({
        id: `question-${group.id}`,
        message: messages[resolution],
        undo: () => sendResolution(group.id, getCurrentResolution(group)),
        failure: 'The question could not be reopened.',
      }),
    onError: (error) =>
      notifications.show({ message: `Nothing was changed. ${getServerMessage(error)}` }),
  })
}
