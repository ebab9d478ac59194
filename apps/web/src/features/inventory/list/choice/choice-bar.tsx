import { Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { type ManyChange, paperKindOf } from '@vitrine/contract'
import { SecondaryButton } from '../../../../ui/forms/buttons.ts'
import { CsvDownload, type CsvFiles, useCsvFiles } from '../../../../ui/lists/csv-download.tsx'
import { numberText } from '../../../../ui/text/format.ts'
import { useList } from '../list-context.ts'
import { type CsvOfItems, itemCsvFiles } from '../list-csv.ts'
import styles from './choice-bar.module.css'

interface ChoiceBarProps extends ChoiceActions, CsvOfItems {
  readonly count: number
  readonly onChooseShown: () => void
  readonly onChooseNone: () => void
  readonly onDone: () => void
}

export function ChoiceBar(props: ChoiceBarProps) {
  const { count, onChooseShown, onChooseNone, onDone, onPdf, onMany } = props
  const { type, search, onMode } = useList()
  const isArchive = search.archived !== undefined
  const narrow = useMediaQuery('(max-width: 64em)', false, { getInitialValueInEffect: false })
  const none = count === 0
  const pdfName = paperKindOf(type).merged.title
  const csv = itemCsvFiles(type, props)
  const action = { variant: 'default', size: 'compact-md', disabled: none } as const
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-label="Chosen items" className={`flex-middle ${styles.bar}`}>
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
      ) : (
        <Button {...action} onClick={() => onMode('change')}>
          Change …
        </Button>
      )}
      {!isArchive && narrow && !none && <ChoiceMenu {...props} pdfName={pdfName} csv={csv} />}
      {!isArchive && !narrow && (
        <>
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
          <Button {...action} onClick={() => onMode('labels')}>
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

interface ChoiceActions {
  readonly onPdf: () => void
  /** What needs no preview; `done` says what was done. */
  readonly onMany: (change: ManyChange, done: string) => void
}

interface ChoiceMenuProps extends ChoiceActions {
  readonly pdfName: string
  readonly csv: CsvFiles
  readonly onChooseShown: () => void
  readonly onChooseNone: () => void
}

function ChoiceMenu(props: ChoiceMenuProps) {
  const { pdfName, csv, onChooseShown, onChooseNone, onPdf, onMany } = props
  const { onMode } = useList()
  const files = useCsvFiles(csv)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <SecondaryButton
          size="compact-md"
          loading={files.isFetching}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
        >
          More
        </SecondaryButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onChooseShown}>Choose all shown</Menu.Item>
        <Menu.Item onClick={onChooseNone}>Choose none</Menu.Item>
        <Menu.Divider />
        <VisitorItems onMany={onMany} />
        <Menu.Divider />
        <Menu.Item onClick={onPdf}>{pdfName}</Menu.Item>
        <Menu.Item onClick={() => onMode('labels')}>Labels</Menu.Item>
        <Menu.Item onClick={files.save}>CSV</Menu.Item>
        {csv.more && <Menu.Item onClick={files.fetchMore}>{csv.more.label}</Menu.Item>}
        <Menu.Divider />
        <Menu.Item onClick={() => onMany({ what: 'archived', value: true }, 'archived')}>Archive</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const VisitorItems = ({ onMany }: Pick<ChoiceActions, 'onMany'>) => (
  <>
    <Menu.Item onClick={() => onMany({ what: 'public', value: true }, 'shown to visitors')}>Show to visitors</Menu.Item>
    <Menu.Item onClick={() => onMany({ what: 'public', value: false }, 'withdrawn from visitors')}>
      Withdraw from visitors
    </Menu.Item>
  </>
)
