import { Button, CloseButton, Modal, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  type Attribute,
  attributeLabel,
  filterRows,
  type ItemType,
  maxChosenColumns,
} from '@vitrine/contract'
import { useEffect, useState } from 'react'
import { attributeQueries } from '../../../../client/queries.ts'
import { LoadFailure } from '../../../../ui/feedback/list-states.tsx'
import { SecondaryButton, SmallButton } from '../../../../ui/forms/buttons.ts'
import { RowSkeletons } from '../../../../ui/lists/row-skeletons.tsx'
import { SortableList } from '../../../../ui/lists/sortable-list.tsx'
import { useList } from '../list-context.ts'
import { formatColumns, parseColumns, parseSort } from '../list-search.ts'
import { usualColumnKeys } from '../usual-column-keys.ts'
import { columnsOfCells, fieldHeadings, usualCells } from './columns.ts'
import styles from './columns-dialog.module.css'

interface ColumnsDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

export function ColumnsDialog({ opened, onClose }: ColumnsDialogProps) {
  const { type, search, onSearch } = useList()
  // Opened after mounting, or the modal would not return the focus.
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(opened), [opened])
  const attributes = useQuery({ ...attributeQueries.ofType(type), enabled: opened })

  const choose = (keys: readonly string[]) => {
    const columns = formatColumns(type, keys)
    const isSortColumnShown = parseSort(type, search.sort, columns) !== null
    onSearch({ columns, sort: isSortColumnShown ? search.sort : undefined })
    onClose()
  }

  return (
    <Modal opened={isOpen} onClose={onClose} title="Columns">
      {attributes.isPending && <RowSkeletons label="Loading the attributes" />}
      {attributes.isError && <LoadFailure what="The attributes" query={attributes} />}
      {attributes.data && (
        <ColumnChooser
          type={type}
          attributes={attributes.data.filter(({ retired }) => !retired)}
          initialKeys={
            search.columns === undefined ? usualColumnKeys(type) : parseColumns(search.columns)
          }
          onChoose={choose}
        />
      )}
    </Modal>
  )
}

interface ColumnChooserProps {
  readonly type: ItemType
  readonly attributes: readonly Attribute[]
  readonly initialKeys: readonly string[]
  readonly onChoose: (keys: readonly string[]) => void
}

/** With more columns to choose from, the dialog has a field to find them. */
const maxColumnsWithoutFilter = 15

function ColumnChooser({ type, attributes, initialKeys, onChoose }: ColumnChooserProps) {
  const labels = listColumnLabels(type, attributes)
  const [keys, setKeys] = useState(() => initialKeys.filter((key) => labels.has(key)))
  const [typed, setTyped] = useState('')
  const getLabel = (key: string) => labels.get(key) ?? key
  const isFull = keys.length >= maxChosenColumns
  const offeredColumns = filterRows([...labels], typed, ([, label]) => label).filter(
    ([key]) => !keys.includes(key),
  )

  function move(key: string, to: (from: number) => number): number | undefined {
    const index = to(keys.indexOf(key))
    if (index < 0 || index >= keys.length) return undefined

    setKeys((old) => old.filter((other) => other !== key).toSpliced(index, 0, key))
    return index
  }

  return (
    <div className={`column ${styles.choice}`}>
      <p className="hint">
        The identifier always comes first. <em>Download CSV</em> saves these columns, without
        translations; its menu has a file with everything.
      </p>
      <SortableList items={keys} getKey={(key) => key} getLabel={getLabel} onMove={move}>
        {(key, handle) => (
          <div className={`flex-middle ${styles.row}`}>
            {handle}
            <span className={styles.label}>{getLabel(key)}</span>
            <CloseButton
              aria-label={`Remove ${getLabel(key)}`}
              disabled={keys.length === 1}
              onClick={() => setKeys(keys.filter((other) => other !== key))}
            />
          </div>
        )}
      </SortableList>
      {labels.size > maxColumnsWithoutFilter && (
        <TextInput
          aria-label="Find an attribute"
          placeholder="Find an attribute"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {isFull && (
        <p className="hint">At most {maxChosenColumns} columns. Remove one to add another.</p>
      )}
      {offeredColumns.length === 0 && typed !== '' && (
        <p className="hint">No other attribute matches.</p>
      )}
      <ul aria-label="More columns" className={`flex-wrap ${styles.chips}`}>
        {offeredColumns.map(([key, label]) => (
          <li key={key}>
            <SmallButton
              radius="xl"
              leftSection={<IconPlus size={14} aria-hidden="true" />}
              aria-label={`Add ${label}`}
              disabled={isFull}
              onClick={() => setKeys([...keys, key])}
            >
              {label}
            </SmallButton>
          </li>
        ))}
      </ul>
      <div className={`row-end ${styles.buttons}`}>
        <SecondaryButton onClick={() => onChoose(usualColumnKeys(type))}>
          Back to the usual columns
        </SecondaryButton>
        <Button data-autofocus onClick={() => onChoose(keys)}>
          Show these columns
        </Button>
      </div>
    </div>
  )
}

/** Labels of all columns that may be chosen, by key. */
function listColumnLabels(
  type: ItemType,
  attributes: readonly Attribute[],
): ReadonlyMap<string, string> {
  // Later entries replace earlier ones: an attribute takes precedence over a field with its key.
  const labels = new Map(fieldHeadings)
  for (const attribute of attributes) labels.set(attribute.tag_key, attributeLabel(attribute))
  for (const { key, heading } of columnsOfCells(usualCells(type))) labels.set(key, heading)
  labels.delete('identifier')
  return labels
}
