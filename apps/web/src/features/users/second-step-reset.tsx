import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { serverMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { query } from '../../client/query.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { askToConfirm } from '../../ui/forms/ask-to-confirm.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { Block } from '../../ui/layout/block.tsx'

/** For somebody who lost their phone and their recovery codes. */
export function SecondStepReset({ userId }: { readonly userId: number }) {
  const queries = useQueryClient()
  const reset = useMutation({
    mutationFn: () => call('POST /admin/users/reset-second-step', { body: { userId } }),
    onSuccess: () => {
      notifications.show({ message: 'The second step has been reset.' })
      return queries.invalidateQueries(query('GET /admin/employees'))
    },
  })
  const askAndReset = async () => {
    const sure = await askToConfirm({
      title: 'Reset Second Step',
      message: 'This user will then sign in with the password alone until they set up a second step again. Continue?',
    })
    if (sure) reset.mutate()
  }

  return (
    <Block title="Second step">
      <p>This user signs in with a password, followed by a code or a passkey.</p>
      {reset.isError && <ErrorMessage>The second step was not reset. {serverMessage(reset.error)}</ErrorMessage>}
      <SecondaryButton loading={reset.isPending} onClick={askAndReset}>
        Reset Second Step
      </SecondaryButton>
    </Block>
  )
}
