import { ActionIcon, Button, Title } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  type Attribute,
  type AttributeGroup,
  type AttributeHistoryEntry,
  catalogueLabel,
  definitionLookup,
  type ItemType,
  inventoryTypes,
  itemTypes,
} from '@vitrine/contract'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { attributeQueries } from '../../client/queries.ts'
import { callQuery } from '../../client/query.ts'
import { EmptyState, LoadFailure } from '../../ui/feedback/list-states.tsx'
import { SmallButton } from '../../ui/forms/buttons.ts'
import type { RenderHistory } from '../../ui/forms/edit-form.tsx'
import { ToggleButtons } from '../../ui/forms/fields.tsx'
import { confirmLeave, UnsavedGuard } from '../../ui/forms/unsaved.tsx'
import { Block, PageHeader } from '../../ui/layout/page-parts.tsx'
import { useAddressAction } from '../../ui/layout/use-address-action.ts'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { SortableList } from '../../ui/lists/sortable-list.tsx'
import { ChangeText } from '../../ui/text/change-text.tsx'
import { formatDateTime } from '../../ui/text/format.ts'
import { AddAttributePanel, EditAttributeForm } from './attribute-forms.tsx'
import attributeHistory from './attribute-history.module.css'
import { attributeKindNames, audienceNames } from './attribute-values.ts'
import styles from './attributes-page.module.css'
import { useAttributeActions } from './use-attribute-actions.ts'

interface AttributesPageProps {
  readonly type: ItemType
  readonly onType: (type: ItemType) => void
  readonly renderHistory: RenderHistory
}

const museums = itemTypes.map((type) => ({ key: type, text: inventoryTypes[type].museum }))

/** The catalogue of a museum's attributes: their order, meaning and audience. */
export function AttributesPage({ type, onType, renderHistory }: AttributesPageProps) {
  const query = useQuery(attributeQueries.ofType(type))
  const [isAdding, setAdding] = useState(false)
  useAddressAction({ add: () => setAdding(true) })
  const actions = useAttributeActions(type)
  const attributes = query.data ?? []
  const active = attributes.filter(({ retired }) => !retired)
  const retired = attributes.filter((attribute) => attribute.retired)
  const retiredCount = retired.length > 0 ? `, ${retired.length} retired` : ''

  // The page stays mounted for the other museum, so an open form must be closed.
  const changeMuseum = async (museum: ItemType) => {
    if (museum === type || !(await confirmLeave())) return
    setAdding(false)
    onType(museum)
  }

  const isBusy = ({ id }: Attribute) =>
    actions.retire.isPending && actions.retire.variables.id === id

  return (
    <UnsavedGuard>
      <PageHeader
        title="Attributes"
        accent={type}
        count={query.data && `${active.length} attributes${retiredCount}`}
        actions={!isAdding && <Button onClick={() => setAdding(true)}>Add Attribute</Button>}
      />
      <div className={styles.page}>
        <ToggleButtons
          label="Museum"
          labelHidden
          options={museums}
          chosen={[type]}
          onToggle={changeMuseum}
        />
        {isAdding && (
          <AddAttributePanel
            type={type}
            onClose={() => setAdding(false)}
            onAdded={async () => {
              await actions.refresh()
              setAdding(false)
            }}
          />
        )}
        {query.isPending && <RowSkeletons label="Loading the attributes" />}
        {query.isError && <LoadFailure what="The attributes" query={query} />}
        {query.data?.length === 0 && (
          <EmptyState action={<Button onClick={() => setAdding(true)}>Add the first one</Button>}>
            There are no attributes yet.
          </EmptyState>
        )}
        <Catalogue
          key={type}
          attributes={active}
          actions={actions}
          isBusy={isBusy}
          renderHistory={renderHistory}
        />
        {retired.length > 0 && (
          <RetiredAttributes
            attributes={retired}
            isBusy={isBusy}
            onRestore={actions.retire.mutate}
          />
        )}
        {query.data && <AttributeHistory type={type} attributes={attributes} />}
      </div>
    </UnsavedGuard>
  )
}

interface CatalogueProps {
  readonly attributes: readonly Attribute[]
  readonly actions: ReturnType<typeof useAttributeActions>
  readonly isBusy: (attribute: Attribute) => boolean
  readonly renderHistory: RenderHistory
}

/** The active attributes, which can be moved, edited and retired. */
function Catalogue({ attributes, actions, isBusy, renderHistory }: CatalogueProps) {
  const [editedId, setEditedId] = useState<number | null>(null)

  /** Closes the form and focuses the button that opened it. */
  const closeForm = (id: number) => {
    flushSync(() => setEditedId(null))
    document.querySelector<HTMLElement>(`[data-row="${id}"] [aria-label^="Edit"]`)?.focus()
  }

  return (
    <SortableList
      items={attributes}
      getKey={({ id }) => id}
      getLabel={catalogueLabel}
      onMove={actions.move}
    >
      {(attribute, handle) => (
        <AttributeRow
          attribute={attribute}
          handle={handle}
          onEdit={() => setEditedId(attribute.id)}
          isBusy={isBusy(attribute)}
          onToggleRetired={() => actions.retire.mutate(attribute)}
        >
          {editedId === attribute.id && (
            <EditAttributeForm
              attribute={attribute}
              renderHistory={renderHistory}
              onDone={() => closeForm(attribute.id)}
              onUndone={actions.refresh}
              onSaved={async (saved) => {
                const hasChanged = saved.version !== attribute.version
                if (hasChanged) actions.offerUndoOfSave(attribute, saved)
                await actions.refresh()
              }}
            />
          )}
        </AttributeRow>
      )}
    </SortableList>
  )
}

interface RetiredAttributesProps {
  readonly attributes: readonly Attribute[]
  readonly isBusy: (attribute: Attribute) => boolean
  readonly onRestore: (attribute: Attribute) => void
}

const RetiredAttributes = ({ attributes, isBusy, onRestore }: RetiredAttributesProps) => (
  <section aria-label="Retired">
    <Title order={2}>Retired</Title>
    <p className={styles.hint}>Items keep these values. Staff can see them; visitors can’t.</p>
    <ol className={`plain-list ${styles.list}`}>
      {attributes.map((attribute) => (
        <li key={attribute.id}>
          <AttributeRow
            attribute={attribute}
            isBusy={isBusy(attribute)}
            onToggleRetired={() => onRestore(attribute)}
          />
        </li>
      ))}
    </ol>
  </section>
)

interface AttributeRowProps {
  readonly attribute: Attribute
  readonly handle?: ReactNode
  readonly onEdit?: () => void
  /** Retires the attribute, or restores a retired one. */
  readonly onToggleRetired: () => void
  readonly isBusy: boolean
  readonly children?: ReactNode
}

/** Where visitors find the attribute, if not among the facts. */
const groupTexts: Record<AttributeGroup, string> = {
  facts: '',
  music: ', under Music',
  none: ', not on the page',
}

function AttributeRow({
  attribute,
  handle,
  onEdit,
  onToggleRetired,
  isBusy,
  children,
}: AttributeRowProps) {
  const label = catalogueLabel(attribute)
  const { tag_key, kind, audience, group, retired } = attribute

  return (
    <>
      <div className={styles.row} data-movable={handle ? true : undefined}>
        {handle}
        <div className={`flex-wrap ${styles.name}`}>
          <span className="medium">{label}</span>
          <code className={styles.key}>{tag_key}</code>
        </div>
        <span className={styles.meta}>{attributeKindNames[kind]}</span>
        <span className={styles.meta} data-public={audience === 'visitors' || undefined}>
          {!retired && audienceNames[audience]}
          {!retired && audience === 'visitors' && groupTexts[group]}
        </span>
        <div className={`row-end ${styles.actions} no-print`}>
          {onEdit && (
            <ActionIcon variant="subtle" size="lg" aria-label={`Edit ${label}`} onClick={onEdit}>
              <IconPencil size={18} aria-hidden="true" />
            </ActionIcon>
          )}
          <SmallButton
            loading={isBusy}
            aria-label={`${retired ? 'Restore' : 'Retire'} ${label}`}
            onClick={onToggleRetired}
          >
            {retired ? 'Restore' : 'Retire'}
          </SmallButton>
        </div>
      </div>
      {children}
    </>
  )
}

/** Labels of changes; other kinds are shown as 'Changed'. */
const changeKindNames: Partial<Record<AttributeHistoryEntry['kind'], string>> = {
  created: 'Added',
  moved: 'Moved',
  retired: 'Retired',
  restored: 'Restored',
  undone: 'Undone',
}

interface AttributeHistoryProps {
  readonly type: ItemType
  readonly attributes: readonly Attribute[]
}

function AttributeHistory({ type, attributes }: AttributeHistoryProps) {
  const changes = useQuery(callQuery('GET /attributes/:type/history', { params: { type } }))
  const getDefinition = definitionLookup(attributes)

  return (
    <Block title="History">
      {changes.isPending && <RowSkeletons label="Loading the history" rows={3} />}
      {changes.isError && <LoadFailure what="The history" query={changes} />}
      {changes.data?.length === 0 && <p className="note">No changes yet.</p>}
      <ol className="plain-list">
        {changes.data?.map(({ id, kind, tag_key, at, by, fields, state }) => (
          <li key={id} className={attributeHistory.change}>
            <div>
              {changeKindNames[kind] ?? 'Changed'}:{' '}
              <strong>{catalogueLabel(getDefinition(tag_key))}</strong>
              <div className={attributeHistory.when}>
                {by || 'Unknown'}, <time dateTime={at}>{formatDateTime(at)}</time>
              </div>
            </div>
            {state === 'undoable' && kind !== 'retired' && kind !== 'restored' && (
              <dl className={attributeHistory.fields}>
                {fields.map(({ field, before, after }) => (
                  <div key={field}>
                    <dt>{field}</dt>
                    <dd>
                      <ChangeText before={before} after={after} />
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        ))}
      </ol>
    </Block>
  )
}
