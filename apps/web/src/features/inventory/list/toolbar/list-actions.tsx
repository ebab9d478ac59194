import { Button } from '@mantine/core'
import { IconFileTypePdf, IconPlus, IconTags, IconUpload } from '@tabler/icons-react'
import { paperKindOf } from '@vitrine/contract'
import { memo, type ReactNode } from 'react'
import { SecondaryButton } from '../../../../ui/forms/buttons.ts'
import { CsvDownload } from '../../../../ui/lists/csv-download.tsx'
import { type CsvOfItems, itemCsvFiles } from '../list-csv.ts'

/** Which form is open above the list; an open one hides its own button. */
export type Mode = 'none' | 'add' | 'upload' | 'labels' | 'change'

interface ListActionsProps extends CsvOfItems {
  readonly mode: Mode
  readonly nothingFound: boolean
  readonly onMode: (mode: Mode) => void
  readonly onPdf: () => void
  readonly pdfLanguage: ReactNode
}

export const ListActions = memo(function ListActions(props: ListActionsProps) {
  const { type, mode, nothingFound, onMode, onPdf, pdfLanguage } = props
  return (
    <>
      <Button.Group>
        <SecondaryButton leftSection={<IconFileTypePdf size={16} aria-hidden="true" />} onClick={onPdf}>
          {paperKindOf(type).merged.title}
        </SecondaryButton>
        {pdfLanguage}
      </Button.Group>
      {mode !== 'labels' && (
        <SecondaryButton
          disabled={nothingFound}
          leftSection={<IconTags size={16} aria-hidden="true" />}
          onClick={() => onMode('labels')}
        >
          Labels
        </SecondaryButton>
      )}
      <CsvDownload {...itemCsvFiles(props)} disabled={nothingFound} />
      {mode !== 'upload' && (
        <SecondaryButton leftSection={<IconUpload size={16} aria-hidden="true" />} onClick={() => onMode('upload')}>
          Upload CSV
        </SecondaryButton>
      )}
      {mode !== 'add' && (
        <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => onMode('add')}>
          Add Item
        </Button>
      )}
    </>
  )
})
