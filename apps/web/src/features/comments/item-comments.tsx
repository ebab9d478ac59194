import { Button, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { serverMessage } from '../../client/api-error.ts'
import { cancelAndInvalidate } from '../../client/cancel-and-invalidate.ts'
import { create } from '../../client/create.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { useUnsaved } from '../../ui/forms/unsaved.tsx'
import { Block } from '../../ui/layout/block.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { CommentEntry } from './comment-entry.tsx'
import { commentsQueries } from './comments-queries.ts'
import styles from './item-comments.module.css'
import { useDeleteComment } from './use-delete-comment.ts'

/** The comments block of one item. */
export function ItemComments({ itemId }: { readonly itemId: number }) {
  return (
    <Block title="Comments">
      <NewComment itemId={itemId} />
      <Title order={3} className={styles.heading ?? ''}>
        Most Recent Comments
      </Title>
      <Comments itemId={itemId} />
    </Block>
  )
}

function NewComment({ itemId }: { readonly itemId: number }) {
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const add = useMutation({
    mutationFn: (comment: string) => create('POST /inventory/add-comment', { body: { itemId, comment } }),
    onSuccess: () => {
      setText('')
      // The button is disabled while the text is empty, so focus the field.
      field.current?.focus()
      return cancelAndInvalidate(queries, commentsQueries.everything)
    },
  })
  const isEmpty = text.trim() === ''
  useUnsaved(() => !isEmpty)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isEmpty && !add.isPending) add.mutate(text)
  }

  return (
    <form onSubmit={submit} className={styles.form}>
      <TextArea
        ref={field}
        aria-label="New comment"
        placeholder="Add a comment..."
        rows={3}
        value={text}
        // Text typed now would be cleared by the answer.
        readOnly={add.isPending}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {add.isError && <ErrorMessage>The comment was not saved. {serverMessage(add.error)}</ErrorMessage>}
      <Button type="submit" disabled={isEmpty} loading={add.isPending} className={styles.save ?? ''}>
        Save Comment
      </Button>
    </form>
  )
}

function Comments({ itemId }: { readonly itemId: number }) {
  const comments = useQuery(commentsQueries.ofItem(itemId))
  const remove = useDeleteComment()
  if (comments.isPending) return <RowSkeletons label="Loading the comments" rows={3} />
  if (comments.isError) return <LoadFailure what="The comments" query={comments} />
  if (comments.data.length === 0) return <p className={styles.nothing}>No comments for this item.</p>
  return (
    <ul className={styles.comments}>
      {comments.data.map((comment) => (
        <CommentEntry
          key={comment.id}
          comment={comment}
          deleting={remove.isPending && remove.variables.id === comment.id}
          onDelete={() => remove.mutate(comment)}
        />
      ))}
    </ul>
  )
}
