import { Button, Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ItemType, inventoryTypes, suggestNextIdentifier } from '@vitrine/contract'
import { useEffect, useRef, useState } from 'react'
import { createRecord } from '../../../client/call.ts'
import { ErrorMessage } from '../../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../../ui/forms/buttons.ts'
import { TextArea } from '../../../ui/forms/fields.tsx'
import { useRegisterUnsavedForm } from '../../../ui/forms/unsaved.tsx'
import { Panel } from '../../../ui/layout/page-parts.tsx'
import { inventoryQueries } from '../inventory-queries.ts'
import { NameField } from '../name-field.tsx'
import { explainItemSaveError } from '../texts.ts'
import styles from './add-item-form.module.css'
import { useList } from './list-context.ts'

interface AddItemFormProps {
  readonly onClose: () => void
  readonly onAdded: (id: number) => void
}

export function AddItemForm({ onClose, onAdded }: AddItemFormProps) {
  const { type } = useList()
  const { form, identifierField, problem, isPending, isSent, submit } = useNewItem(type, onAdded)

  return (
    <Panel title={`New ${inventoryTypes[type].name.toLowerCase()}`} onClose={onClose}>
      <form onSubmit={submit} noValidate aria-busy={isPending} className="stack">
        <div className={`stack ${styles.pair}`}>
          <TextInput
            label="Identifier"
            required
            autoComplete="off"
            readOnly={isSent}
            ref={identifierField}
            {...form.getInputProps('identifier')}
          />
          <NameField
            label="Name"
            itemType={type}
            readOnly={isSent}
            {...form.getInputProps('name')}
          />
        </div>
        <TextArea
          label="Description"
          rows={4}
          readOnly={isSent}
          {...form.getInputProps('description')}
        />
        <Checkbox
          label="Hide from visitors until it is ready"
          disabled={isSent}
          {...form.getInputProps('isHidden', { type: 'checkbox' })}
        />
        {problem && <ErrorMessage>{problem}</ErrorMessage>}
        <div className="row-end">
          <SecondaryButton onClick={onClose}>Cancel</SecondaryButton>
          <Button type="submit" loading={isPending}>
            Add
          </Button>
        </div>
      </form>
    </Panel>
  )
}

/** State of the form, whose identifier is proposed until the user edits it. */
function useNewItem(type: ItemType, onAdded: AddItemFormProps['onAdded']) {
  const queryClient = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const identifierField = useRef<HTMLInputElement>(null)
  const proposal = useNextIdentifier(type)
  const form = useForm({
    initialValues: { identifier: proposal, name: '', description: '', isHidden: false },
  })

  const add = useMutation({
    mutationFn: ({ isHidden, ...texts }: typeof form.values) => {
      const item = { ...texts, type_id: inventoryTypes[type].id }
      return createRecord('POST /inventory/add', {
        body: { item: isHidden ? { ...item, public: false } : item },
      })
    },
    onSuccess: () => queryClient.invalidateQueries(inventoryQueries.list(type)),
  })
  useRegisterUnsavedForm(() => !add.isSuccess && form.isDirty())

  // The proposal changes once the archived items have loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each proposal
  useEffect(() => {
    const isUnedited = !form.isDirty('identifier')
    form.setInitialValues({ ...form.getInitialValues(), identifier: proposal })
    if (!isUnedited) return

    form.setFieldValue('identifier', proposal)
    // Selects the proposal, so that typing replaces it.
    requestAnimationFrame(() => {
      const field = identifierField.current
      if (field && document.activeElement === field) field.select()
    })
  }, [proposal])

  const submit = form.onSubmit(async (values) => {
    if (add.isPending) return

    setProblem(null)
    form.clearErrors()
    try {
      const { id } = await add.mutateAsync(values)
      form.resetDirty()
      onAdded(id)
    } catch (error) {
      const explained = explainItemSaveError('item')(error)
      form.setErrors(explained.errors)
      setProblem(explained.problem)
      const [firstField] = Object.keys(explained.errors)
      if (firstField) form.getInputNode(firstField)?.focus()
    }
  })

  return {
    form,
    identifierField,
    problem,
    isPending: add.isPending,
    /** Whether the values are being saved or have been saved, and can't be edited any more. */
    isSent: add.isPending || add.isSuccess,
    submit,
  }
}

/** Proposes the next free identifier of the museum; archived items keep theirs. */
function useNextIdentifier(type: ItemType): string {
  const { data: items = [] } = useQuery(inventoryQueries.list(type))
  const { data: archivedItems = [] } = useQuery(inventoryQueries.list(type, true))
  return suggestNextIdentifier([...items, ...archivedItems].map(({ identifier }) => identifier))
}
