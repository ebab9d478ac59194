import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { inventoryTypes } from '@vitrine/contract'
import { useState } from 'react'
import { create } from '../../../client/call.ts'
import { ErrorMessage } from '../../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../../ui/forms/buttons.ts'
import { TextArea } from '../../../ui/forms/fields.tsx'
import { useUnsaved } from '../../../ui/forms/unsaved.tsx'
import { Panel } from '../../../ui/layout/page-parts.tsx'
import { inventoryQueries } from '../inventory-queries.ts'
import { itemSaveFailure } from '../texts.ts'
import styles from './add-item-form.module.css'
import { useList } from './list-context.ts'

interface AddItemFormProps {
  readonly onClose: () => void
  readonly onAdded: (id: number) => void
}

export function AddItemForm({ onClose, onAdded }: AddItemFormProps) {
  const { type } = useList()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({ mode: 'uncontrolled', initialValues: { identifier: '', name: '', description: '' } })
  const add = useMutation({
    mutationFn: (text: { identifier: string; name: string; description: string }) =>
      create('POST /inventory/add', { body: { item: { ...text, type_id: inventoryTypes[type].id } } }),
    onSuccess: () => queries.invalidateQueries(inventoryQueries.list(type)),
  })
  const isSent = add.isPending || add.isSuccess
  useUnsaved(() => !add.isSuccess && form.isDirty())

  const submit = form.onSubmit(async (text) => {
    if (add.isPending) return
    setProblem(null)
    form.clearErrors()
    try {
      const { id } = await add.mutateAsync(text)
      form.resetDirty()
      onAdded(id)
    } catch (error) {
      const { problem: why, errors } = itemSaveFailure('item')(error)
      form.setErrors(errors)
      setProblem(why)
      const first = Object.keys(errors)[0]
      if (first) form.getInputNode(first)?.focus()
    }
  })

  return (
    <Panel title={`New ${inventoryTypes[type].name.toLowerCase()}`} onClose={onClose}>
      <form onSubmit={submit} noValidate aria-busy={add.isPending} className="stack">
        <div className={`stack ${styles.pair}`}>
          <TextInput
            key={form.key('identifier')}
            label="Identifier"
            required
            autoComplete="off"
            readOnly={isSent}
            {...form.getInputProps('identifier')}
          />
          <TextInput
            key={form.key('name')}
            label="Name"
            autoComplete="off"
            readOnly={isSent}
            {...form.getInputProps('name')}
          />
        </div>
        <TextArea
          key={form.key('description')}
          label="Description"
          rows={4}
          readOnly={isSent}
          {...form.getInputProps('description')}
        />
        {problem && <ErrorMessage>{problem}</ErrorMessage>}
        <div className="row-end">
          <SecondaryButton onClick={onClose}>Cancel</SecondaryButton>
          <Button type="submit" loading={add.isPending}>
            Add
          </Button>
        </div>
      </form>
    </Panel>
  )
}
