import { ActionIcon, Button, Menu, Tooltip, UnstyledButton } from '@mantine/core'
import {
  IconAdjustmentsHorizontal,
  IconArchive,
  IconBookmark,
  IconChecks,
  IconColumns3,
  IconDots,
  IconDownload,
  IconFileTypePdf,
  IconLayoutGrid,
  IconList,
  IconPlus,
  IconTags,
  IconUpload,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { getPaperKind, inventoryTypes } from '@vitrine/contract'
import { lazy, memo, Suspense, use, useState } from 'react'
import { QuietButton, SecondaryButton } from '../../../ui/forms/buttons.ts'
import { CsvDownload } from '../../../ui/lists/csv-download.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { FilteredCountContext, useList } from './list-context.ts'
import { buildItemCsvSource, type ItemCsvOptions } from './list-csv.ts'
import { clearedFacets } from './list-search.ts'
import styles from './list-tools.module.css'

const ViewsMenu = lazy(async () => ({
  default: (await import('./views/views-menu.tsx')).ViewsMenu,
}))

interface ListToolsProps extends ItemCsvOptions {
  readonly nothingFound: boolean
  readonly onPdf: () => void
}

const iconProps = { size: 16, 'aria-hidden': true } as const

interface ClassNameProps {
  readonly className: string | undefined
}

/** The button in the page header: adds an item, or leaves the archive. */
export const ListActions = memo(function ListActions({ className = '' }: ClassNameProps) {
  const { search, onSearch, mode, onMode } = useList()

  return search.archived ? (
    <SecondaryButton onClick={() => onSearch({ archived: undefined })}>
      Back to the inventory
    </SecondaryButton>
  ) : (
    <Button
      className={className}
      // Hidden while its form is open. Keeps its space, or a double click would hit a neighbour.
      style={{ visibility: mode === 'add' ? 'hidden' : undefined }}
      leftSection={<IconPlus {...iconProps} />}
      onClick={() => onMode('add')}
    >
      Add Item
    </Button>
  )
})

/** Clears the filter, facets and columns, including the remembered ones. */
export const WholeListButton = memo(function WholeListButton({ className = '' }: ClassNameProps) {
  const { search, onSearch } = useList()

  return (
    <UnstyledButton
      className={`${className} no-print`}
      onClick={() => onSearch({ filter: undefined, columns: undefined, ...clearedFacets(search) })}
    >
      Whole list
    </UnstyledButton>
  )
})

/** Memoized: typing in the filter must not re-render the toolbar. */
export const ListTools = memo(function ListTools(props: ListToolsProps) {
  const { nothingFound, onPdf } = props
  const { type, search, mode, onMode, features, narrow } = useList()

  return (
    <>
      {!narrow && <FiltersButton />}
      {!narrow && <ViewsButton />}
      {inventoryTypes[type].list.grid && <LayoutSwitch />}
      <span className={styles.space} />
      {!search.archived && (
        <>
          <Button.Group>
            <QuietButton disabled={nothingFound} onClick={onPdf}>
              <LabelWithCount Icon={IconFileTypePdf}>
                {getPaperKind(type).merged.title}
              </LabelWithCount>
            </QuietButton>
            {features.pdfLanguage}
          </Button.Group>
          <CsvDownload
            {...buildItemCsvSource(type, props)}
            quiet
            label={<LabelWithCount Icon={IconDownload}>Download CSV</LabelWithCount>}
            disabled={nothingFound}
          />
          <QuietButton
            className={styles.upload ?? ''}
            // Keeps its space, or a double click would hit a neighbour.
            style={{ visibility: mode === 'upload' ? 'hidden' : undefined }}
            leftSection={<IconUpload {...iconProps} />}
            onClick={() => onMode('upload')}
          >
            Upload CSV
          </QuietButton>
        </>
      )}
      <MoreMenu nothingFound={nothingFound} />
    </>
  )
})

/** Opens the facets. On a phone it stands beside the filter field, elsewhere among the tools. */
export const FiltersButton = memo(function FiltersButton() {
  const { isFacetsOpen, onTool } = useList()

  return (
    <SecondaryButton
      px="sm"
      leftSection={<IconAdjustmentsHorizontal {...iconProps} />}
      aria-expanded={isFacetsOpen}
      onClick={() => onTool('Filters')}
    >
      Filters
    </SecondaryButton>
  )
})

/** The number of rows that a button acts on, if a filter is active. */
function RowCount() {
  const count = use(FilteredCountContext)
  return count === null ? null : <span className={styles.count}> · {formatNumber(count)}</span>
}

interface LabelWithCountProps {
  readonly Icon: TablerIcon
  readonly children: string
}

/** Label of a button, wide enough for a count of three digits, so that typing moves nothing. */
const LabelWithCount = ({ Icon, children }: LabelWithCountProps) => (
  <span className={styles.counted}>
    <span className={`inline-middle ${styles.words}`}>
      <Icon {...iconProps} />
      <span>
        {children}
        <RowCount />
      </span>
    </span>
    {/* Reserves the width. */}
    <span className={styles.widest} data-text={`${children} · 000`} />
  </span>
)

/** The views menu is loaded when it is first opened. */
function ViewsButton() {
  const { search } = useList()
  const [isOpened, setOpened] = useState(false)

  const button = (
    <SecondaryButton
      px="sm"
      leftSection={<IconBookmark {...iconProps} />}
      onClick={() => setOpened(true)}
    >
      Views
    </SecondaryButton>
  )

  return (
    <Suspense fallback={button}>
      {isOpened || search.saved !== undefined ? <ViewsMenu initiallyOpen={isOpened} /> : button}
    </Suspense>
  )
}

/** Menu of less frequent tools; on a phone it also contains the views. */
function MoreMenu({ nothingFound }: Pick<ListToolsProps, 'nothingFound'>) {
  const { search, onSearch, onMode, layout, onTool, narrow } = useList()
  const [isOpened, setOpened] = useState(false)

  const renderButton = (onClick?: () => void) => (
    <ActionIcon
      size={36}
      variant="subtle"
      aria-label="More"
      className={styles.more ?? ''}
      onClick={onClick}
    >
      <IconDots size={18} aria-hidden="true" />
    </ActionIcon>
  )

  const menuItems = (
    <>
      <Menu.Item
        disabled={nothingFound}
        leftSection={<IconChecks {...iconProps} />}
        onClick={() => onTool('Select')}
      >
        Select
      </Menu.Item>
      {layout === 'list' && (
        <Menu.Item leftSection={<IconColumns3 {...iconProps} />} onClick={() => onTool('Columns')}>
          Columns
        </Menu.Item>
      )}
      {!search.archived && (
        <>
          <Menu.Item
            disabled={nothingFound}
            leftSection={<IconTags {...iconProps} />}
            onClick={() => onMode('labels')}
          >
            Labels
            <RowCount />
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArchive {...iconProps} />}
            onClick={() => onSearch({ archived: '1' })}
          >
            Archived items
          </Menu.Item>
        </>
      )}
    </>
  )

  if (!narrow)
    return (
      <Menu position="bottom-end">
        <Menu.Target>{renderButton()}</Menu.Target>
        <Menu.Dropdown>{menuItems}</Menu.Dropdown>
      </Menu>
    )

  // Stands in for the menu, whose code is loaded on the first click.
  const openingButton = renderButton(() => setOpened(true))
  return (
    <Suspense fallback={openingButton}>
      {isOpened ? (
        <ViewsMenu initiallyOpen more={{ button: renderButton(), items: menuItems }} />
      ) : (
        openingButton
      )}
    </Suspense>
  )
}

const layoutChoices = [
  { layout: 'list', label: 'List', Icon: IconList },
  { layout: 'grid', label: 'Grid', Icon: IconLayoutGrid },
] as const

/** Switches between list and grid. */
function LayoutSwitch() {
  const { layout: currentLayout, onLayout } = useList()

  return (
    <fieldset aria-label="View" className={styles.layouts}>
      {layoutChoices.map(({ layout, label, Icon }) => (
        <Tooltip key={layout} label={label}>
          <ActionIcon
            size={36}
            variant={layout === currentLayout ? 'filled' : 'default'}
            aria-label={label}
            aria-pressed={layout === currentLayout}
            onClick={() => onLayout(layout)}
          >
            <Icon size={18} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      ))}
    </fieldset>
  )
}
