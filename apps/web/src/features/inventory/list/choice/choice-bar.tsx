import { CloseButton, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ManyChange, paperKindOf } from '@vitrine/contract'
import { QuietButton } from '../../../../ui/forms/buttons.ts'
import { CsvDownload } from '../../../../ui/lists/csv-download.tsx'
import { numberText } from '../../../../ui/text/format.ts'
import { useList } from '../list-context.ts'
import { type CsvOfItems, itemCsvFiles } from '../list-csv.ts'
import styles from './choice-bar.module.css'

interface ChoiceBarProps extends CsvOfItems {
  readonly count: number
  readonly onChooseShown: () => void
  readonly onChooseNone: () => void
  readonly onDone: () => void
  readonly onPdf: () => void
  /** What needs no preview; `done` says what was done. */
  readonly onMany: (change: ManyChange, done: string) => void
}

/** What can be done with the selected items, in the place of the tools. */
export function ChoiceBar(props: ChoiceBarProps) {
  const { count, onChooseShown, onChooseNone, onDone, onPdf, onMany } = props
  const { type, search, onMode } = useList()
  const disabled = count === 0
  const counted = (words: string) => (disabled ? words : `${words} · ${numberText(count)}`)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-label="Selected items" className={`flex-middle ${styles.bar}`}>
      <span role="status" className={styles.count}>
        {numberText(count)} selected
      </span>
      {search.archived ? (
        <QuietButton disabled={disabled} onClick={() => onMany({ what: 'archived', value: false }, 'restored')}>
          Restore
        </QuietButton>
      ) : (
        <>
          <QuietButton disabled={disabled} onClick={onPdf}>
            {counted(paperKindOf(type).merged.title)}
          </QuietButton>
          <QuietButton disabled={disabled} onClick={() => onMode('labels')}>
            {counted('Labels')}
          </QuietButton>
          <CsvDownload quiet label={counted('CSV')} disabled={disabled} {...itemCsvFiles(type, props)} />
          <QuietButton disabled={disabled} onClick={() => onMode('change')}>
            Change…
          </QuietButton>
          <QuietButton disabled={disabled} onClick={() => onMode('move')}>
            Move…
          </QuietButton>
          <Menu position="bottom-start">
            <Menu.Target>
              <QuietButton disabled={disabled} rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
                Visitors
              </QuietButton>
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
          <QuietButton disabled={disabled} onClick={() => onMany({ what: 'archived', value: true }, 'archived')}>
            Archive
          </QuietButton>
        </>
      )}
      <span className={styles.space} />
      <QuietButton onClick={onChooseShown}>All</QuietButton>
      <QuietButton disabled={disabled} onClick={onChooseNone}>
        None
      </QuietButton>
      <CloseButton
        size={36}
        iconSize={18}
        aria-label="End the selection"
        className={styles.done ?? ''}
        onClick={onDone}
      />
    </div>
  )
}
