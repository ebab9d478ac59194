import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ManyChange } from '@vitrine/contract'
import { SecondaryButton } from '../../../ui/forms/buttons.ts'
import { type CsvFiles, useCsvFiles } from '../../../ui/lists/csv-download.tsx'

/** What can be done with the chosen items. */
export interface ChoiceActions {
  readonly onChange: () => void
  readonly onPdf: () => void
  readonly onLabels: () => void
  /** What needs no preview; `done` says what was done. */
  readonly onMany: (change: ManyChange, done: string) => void
}

interface ChoiceMenuProps extends ChoiceActions {
  readonly pdfName: string
  readonly csv: CsvFiles
  readonly onChooseShown: () => void
  readonly onChooseNone: () => void
}

/** What can be done with the chosen items, where a bar has no room for it. */
export function ChoiceMenu(props: ChoiceMenuProps) {
  const { pdfName, csv, onChooseShown, onChooseNone, onPdf, onLabels, onMany } = props
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
        <Menu.Item onClick={onLabels}>Labels</Menu.Item>
        <Menu.Item onClick={files.save}>CSV</Menu.Item>
        {csv.more && <Menu.Item onClick={files.fetchMore}>{csv.more.label}</Menu.Item>}
        <Menu.Divider />
        <Menu.Item onClick={() => onMany({ what: 'archived', value: true }, 'archived')}>Archive</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

export const VisitorItems = ({ onMany }: Pick<ChoiceActions, 'onMany'>) => (
  <>
    <Menu.Item onClick={() => onMany({ what: 'public', value: true }, 'shown to visitors')}>Show to visitors</Menu.Item>
    <Menu.Item onClick={() => onMany({ what: 'public', value: false }, 'withdrawn from visitors')}>
      Withdraw from visitors
    </Menu.Item>
  </>
)
