import { Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { fileNameOf, type ItemType, paperKindOf } from '@vitrine/contract'
import { numberText } from '../../../ui/lists/count-text.ts'
import { CsvDownload, type CsvFiles } from '../../../ui/lists/csv-download.tsx'
import styles from './choice-bar.module.css'
import { type ChoiceActions, ChoiceMenu, VisitorItems } from './choice-menu.tsx'
import { fetchItemCsv } from './fetch-item-csv.ts'

interface ChoiceBarProps extends ChoiceActions {
  readonly type: ItemType
  readonly count: number
  readonly ids: number[]
  /** The chosen items as the short CSV file has them. */
  readonly rows: () => readonly (readonly string[])[]
  /** The columns of that file that were chosen, if they are not the usual ones. */
  readonly columns: readonly string[] | undefined
  readonly isArchive: boolean
  readonly onChooseShown: () => void
  readonly onChooseNone: () => void
  readonly onDone: () => void
}

/** Under the filter, while items are picked out. */
export function ChoiceBar(props: ChoiceBarProps) {
  const { type, count, ids, rows, columns, isArchive, onChooseShown, onChooseNone } = props
  const { onDone, onChange, onPdf, onLabels, onMany } = props
  const narrow = useMediaQuery('(max-width: 64em)', false, { getInitialValueInEffect: false })
  const none = count === 0
  const pdfName = paperKindOf(type).merged.title
  const csv = {
    fileName: fileNameOf(type, 'inventory', 'csv'),
    initialDelimiter: 'semicolon',
    rows,
    fetch: columns && ((delimiter) => fetchItemCsv(type, ids, delimiter, columns)),
    more: { label: 'CSV with all attributes', fetch: (delimiter) => fetchItemCsv(type, ids, delimiter) },
  } as const satisfies CsvFiles
  const action = { variant: 'default', size: 'compact-md', disabled: none } as const
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-label="Chosen items" className={styles.bar}>
      <span role="status" className={styles.count}>
        {numberText(count)} chosen
      </span>
      {(!narrow || none) && (
        <Button variant="subtle" size="compact-md" onClick={onChooseShown}>
          All shown
        </Button>
      )}
      {(!narrow || (isArchive && !none)) && (
        <Button variant="subtle" size="compact-md" disabled={none} onClick={onChooseNone}>
          None
        </Button>
      )}
      {isArchive ? (
        <Button {...action} onClick={() => onMany({ what: 'archived', value: false }, 'restored')}>
          Restore
        </Button>
      ) : narrow ? (
        <>
          <Button {...action} onClick={onChange}>
            Change …
          </Button>
          {!none && <ChoiceMenu {...props} pdfName={pdfName} csv={csv} />}
        </>
      ) : (
        <>
          <Button {...action} onClick={onChange}>
            Change …
          </Button>
          <Menu position="bottom-start">
            <Menu.Target>
              <Button {...action} rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
                Visitors
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <VisitorItems onMany={onMany} />
            </Menu.Dropdown>
          </Menu>
          <Button {...action} onClick={onPdf}>
            {pdfName}
          </Button>
          <Button {...action} onClick={onLabels}>
            Labels
          </Button>
          <CsvDownload label="CSV" size="compact-md" disabled={none} {...csv} />
          <Button {...action} onClick={() => onMany({ what: 'archived', value: true }, 'archived')}>
            Archive
          </Button>
        </>
      )}
      <Button variant="subtle" size="compact-md" className={styles.done ?? ''} onClick={onDone}>
        Done
      </Button>
    </div>
  )
}
