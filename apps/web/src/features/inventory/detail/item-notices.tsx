import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowLeft } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { type ItemDetail, languageNames, retentionDays, toDay } from '@vitrine/contract'
import { useRef } from 'react'
import { getServerMessage } from '../../../client/api-error.ts'
import { call } from '../../../client/call.ts'
import { useSignedIn } from '../../../session/use-session.ts'
import { withConfirmation } from '../../../ui/feedback/dialogs.ts'
import { ErrorMessage } from '../../../ui/feedback/message.tsx'
import { offerUndo } from '../../../ui/feedback/undo-toast.tsx'
import { SecondaryButton, SmallButton } from '../../../ui/forms/buttons.ts'
import { useKeepFocus } from '../../../ui/forms/use-keep-focus.ts'
import { formatDate } from '../../../ui/text/format.ts'
import { type QuestionToAnswer, useBackLink } from '../opened-from.ts'
import { useItem, useSetArchived } from './item-context.ts'
import styles from './item-notices.module.css'

/** The question to answer, shown above the text, with a link back to the questions. */
export function VisitorQuestionNote({ question, lang, from }: QuestionToAnswer) {
  const isOpenedFromQuestions = useLocation({
    select: ({ state }) => state.answering !== undefined,
  })
  const goBack = useBackLink(isOpenedFromQuestions)

  return (
    <div role="note" aria-label="Question" className={`frame ${styles.question} no-print`}>
      <p>
        A visitor asked in {languageNames[lang]}:{' '}
        <q lang={lang} dir="auto">
          {question}
        </q>
      </p>
      <Link to={from} onClick={goBack} className={`inline-middle ${styles.back}`}>
        <IconArrowLeft size={16} aria-hidden="true" />
        Back to Questions
      </Link>
    </div>
  )
}

interface ArchivedNoticeProps {
  readonly archived: NonNullable<ItemDetail['archived']>
  readonly onDeleted: () => void
}

const dayMs = 86_400_000

/** Tells that the item is archived; restores it, or deletes it once its retention has ended. */
export function ArchivedNotice({ archived, onDeleted }: ArchivedNoticeProps) {
  const { item } = useItem()
  const archive = useSetArchived()
  const isRoot = useSignedIn().user.role === 'root'
  const deletableFrom = new Date(Date.parse(archived.at) + retentionDays * dayMs)
  const isDeletable = deletableFrom <= new Date()

  const remove = useMutation({
    mutationFn: () => call('DELETE /inventory/items/:id', { params: { id: item.id } }),
    onSuccess: onDeleted,
  })

  const confirmAndRemove = withConfirmation(
    {
      title: `Delete ${item.identifier} for good`,
      message:
        'Its attributes, history, comments, picture and recording are deleted with it. This can’t be undone. ' +
        'Do you want to delete it?',
    },
    remove.mutate,
  )

  return (
    <section aria-label="Archived" className={`frame flex-middle ${styles.notice}`}>
      <p className={styles.text}>
        <strong>
          Archived on {formatDate(archived.at)}
          {archived.by && ` by ${archived.by}`}.
        </strong>{' '}
        It appears in no list, on no public page and in no PDF.
        {isRoot &&
          !isDeletable &&
          ` It can be deleted for good from ${formatDate(deletableFrom.toISOString())}.`}
      </p>
      <div className={`flex-wrap ${styles.actions}`}>
        {isRoot && isDeletable && (
          <SecondaryButton color="red" loading={remove.isPending} onClick={confirmAndRemove}>
            Delete for good
          </SecondaryButton>
        )}
        <Button loading={archive.isPending} onClick={() => archive.mutate(false)}>
          Restore
        </Button>
      </div>
      {remove.isError && (
        <ErrorMessage>The item was not deleted. {getServerMessage(remove.error)}</ErrorMessage>
      )}
    </section>
  )
}

/** The day when the item was last checked, and a button to record a check. */
export function LastCheckedLine() {
  const { item, refresh } = useItem()
  const { id, checked } = item
  const today = toDay(new Date())

  const setChecked = async (day: string) => {
    await call('POST /inventory/set-checked', { body: { itemId: id, day } })
    await refresh()
  }

  const check = useMutation({
    // The previous day is for the undo.
    mutationFn: (_previousDay: string) => setChecked(today),
    onSuccess: (_, previousDay) =>
      offerUndo({
        id: `checked-${id}`,
        message: 'Checked today.',
        undo: () => setChecked(previousDay),
      }),
    onError: (error) =>
      notifications.show({ message: `The check was not recorded. ${getServerMessage(error)}` }),
  })

  const lineRef = useRef<HTMLParagraphElement>(null)
  // The pressed button disappears, so the line takes the focus.
  useKeepFocus(checked, lineRef)

  return (
    <p ref={lineRef} tabIndex={-1} className={`flex-middle note ${styles.line}`}>
      Last checked {formatDate(checked)}
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
