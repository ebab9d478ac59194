import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { fileNameOf, type ItemType, type ManyChange, paperKindOf } from '@vitrine/contract'
import { numberText } from '../../../ui/lists/count-text.ts'
import { CsvDownload } from '../../../ui/lists/csv-download.tsx'
import styles from './choice-bar.module.css'
import { fetchItemCsv } from './fetch-item-csv.ts'

/** What can be done with the chosen items. */
export interface ChoiceActions {
  readonly onChange: () => void
  readonly onPdf: () => void
  readonly onLabels: () => void
  /** What needs no preview; `done` says what was done. */
  readonly onMany: (change: ManyChange, done: string) => void
}

interface ChoiceBarProps extends ChoiceActions {
  readonly type: ItemType
  readonly count: number
  readonly ids: number[]
  /** The chosen items as the short CSV file has them. */
  readonly rows: () => readonly (readonly string[])[]
  readonly isArchive: boolean
  readonly onChooseShown: () => void
  readonly onChooseNone: () => void
  readonly onDone: () => void
}

/** Under the filter, while items are picked out. */
export function ChoiceBar(props: ChoiceBarProps) {
  const { type, count, ids, rows, isArchive, onChooseShown, onChooseNone, onDone, onChange, onPdf, onLabels, onMany } =
    props
  const none = count === 0
  const action = { variant: 'default', size: 'compact-md', disabled: none } as const
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-label="Chosen items" className={styles.bar}>
      <span role="status" className={styles.count}>
        {numberText(count)} chosen
      </span>
      <Button variant="subtle" size="compact-md" onClick={onChooseShown}>
        All shown
      </Button>
      <Button variant="subtle" size="compact-md" disabled={none} onClick={onChooseNone}>
        None
      </Button>
      {isArchive ? (
        <Button {...action} onClick={() => onMany({ what: 'archived', value: false }, 'brought back')}>
          Bring back
        </Button>
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
              <Menu.Item onClick={() => onMany({ what: 'public', value: true }, 'shown to visitors')}>
                Show to visitors
              </Menu.Item>
              <Menu.Item onClick={() => onMany({ what: 'public', value: false }, 'withdrawn from visitors')}>
                Withdraw from visitors
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <Button {...action} onClick={onPdf}>
            {paperKindOf(type).merged.title}
          </Button>
          <Button {...action} onClick={onLabels}>
            Labels
          </Button>
          <CsvDownload
            label="CSV"
            size="compact-md"
            fileName={fileNameOf(type, 'inventory', 'csv')}
            initialDelimiter="semicolon"
            disabled={none}
            rows={rows}
            more={{ label: 'CSV with all attributes', fetch: (delimiter) => fetchItemCsv(type, ids, delimiter) }}
          />
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
