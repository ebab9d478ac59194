import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { dayOf } from '@vitrine/contract'
import { serverMessage } from '../../../client/api-error.ts'
import { call } from '../../../client/call.ts'
import { offerUndo } from '../../../ui/feedback/undo-toast.tsx'
import { SmallButton } from '../../../ui/forms/buttons.ts'
import { mediumDate } from '../../../ui/text/dates.ts'
import styles from './checked-line.module.css'
import { useItem } from './item-context.ts'

/** When somebody last looked at an item, and a way to say that it is as described. */
export function CheckedLine() {
  const { item, refresh } = useItem()
  const { id, checked } = item
  const today = dayOf(new Date())
  const setChecked = async (day: string) => {
    await call('POST /inventory/set-checked', { body: { itemId: id, day } })
    await refresh()
  }
  const check = useMutation({
    mutationFn: (_before: string) => setChecked(today),
    onSuccess: (_, before) =>
      offerUndo({
        id: `checked-${id}`,
        message: 'Checked today.',
        undo: () => setChecked(before),
      }),
    onError: (error) => notifications.show({ message: `The check was not recorded. ${serverMessage(error)}` }),
  })
  return (
    <p className={`flex-middle note ${styles.line}`}>
      Last checked {mediumDate(checked)}
      {checked !== today && (
        <SmallButton
          title="I looked at it, and it is as described"
          loading={check.isPending}
          onClick={() => check.mutate(checked)}
        >
          Checked today
        </SmallButton>
      )}
    </p>
  )
}
