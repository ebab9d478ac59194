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
import { FilteredCount, useList } from './list-context.ts'
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

const icon = { size: 16, 'aria-hidden': true } as const

interface Classed {
  readonly className: string | undefined
}

/** The button in the head, where the list is begun or left. */
export const ListActions = memo(function ListActions({ className = '' }: Classed) {
  const { search, onSearch, mode, onMode } = useList()
  return search.archived ? (
    <SecondaryButton onClick={() => onSearch({ archived: undefined })}>
      Back to the inventory
    </SecondaryButton>
  ) : (
    <Button
      className={className}
      // An open form hides its button. Its place stays empty: the second click of a double click does nothing.
      style={{ visibility: mode === 'add' ? 'hidden' : undefined }}
      leftSection={<IconPlus {...icon} />}
      onClick={() => onMode('add')}
    >
      Add Item
    </Button>
  )
})

/** Beside the count: clears the filter, facets and columns, also those that were remembered. */
export const WholeListButton = memo(function WholeListButton({ className = '' }: Classed) {
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

/** The row of tools beside the filter, drawn again only when one changes: every key typed there draws the page. */
export const ListTools = memo(function ListTools(props: ListToolsProps) {
  const { nothingFound, onPdf } = props
  const { type, search, mode, onMode, isFacetsOpen, onTool, features, narrow } = useList()
  return (
    <>
      {!narrow && (
        <SecondaryButton
          px="sm"
          leftSection={<IconAdjustmentsHorizontal {...icon} />}
          aria-expanded={isFacetsOpen}
          onClick={() => onTool('Filters')}
        >
          Filters
        </SecondaryButton>
      )}
      {!narrow && <ViewsButton />}
      {inventoryTypes[type].list.grid && <LayoutSwitch />}
      <span className={styles.space} />
      {!search.archived && (
        <>
          <Button.Group>
            <QuietButton disabled={nothingFound} onClick={onPdf}>
              <Counted Icon={IconFileTypePdf}>{getPaperKind(type).merged.title}</Counted>
            </QuietButton>
            {features.pdfLanguage}
          </Button.Group>
          <CsvDownload
            {...buildItemCsvSource(type, props)}
            quiet
            label={<Counted Icon={IconDownload}>Download CSV</Counted>}
            disabled={nothingFound}
          />
          <QuietButton
            // Its place stays empty: what came there instead would get the second click of a double click.
            style={{ visibility: mode === 'upload' ? 'hidden' : undefined }}
            leftSection={<IconUpload {...icon} />}
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

/** The number of rows that a button acts on, if they are not all. */
function Count() {
  const count = use(FilteredCount)
  return count === null ? null : ` · ${formatNumber(count)}`
}

interface CountedProps {
  readonly Icon: TablerIcon
  readonly children: string
}

/** The words of a button in the row, with room for the number. */
const Counted = ({ Icon, children }: CountedProps) => (
  <span className={styles.counted}>
    <span className={`inline-middle ${styles.words}`}>
      <Icon {...icon} />
      <span>
        {children}
        <Count />
      </span>
    </span>
    <span className={styles.widest} data-text={`${children} · 000`} />
  </span>
)

/** Its menu is loaded when it is first opened. */
function ViewsButton() {
  const { search } = useList()
  const [isOpened, setOpened] = useState(false)
  const button = (
    <SecondaryButton
      px="sm"
      leftSection={<IconBookmark {...icon} />}
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

function MoreMenu({ nothingFound }: Pick<ListToolsProps, 'nothingFound'>) {
  const { search, onSearch, onMode, layout, onTool, narrow } = useList()
  const [isOpened, setOpened] = useState(false)
  const button = (onClick?: () => void) => (
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
  const items = (
    <>
      {narrow && (
        <Menu.Item
          leftSection={<IconAdjustmentsHorizontal {...icon} />}
          onClick={() => onTool('Filters')}
        >
          Filters
        </Menu.Item>
      )}
      <Menu.Item
        disabled={nothingFound}
        leftSection={<IconChecks {...icon} />}
        onClick={() => onTool('Select')}
      >
        Select
      </Menu.Item>
      {layout === 'list' && (
        <Menu.Item leftSection={<IconColumns3 {...icon} />} onClick={() => onTool('Columns')}>
          Columns
        </Menu.Item>
      )}
      {!search.archived && (
        <>
          <Menu.Item
            disabled={nothingFound}
            leftSection={<IconTags {...icon} />}
            onClick={() => onMode('labels')}
          >
            Labels
            <Count />
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArchive {...icon} />}
            onClick={() => onSearch({ archived: '1' })}
          >
            Archived items
          </Menu.Item>
        </>
      )}
    </>
  )
  if (!narrow) {
    return (
      <Menu position="bottom-end">
        <Menu.Target>{button()}</Menu.Target>
        <Menu.Dropdown>{items}</Menu.Dropdown>
      </Menu>
    )
  }
  const closed = button(() => setOpened(true))
  return (
    <Suspense fallback={closed}>
      {isOpened ? <ViewsMenu initiallyOpen more={{ button: button(), items }} /> : closed}
    </Suspense>
  )
}

const choices = [
  { layout: 'list', label: 'List', Icon: IconList },
  { layout: 'grid', label: 'Grid', Icon: IconLayoutGrid },
] as const

function LayoutSwitch() {
  const { layout: current, onLayout } = useList()
  return (
    <fieldset aria-label="View" className={styles.layouts}>
      {choices.map(({ layout, label, Icon }) => (
        <Tooltip key={layout} label={label}>
          <ActionIcon
            size={36}
            variant={layout === current ? 'filled' : 'default'}
            aria-label={label}
            aria-pressed={layout === current}
            onClick={() => onLayout(layout)}
          >
            <Icon size={18} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      ))}
    </fieldset>
  )
}
