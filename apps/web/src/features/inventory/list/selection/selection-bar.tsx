import { Button, CloseButton, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type BulkChange, getPaperKind } from '@vitrine/contract'
import { CsvDownload } from '../../../../ui/lists/csv-download.tsx'
import { formatNumber } from '../../../../ui/text/format.ts'
import { useList } from '../list-context.ts'
import { buildItemCsvSource, type ItemCsvOptions } from '../list-csv.ts'
import styles from './selection-bar.module.css'
import type { Selection } from './use-selection.ts'

// Narrower than in other toolbars, so that all buttons fit beside the filter at 1,280 pixels.
const BarButton = Button.withProps({ variant: 'subtle', px: 'xs' })

interface SelectionBarProps extends Pick<ItemCsvOptions, 'rows' | 'columns'> {
  readonly selection: Selection
  readonly onDone: () => void
  readonly onPdf: () => void
}

/** Actions for the selected items; replaces the toolbar. */
export function SelectionBar({ selection, rows, columns, onDone, onPdf }: SelectionBarProps) {
  const { type, search, onMode, features } = useList()
  const { ids } = selection
  const selectedCount = selection.selectedIds.size
  const isNothingSelected = selectedCount === 0
  const csvSource = buildItemCsvSource(type, { rows, columns, ids: () => ids })
  const formatLabel = (label: string) =>
    isNothingSelected ? label : `${label} · ${formatNumber(selectedCount)}`
  const changeItems = (change: BulkChange, outcome: string) =>
    features.onChangeMany(ids, change, outcome)

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-label="Selected items" className={`flex-middle ${styles.bar}`}>
      <span role="status" className={styles.count}>
        {formatNumber(selectedCount)} selected
      </span>
      {search.archived ? (
        <BarButton
          disabled={isNothingSelected}
          onClick={() => changeItems({ what: 'archived', value: false }, 'restored')}
        >
          Restore
        </BarButton>
      ) : (
        <>
          <BarButton disabled={isNothingSelected} onClick={onPdf}>
            {formatLabel(getPaperKind(type).merged.title)}
          </BarButton>
          <BarButton disabled={isNothingSelected} onClick={() => onMode('labels')}>
            {formatLabel('Labels')}
          </BarButton>
          <CsvDownload
            quiet
            label={formatLabel('CSV')}
            disabled={isNothingSelected}
            {...csvSource}
          />
          <BarButton disabled={isNothingSelected} onClick={() => onMode('change')}>
            Change…
          </BarButton>
          <BarButton disabled={isNothingSelected} onClick={() => onMode('move')}>
            Move…
          </BarButton>
          <Menu position="bottom-start">
            <Menu.Target>
              <BarButton
                disabled={isNothingSelected}
                rightSection={<IconChevronDown size={14} aria-hidden="true" />}
              >
                Visitors
              </BarButton>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                onClick={() => changeItems({ what: 'public', value: true }, 'shown to visitors')}
              >
                Show to visitors
              </Menu.Item>
              <Menu.Item
                onClick={() =>
                  changeItems({ what: 'public', value: false }, 'withdrawn from visitors')
                }
              >
                Withdraw from visitors
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <BarButton
            disabled={isNothingSelected}
            onClick={() => changeItems({ what: 'archived', value: true }, 'archived')}
          >
            Archive
          </BarButton>
          {features.morePapers(ids)}
        </>
      )}
      <span className={styles.space} />
      <BarButton onClick={selection.selectShown}>All</BarButton>
      <BarButton disabled={isNothingSelected} onClick={selection.selectNone}>
        None
      </BarButton>
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
