import { Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { paperKindOf } from '@vitrine/contract'
import { numberText } from '../../../ui/lists/count-text.ts'
import { CsvDownload } from '../../../ui/lists/csv-download.tsx'
import styles from './choice-bar.module.css'
import { type ChoiceActions, ChoiceMenu, VisitorItems } from './choice-menu.tsx'
import { type CsvOfItems, itemCsvFiles } from './item-csv-files.ts'

interface ChoiceBarProps extends ChoiceActions, CsvOfItems {
  readonly count: number
  readonly isArchive: boolean
  readonly onChooseShown: () => void
  readonly onChooseNone: () => void
  readonly onDone: () => void
}

/** Under the filter, while items are picked out. */
export function ChoiceBar(props: ChoiceBarProps) {
  const { type, count, isArchive, onChooseShown, onChooseNone } = props
  const { onDone, onChange, onPdf, onLabels, onMany } = props
  const narrow = useMediaQuery('(max-width: 64em)', false, { getInitialValueInEffect: false })
  const none = count === 0
  const pdfName = paperKindOf(type).merged.title
  const csv = itemCsvFiles(props)
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
