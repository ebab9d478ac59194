import { ActionIcon, Button, Modal, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type JournalTag, maxTagNameLength } from '@vitrine/contract'
import { type FormEvent, useState } from 'react'
import { call, createRecord } from '../../client/call.ts'
import { askToConfirm, isDialogCovered } from '../../ui/feedback/dialogs.ts'
import { useJournalCache } from './journal-queries.ts'
import styles from './manage-tags-modal.module.css'

interface ManageTagsModalProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly tags: readonly JournalTag[]
}

export function ManageTagsModal({ opened, onClose, tags }: ManageTagsModalProps) {
  const [name, setName] = useState('')
  const cache = useJournalCache()

  const add = useMutation({
    mutationFn: () => createRecord('POST /journal/tags', { body: { name: name.trim() } }),
    onSuccess: (tag) => {
      setName('')
      return cache.addTag(tag)
    },
  })

  const remove = useMutation({
    mutationFn: (tag: JournalTag) => call('DELETE /journal/tags/:id', { params: { id: tag.id } }),
    onSuccess: (_, tag) => cache.removeTag(tag.id),
    // A tag that is already deleted should not be listed any longer.
    onError: cache.refetchTags,
  })

  const canAdd = name.trim() !== '' && !add.isPending

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canAdd) add.mutate()
  }

  const askAndRemove = async (tag: JournalTag) => {
    const message =
      'Are you sure you want to delete this tag? It will be removed from all journal entries.'
    if (await askToConfirm({ title: `Delete tag ${tag.name}`, message })) remove.mutate(tag)
  }

  return (
    <Modal opened={opened} onClose={() => isDialogCovered() || onClose()} title="Manage Tags">
      <form onSubmit={submit} noValidate className={styles.add} aria-busy={add.isPending}>
        <TextInput
          label="New tag"
          data-autofocus
          maxLength={maxTagNameLength}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!canAdd}>
          Add Tag
        </Button>
      </form>
      {tags.length === 0 ? (
        <p className={styles.none}>There are no tags yet.</p>
      ) : (
        <ul aria-label="Existing tags" className={styles.list}>
          {tags.map((tag) => (
            <li key={tag.id} className={styles.tag}>
              <span className={styles.name}>{tag.name}</span>
              <ActionIcon
                variant="subtle"
                aria-label={`Delete tag ${tag.name}`}
                onClick={() => askAndRemove(tag)}
              >
                <IconTrash size={18} stroke={1.5} aria-hidden="true" />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}
