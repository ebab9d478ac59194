import { ActionIcon, Button, Tooltip } from '@mantine/core'
import {
  IconAdjustmentsHorizontal,
  IconArchive,
  IconBookmark,
  IconChecks,
  IconColumns3,
  IconFileTypePdf,
  IconLayoutGrid,
  IconList,
  IconPlus,
  IconTags,
  IconUpload,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { type ItemType, inventoryTypes, paperKindOf } from '@vitrine/contract'
import { lazy, memo, type ReactNode, Suspense } from 'react'
import { SecondaryButton } from '../../../ui/forms/buttons.ts'
import { CsvDownload } from '../../../ui/lists/csv-download.tsx'
import { type CsvOfItems, itemCsvFiles } from './list-csv.ts'
import type { ListSearch, SearchChange, View } from './list-search.ts'

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

const ViewsMenu = lazy(async () => ({ default: (await import('./views/views-menu.tsx')).ViewsMenu }))

export type Tool = 'Filters' | 'Columns' | 'Views' | 'Choose' | 'Archived items'

interface ListToolsProps {
  readonly type: ItemType
  readonly search: ListSearch
  readonly view: View
  /** On a phone there is room for icons alone; what has no room at all is in the menu of views. */
  readonly narrow: boolean
  readonly isFacetsOpen: boolean
  readonly isViewsOpened: boolean
  readonly isChoosing: boolean
  readonly onTool: (tool: Tool) => void
  readonly onSearch: (change: SearchChange) => void
  readonly onView: (view: View) => void
}

/** The buttons beside the filter, drawn again only when one changes: every key typed there draws the page. */
export const ListTools = memo(function ListTools(props: ListToolsProps) {
  const { type, search, view, narrow, isFacetsOpen, isViewsOpened, isChoosing, onTool, onSearch, onView } = props
  const button = (tool: Tool, Icon: TablerIcon, expanded?: boolean) => (
    <SecondaryButton
      flex="none"
      px={narrow ? 'xs' : 'md'}
      aria-label={tool}
      aria-expanded={expanded}
      onClick={() => onTool(tool)}
    >
      <Icon size={16} aria-hidden="true" />
      {!narrow && <>&nbsp;{tool}</>}
    </SecondaryButton>
  )
  const views = button('Views', IconBookmark)
  return (
    <>
      {button('Filters', IconAdjustmentsHorizontal, isFacetsOpen)}
      {view === 'list' && !narrow && button('Columns', IconColumns3)}
      <Suspense fallback={views}>
        {isViewsOpened || search.saved !== undefined ? (
          <ViewsMenu
            type={type}
            search={search}
            narrow={narrow}
            initiallyOpen={isViewsOpened}
            onSearch={onSearch}
            onColumns={view === 'list' ? () => onTool('Columns') : null}
          />
        ) : (
          views
        )}
      </Suspense>
      {!isChoosing && button('Choose', IconChecks)}
      {inventoryTypes[type].list.grid && <ViewSwitch view={view} onChange={onView} />}
      {!search.archived && !isChoosing && !narrow && (
        <Tooltip label="Archived items">
          <ActionIcon size={36} variant="default" aria-label="Archived items" onClick={() => onTool('Archived items')}>
            <IconArchive size={18} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      )}
    </>
  )
})

const choices = [
  { view: 'list', label: 'List', Icon: IconList },
  { view: 'grid', label: 'Grid', Icon: IconLayoutGrid },
] as const

function ViewSwitch({ view: current, onChange }: { readonly view: View; readonly onChange: (view: View) => void }) {
  return (
    <fieldset aria-label="View" style={{ display: 'flex', gap: '0.25rem' }}>
      {choices.map(({ view, label, Icon }) => (
        <Tooltip key={view} label={label}>
          <ActionIcon
            size={36}
            variant={view === current ? 'filled' : 'default'}
            aria-label={label}
            aria-pressed={view === current}
            onClick={() => onChange(view)}
          >
            <Icon size={18} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      ))}
    </fieldset>
  )
}
