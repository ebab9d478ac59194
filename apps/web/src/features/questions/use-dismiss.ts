import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QuestionGroup } from '@vitrine/contract'
import { serverMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { cancelAndInvalidate } from '../../client/cancel-and-invalidate.ts'
import { offerUndo } from '../../ui/feedback/undo-toast.tsx'
import { questionsQueries } from './questions-queries.ts'

/** Puts questions aside that no text has to answer, or back among the others; both can be undone. */
export function useDismiss() {
  const queries = useQueryClient()
  const refresh = () => cancelAndInvalidate(queries, questionsQueries.everything)
  const set = async (id: number, dismissed: boolean) => {
    try {
      await call('POST /questions/dismiss', { body: { id, dismissed } })
    } finally {
      await refresh()
    }
  }
  return useMutation({
    mutationFn: ({ id, state }: QuestionGroup) => set(id, state !== 'dismissed'),
    onSuccess: (_, { id, state }) =>
      offerUndo({
        id: `question-${id}`,
        message: state === 'dismissed' ? 'Question taken back.' : 'Question put aside.',
        undo: () => set(id, state === 'dismissed'),
        failure: 'The question could not be put back.',
      }),
    onError: (error) => notifications.show({ message: `Nothing was changed. ${serverMessage(error)}` }),
  })
}
