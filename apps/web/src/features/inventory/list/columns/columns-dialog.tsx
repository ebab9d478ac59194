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
  // Open from the start, it would not know where the focus came from.
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(opened), [opened])
  const attributes = useQuery({ ...attributeQueries.ofType(type), enabled: opened })
  return (
    <Modal opened={isOpen} onClose={onClose} title="Columns">
      {attributes.isPending && <RowSkeletons label="Loading the attributes" />}
      {attributes.isError && <LoadFailure what="The attributes" query={attributes} />}
      {attributes.data && (
        <Choice
          type={type}
          attributes={attributes.data.filter(({ retired }) => !retired)}
          initial={
            search.columns === undefined ? usualColumnKeys(type) : parseColumns(search.columns)
          }
          onChoose={(keys) => {
            const columns = formatColumns(type, keys)
            onSearch({
              columns,
              sort: parseSort(type, search.sort, columns) ? search.sort : undefined,
            })
            onClose()
          }}
        />
      )}
    </Modal>
  )
}

interface ChoiceProps {
  readonly type: ItemType
  readonly attributes: readonly Attribute[]
  readonly initial: readonly string[]
  readonly onChoose: (keys: readonly string[]) => void
}

/** From this many on it is quicker to search them. */
const manyAttributes = 15

function Choice({ type, attributes, initial, onChoose }: ChoiceProps) {
  // An attribute with the key of a field is meant instead of it.
  const labels = new Map([
    ...fieldHeadings,
    ...attributes.map((one): [string, string] => [one.tag_key, attributeLabel(one)]),
    ...columnsOfCells(usualCells(type)).map(({ key, heading }): [string, string] => [key, heading]),
  ])
  labels.delete('identifier')
  const [keys, setKeys] = useState(() => initial.filter((key) => labels.has(key)))
  const [typed, setTyped] = useState('')
  const labelOf = (key: string) => labels.get(key) ?? key
  const isFull = keys.length >= maxChosenColumns
  const others = filterRows([...labels], typed, ([, label]) => label).filter(
    ([key]) => !keys.includes(key),
  )

  function move(key: string, to: (from: number) => number): number | undefined {
    const place = to(keys.indexOf(key))
    if (place < 0 || place >= keys.length) return undefined
    setKeys((now) => now.filter((one) => one !== key).toSpliced(place, 0, key))
    return place
  }

  return (
    <div className={`column ${styles.choice}`}>
      <p className="hint">
        The identifier always comes first. <em>Download CSV</em> saves these columns, without
        translations; its menu has a file with everything.
      </p>
      <SortableList items={keys} getKey={(key) => key} getLabel={labelOf} onMove={move}>
        {(key, handle) => (
          <div className={`flex-middle ${styles.row}`}>
            {handle}
            <span className={styles.label}>{labelOf(key)}</span>
            <CloseButton
              aria-label={`Remove ${labelOf(key)}`}
              disabled={keys.length === 1}
              onClick={() => setKeys(keys.filter((one) => one !== key))}
            />
          </div>
        )}
      </SortableList>
      {labels.size > manyAttributes && (
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
      {others.length === 0 && typed !== '' && <p className="hint">No other attribute matches.</p>}
      <ul aria-label="More columns" className={`flex-wrap ${styles.chips}`}>
        {others.map(([key, label]) => (
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
