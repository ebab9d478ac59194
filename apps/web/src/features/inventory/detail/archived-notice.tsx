import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ItemDetail, retentionDays } from '@vitrine/contract'
import { serverMessage } from '../../../client/api-error.ts'
import { call } from '../../../client/call.ts'
import { useSignedIn } from '../../../session/use-session.ts'
import { ErrorMessage } from '../../../ui/feedback/message.tsx'
import { askToConfirm } from '../../../ui/forms/ask-to-confirm.tsx'
import { SecondaryButton } from '../../../ui/forms/buttons.ts'
import { mediumDate } from '../../../ui/text/dates.ts'
import styles from './archived-notice.module.css'
import { useItem } from './item-context.ts'
import { useArchive } from './undo.ts'

interface ArchivedNoticeProps {
  readonly archived: NonNullable<ItemDetail['archived']>
  readonly onDeleted: () => void
}

const dayMs = 86_400_000

export function ArchivedNotice({ archived, onDeleted }: ArchivedNoticeProps) {
  const { item } = useItem()
  const archive = useArchive()
  const { user } = useSignedIn()
  const deletableFrom = new Date(Date.parse(archived.at) + retentionDays * dayMs)
  const remove = useMutation({
    mutationFn: () => call('DELETE /inventory/items/:id', { params: { id: item.id } }),
    onSuccess: onDeleted,
  })
  const ask = async () => {
    const isSure = await askToConfirm({
      title: `Delete ${item.identifier} for good`,
      message:
        'Its attributes, history, comments, picture and recording are deleted with it. This can’t be undone. ' +
        'Do you want to delete it?',
    })
    if (isSure) remove.mutate()
  }
  return (
    <section aria-label="Archived" className={`frame flex-middle ${styles.notice}`}>
      <p className={styles.text}>
        <strong>
          Archived on {mediumDate(archived.at)}
          {archived.by && ` by ${archived.by}`}.
        </strong>{' '}
        It appears in no list, on no public page and in no PDF.
        {user.role === 'root' &&
          deletableFrom > new Date() &&
          ` It can be deleted for good from ${mediumDate(deletableFrom.toISOString())}.`}
      </p>
      <div className={`flex-wrap ${styles.ways}`}>
        {user.role === 'root' && deletableFrom <= new Date() && (
          <SecondaryButton color="red" loading={remove.isPending} onClick={ask}>
            Delete for good
          </SecondaryButton>
        )}
        <Button loading={archive.isPending} onClick={() => archive.mutate(false)}>
          Restore
        </Button>
      </div>
      {remove.isError && <ErrorMessage>The item was not deleted. {serverMessage(remove.error)}</ErrorMessage>}
    </section>
  )
}
