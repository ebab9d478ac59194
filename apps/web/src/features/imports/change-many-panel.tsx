import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type Attribute,
  attributeLabel,
  type BulkChange,
  type BulkChangeOutcome,
  type ItemType,
} from '@vitrine/contract'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { getServerMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { attributeQueries } from '../../client/queries.ts'
import { callQuery } from '../../client/query.ts'
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

/** Sets one attribute of all selected items, after a preview of the changes. */
export function ChangeManyPanel({ type, ids, onClose, onChanged }: ChangeManyPanelProps) {
  const queries = useQueryClient()
  const catalogue = useQuery(attributeQueries.ofType(type))
  const attributes = catalogue.data?.filter(({ retired }) => !retired) ?? []
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const isAttributeChosen = attributes.some(({ tag_key }) => tag_key === key)
  const change: BulkChange = { what: 'attribute', key, value }

  const preview = useMutation({
    mutationFn: (selectedIds: readonly number[]) =>
      call('POST /inventory/change-many', {
        body: { type, ids: [...selectedIds], change, dryRun: true },
      }),
  })

  // A preview of another selection is outdated.
  const currentPreview = preview.variables === ids ? preview.data : undefined
  const plannedChanges = currentPreview?.changed ?? []

  const apply = useMutation({
    mutationFn: () =>
      call('POST /inventory/change-many', {
        body: {
          type,
          change,
          ids: plannedChanges.map(({ id }) => id),
          versions: plannedChanges.map(({ version }) => version),
        },
      }),
    onSuccess: (outcome) => {
      preview.reset()
      onChanged()
      showBulkOutcome(toBulkOutcome(outcome), 'changed', refreshAll)
      return refreshImports()
    },
  })

  const refreshImports = () => queries.invalidateQueries(callQuery('GET /inventory/imports'))
  const refreshAll = () => {
    onChanged()
    void refreshImports()
  }

  // An edit makes the preview outdated.
  const withReset = (set: (text: string) => void) => (text: string) => {
    set(text)
    preview.reset()
    apply.reset()
  }

  const previewButton = useRef<HTMLButtonElement>(null)
  const closeButton = useRef<HTMLButtonElement>(null)
  // While the change is being applied, the focus stays where it is.
  const nextButton = apply.isSuccess ? closeButton : previewButton
  useKeepFocus(`${preview.status} ${apply.status}`, ...(apply.isPending ? [] : [nextButton]))

  return (
    <SidePanel title="Change many items" side="right" onClose={onClose}>
      {catalogue.isError && <LoadFailure what="The attributes" query={catalogue} />}
      <ChangeForm
        type={type}
        attributes={attributes}
        attributeKey={key}
        onAttributeKey={withReset(setKey)}
        value={value}
        onValue={withReset(setValue)}
        previewButton={previewButton}
        isPreviewing={preview.isPending}
        isReady={isAttributeChosen && ids.length > 0}
        onPreview={() => preview.mutate(ids)}
      />
      <p role="status" className={styles.status}>
        {ids.length === 0
          ? 'Select items in the list.'
          : `${formatItemCount(ids.length)} selected.`}{' '}
        {currentPreview && (
          <>
            {formatNumber(plannedChanges.length)} will change
            {currentPreview.unchanged > 0 &&
              `, ${formatNumber(currentPreview.unchanged)} already so`}
            . <ErasedCount entries={plannedChanges} />
          </>
        )}
        {apply.data && `${formatItemCount(apply.data.changed.length)} changed.`}
      </p>
      {preview.isError && <ErrorMessage>{getServerMessage(preview.error)}</ErrorMessage>}
      {apply.isError && (
        <ErrorMessage>Nothing was changed. {getServerMessage(apply.error)}</ErrorMessage>
      )}
      {currentPreview && (
        <div className={`stack ${styles.preview}`}>
          <ChangedItems title="Will change" entries={plannedChanges} />
          {currentPreview.left.length > 0 && (
            <div>
              <SkippedItems left={currentPreview.left} />
            </div>
          )}
        </div>
      )}
      <div className={`row ${styles.buttons}`}>
        {currentPreview && (
          <Button
            disabled={plannedChanges.length === 0}
            loading={apply.isPending}
            onClick={() => apply.mutate()}
          >
            Change {formatItemCount(plannedChanges.length).toLowerCase()}
          </Button>
        )}
        <SecondaryButton ref={closeButton} className={styles.close ?? ''} onClick={onClose}>
          {apply.isSuccess ? 'Close' : 'Cancel'}
        </SecondaryButton>
      </div>
      <EarlierImports kind="change" onChanged={refreshAll} />
    </SidePanel>
  )
}

interface ChangeFormProps {
  readonly type: ItemType
  readonly attributes: readonly Attribute[]
  readonly attributeKey: string
  readonly onAttributeKey: (key: string) => void
  readonly value: string
  readonly onValue: (value: string) => void
  readonly previewButton: RefObject<HTMLButtonElement | null>
  readonly isPreviewing: boolean
  readonly isReady: boolean
  readonly onPreview: () => void
}

/** The attribute to change and its new value. */
function ChangeForm(props: ChangeFormProps) {
  const { type, attributes, attributeKey, onAttributeKey, value, onValue } = props

  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.onPreview()
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <SelectField
        label="Attribute"
        value={attributeKey}
        placeholder="Please choose"
        options={attributes.map((option) => [option.tag_key, attributeLabel(option)])}
        onChange={onAttributeKey}
      />
      <AttributeInput
        type={type}
        attribute={attributes.find(({ tag_key }) => tag_key === attributeKey)}
        label="New value"
        hint="Leave it empty to erase the value."
        rows={3}
        value={value}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
      />
      <SecondaryButton
        ref={props.previewButton}
        type="submit"
        disabled={!props.isReady}
        loading={props.isPreviewing}
      >
        Preview
      </SecondaryButton>
    </form>
  )
}

const toBulkOutcome = ({ changed, left, importId }: BulkChangeOutcome) => ({
  count: changed.length,
  left,
  importIds: importId === null ? [] : [importId],
})

interface ChangeManyRequest {
  readonly type: ItemType
  readonly ids: number[]
  readonly change: BulkChange
}

/** Changes many items without a preview, where a preview would show nothing to compare. */
export async function changeManyItems(
  request: ChangeManyRequest,
  pastTense: string,
  onChanged: () => void,
): Promise<void> {
  try {
    const outcome = await call('POST /inventory/change-many', { body: request })
    onChanged()
    showBulkOutcome(toBulkOutcome(outcome), pastTense, onChanged)
  } catch (error) {
    showFailure('Nothing was changed.', error)
  }
}
