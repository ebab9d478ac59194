import { Button } from '@mantine/core'
import { IconPlus, IconTags, IconUpload } from '@tabler/icons-react'
import { type ItemType, inventoryTypes } from '@vitrine/contract'
import { memo } from 'react'
import { CsvDownload } from '../../../ui/csv-download.tsx'

/** Which form is open above the list; an open one hides its own button. */
export type Mode = 'none' | 'add' | 'upload' | 'labels'

interface ListActionsProps {
  readonly type: ItemType
  readonly mode: Mode
  readonly canUpload: boolean
  readonly nothingFound: boolean
  readonly rows: () => readonly (readonly string[])[]
  readonly onMode: (mode: Mode) => void
}

export const ListActions = memo(function ListActions(props: ListActionsProps) {
  const { type, mode, canUpload, nothingFound, rows, onMode } = props
  return (
    <>
      <CsvDownload
        fileName={inventoryTypes[type].csvFile}
        initialDelimiter="semicolon"
        rows={rows}
        disabled={nothingFound}
      />
      {mode !== 'labels' && (
        <Button
          variant="default"
          disabled={nothingFound}
          leftSection={<IconTags size={16} aria-hidden="true" />}
          onClick={() => onMode('labels')}
        >
          Labels
        </Button>
      )}
      {canUpload && mode !== 'upload' && (
        <Button
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden="true" />}
          onClick={() => onMode('upload')}
        >
          Upload CSV
        </Button>
      )}
      {mode !== 'add' && (
        <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => onMode('add')}>
          Add Item
        </Button>
      )}
    </>
  )
})
