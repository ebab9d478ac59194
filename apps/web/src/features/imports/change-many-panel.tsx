import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { attributeLabel, type ItemType, type ManyChange, type ManyOutcome } from '@vitrine/contract'
import { type FormEvent, useRef, useState } from 'react'
import { serverMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { attributeQueries } from '../../client/queries.ts'
import { query } from '../../client/query.ts'
import { formatItemCount, SkippedItems, showBulkOutcome } from '../../ui/feedback/bulk-outcome.tsx'
import { LoadFailure } from '../../ui/feedback/list-states.tsx'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { showFailure } from '../../ui/feedback/undo-toast.tsx'
import { AttributeInput } from '../../ui/forms/attribute-input.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { SelectField } from '../../ui/forms/fields.tsx'
import { useKeepFocus } from '../../ui/forms/use-keep-focus.ts'
import { SidePanel } from '../../ui/layout/side-panel.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import styles from './change-many-panel.module.css'
import { EarlierImports } from './earlier-imports.tsx'
import { ChangedItems, ErasedCount } from './import-preview.tsx'

interface ChangeManyPanelProps {
  readonly type: ItemType
  readonly ids: readonly number[]
  readonly onClose: () => void
  readonly onChanged: () => void
}

/** Gives one attribute of all chosen items a value, after a preview of the changes. */
export function ChangeManyPanel({ type, ids, onClose, onChanged }: ChangeManyPanelProps) {
  const queries = useQueryClient()
  const catalogue = useQuery(attributeQueries.ofType(type))
  const attributes = catalogue.data?.filter(({ retired }) => !retired) ?? []
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const attribute = attributes.find(({ tag_key }) => tag_key === key)
  const change: ManyChange = { what: 'attribute', key, value }
  const preview = useMutation({
    mutationFn: (chosen: readonly number[]) =>
      call('POST /inventory/change-many', {
        body: { type, ids: [...chosen], change, dryRun: true },
      }),
  })
  // Of other items it says nothing.
  const outcome = preview.variables === ids ? preview.data : undefined
  const planned = outcome?.changed ?? []
  const apply = useMutation({
    mutationFn: () =>
      call('POST /inventory/change-many', {
        body: {
          type,
          change,
          ids: planned.map(({ id }) => id),
          versions: planned.map(({ version }) => version),
        },
      }),
    onSuccess: (done) => {
      preview.reset()
      onChanged()
      showBulkOutcome(outcomeOf(done), 'changed', changed)
      return queries.invalidateQueries(query('GET /inventory/imports'))
    },
  })
  const changed = () => {
    onChanged()
    void queries.invalidateQueries(query('GET /inventory/imports'))
  }
  // A preview of something else says nothing of what would happen now.
  const edit = (set: (text: string) => void) => (text: string) => {
    set(text)
    preview.reset()
    apply.reset()
  }
  const previewButton = useRef<HTMLButtonElement>(null)
  const closeButton = useRef<HTMLButtonElement>(null)
  useKeepFocus(
    `${preview.status} ${apply.status}`,
    ...(apply.isPending ? [] : [apply.isSuccess ? closeButton : previewButton]),
  )

  const submit = (event: FormEvent) => {
    event.preventDefault()
    preview.mutate(ids)
  }
  return (
    <SidePanel title="Change many items" side="right" onClose={onClose}>
      {catalogue.isError && <LoadFailure what="The attributes" query={catalogue} />}
      <form className={styles.form} onSubmit={submit} noValidate>
        <SelectField
          label="Attribute"
          value={key}
          placeholder="Please choose"
          options={attributes.map((one) => [one.tag_key, attributeLabel(one)])}
          onChange={edit(setKey)}
        />
        <AttributeInput
          attribute={attribute}
          label="New value"
          hint="Leave it empty to erase the value."
          rows={3}
          value={value}
          onChange={({ currentTarget }) => edit(setValue)(currentTarget.value)}
        />
        <SecondaryButton
          ref={previewButton}
          type="submit"
          disabled={!attribute || ids.length === 0}
          loading={preview.isPending}
        >
          Preview
        </SecondaryButton>
      </form>
      <p role="status" className={styles.status}>
        {ids.length === 0
          ? 'Select items in the list.'
          : `${formatItemCount(ids.length)} selected.`}{' '}
        {outcome && (
          <>
            {formatNumber(planned.length)} will change
            {outcome.unchanged > 0 && `, ${formatNumber(outcome.unchanged)} already so`}.{' '}
            <ErasedCount entries={planned} />
          </>
        )}
        {apply.data && `${formatItemCount(apply.data.changed.length)} changed.`}
      </p>
      {preview.isError && <ErrorMessage>{serverMessage(preview.error)}</ErrorMessage>}
      {apply.isError && (
        <ErrorMessage>Nothing was changed. {serverMessage(apply.error)}</ErrorMessage>
      )}
      {outcome && (
        <div className={`stack ${styles.preview}`}>
          <ChangedItems title="Will change" entries={planned} />
          {outcome.left.length > 0 && (
            <div>
              <SkippedItems left={outcome.left} />
            </div>
          )}
        </div>
      )}
      <div className={`row ${styles.buttons}`}>
        {outcome && (
          <Button
            disabled={planned.length === 0}
            loading={apply.isPending}
            onClick={() => apply.mutate()}
          >
            Change {formatItemCount(planned.length).toLowerCase()}
          </Button>
        )}
        <SecondaryButton ref={closeButton} className={styles.close ?? ''} onClick={onClose}>
          {apply.isSuccess ? 'Close' : 'Cancel'}
        </SecondaryButton>
      </div>
      <EarlierImports kind="change" onChanged={changed} />
    </SidePanel>
  )
}

const outcomeOf = ({ changed, left, importId }: ManyOutcome) => ({
  count: changed.length,
  left,
  importIds: importId === null ? [] : [importId],
})

interface Order {
  readonly type: ItemType
  readonly ids: number[]
  readonly change: ManyChange
}

/** Changes many items without a preview, where there is nothing to compare. */
export async function changeManyNow(
  order: Order,
  done: string,
  onChanged: () => void,
): Promise<void> {
  try {
    const outcome = await call('POST /inventory/change-many', { body: order })
    onChanged()
    showBulkOutcome(outcomeOf(outcome), done, onChanged)
  } catch (error) {
    showFailure('Nothing was changed.', error)
  }
}
