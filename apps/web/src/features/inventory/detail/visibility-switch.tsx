import { Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getServerMessage } from '../../../client/api-error.ts'
import { call } from '../../../client/call.ts'
import { ErrorMessage } from '../../../ui/feedback/message.tsx'
import styles from './factsheets-block.module.css'
import { useItem } from './item-context.ts'
import { visibilityTexts } from './visibility-texts.ts'
import '@mantine/core/styles/Switch.layer.css'

/** Shows the item to visitors, or hides it. */
export function VisibilitySwitch({ isPublic }: { readonly isPublic: boolean }) {
  const { item, refresh } = useItem()

  const change = useMutation({
    mutationFn: (newValue: boolean) =>
      call('POST /inventory/set-public', { body: { itemId: item.id, public: newValue } }),
    onSuccess: refresh,
    // In sequence, so that of two quick presses the last one counts.
    scope: { id: `visibility of ${item.id}` },
  })
  // While saving, the switch shows the new value.
  const isShown = change.isPending ? change.variables : isPublic

  return (
    <div className={styles.visibility}>
      <Switch
        label={visibilityTexts.label}
        description={!isShown && visibilityTexts.hidden}
        checked={isShown}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
      {change.isError && (
        <ErrorMessage>This could not be changed. {getServerMessage(change.error)}</ErrorMessage>
      )}
    </div>
  )
}
