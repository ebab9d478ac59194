import { ActionIcon } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { describeAge, type Notice } from '@vitrine/contract'
import { useRef } from 'react'
import { getServerMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { callQuery } from '../../client/query.ts'
import { SmallButton } from '../../ui/forms/buttons.ts'
import { useKeepFocus } from '../../ui/forms/use-keep-focus.ts'
import { ScreenLink } from '../../ui/layout/screen-link.tsx'
import { formatDateTime } from '../../ui/text/format.ts'
import { DueDay } from './due-day.tsx'
import styles from './notices.module.css'
import overviewStyles from './today-overview.module.css'

const homeQuery = callQuery('GET /home')
const maxInitialNotices = 5

/** Replies and assignments that the user has not read yet. */
export function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  const queries = useQueryClient()
  const list = useRef<HTMLUListElement>(null)
  useKeepFocus(String(notices.length), list)

  const { mutate, isPending } = useMutation({
    mutationFn: (commentIds: readonly number[]) =>
      call('POST /inventory/read-notices', { body: { commentIds: [...commentIds] } }),
    onError: (error) =>
      notifications.show({ message: `Nothing was marked as read. ${getServerMessage(error)}` }),
    onSettled: () => queries.invalidateQueries(homeQuery),
  })

  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="New for me" className={styles.notices}>
        {notices.slice(0, maxInitialNotices).map((notice) => (
          <li key={notice.comment.id} className={styles.notice}>
            <NoticeLink notice={notice} />
            <ActionIcon
              variant="subtle"
              size="lg"
              title="Mark as read"
              aria-label={`Mark as read: ${notice.comment.comment}`}
              disabled={isPending}
              onClick={() => mutate([notice.comment.id])}
            >
              <IconCheck size={18} stroke={1.5} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {notices.length > 1 && (
        <SmallButton
          className={styles.all ?? ''}
          loading={isPending}
          onClick={() => mutate(notices.map(({ comment }) => comment.id))}
        >
          Mark all {notices.length} as read
        </SmallButton>
      )}
    </>
  )
}

function NoticeLink({ notice: { kind, by, at, comment } }: { readonly notice: Notice }) {
  const { id, item_id, identifier, item_name, task } = comment

  return (
    <ScreenLink
      to={`/inventory-detail/${item_id}`}
      hash={`comment-${id}`}
      className={`flex-wrap ${overviewStyles.row} ${styles.link}`}
    >
      <span className={overviewStyles.main}>
        <span className={styles.by}>
          {by} {kind === 'reply' ? 'replied' : 'gave you a task'}
        </span>
        <span className={`cut ${overviewStyles.cut}`}>{comment.comment}</span>
        <span className={overviewStyles.below}>
          {identifier} {item_name}
          <DueDay due={task?.due} />
        </span>
      </span>
      <time dateTime={at} title={formatDateTime(at)} className={overviewStyles.beside}>
        {describeAge(new Date(at), new Date())}
      </time>
    </ScreenLink>
  )
}
