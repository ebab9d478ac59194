import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { age, type ItemComment } from '@vitrine/contract'
import type { ReactNode } from 'react'
import { mediumDate } from '../../ui/text/dates.ts'
import styles from './comment-entry.module.css'

interface CommentEntryProps {
  readonly comment: ItemComment
  /** What the comment is about, where that is not plain from the screen. */
  readonly about?: ReactNode
  readonly deleting: boolean
  readonly onDelete: () => void
}

export const authorOf = ({ first_name, last_name }: ItemComment): string => `${first_name} ${last_name}`.trim()
export const ageOf = ({ created }: ItemComment): string => age(new Date(created), new Date())

/** There may be hundreds: uses the native title instead of a Tooltip. */
export function CommentEntry({ comment, about, deleting, onDelete }: CommentEntryProps) {
  const author = authorOf(comment)
  return (
    <li className={styles.entry}>
      <div className={styles.head}>
        {about}
        <span className={styles.age}>{ageOf(comment)}</span>
      </div>
      <p className={styles.text}>{comment.comment}</p>
      <div className={styles.foot}>
        {author}
        {author !== '' && <span aria-hidden="true"> · </span>}
        <time dateTime={comment.created}>{mediumDate(comment.created)}</time>
      </div>
      <ActionIcon
        variant="subtle"
        size="lg"
        className={styles.delete ?? ''}
        title="Delete comment"
        aria-label={`Delete comment (${author}, ${mediumDate(comment.created)})`}
        loading={deleting}
        onClick={onDelete}
      >
        <IconTrash size={18} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
    </li>
  )
}
