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
import { inventoryTypes, paperKindOf } from '@vitrine/contract'
import { lazy, memo, type ReactNode, Suspense, useState } from 'react'
import { SecondaryButton } from '../../../ui/forms/buttons.ts'
import { CsvDownload } from '../../../ui/lists/csv-download.tsx'
import { useList } from './list-context.ts'
import { type CsvOfItems, itemCsvFiles } from './list-csv.ts'
import type { Layout } from './list-search.ts'

interface ListActionsProps extends CsvOfItems {
  readonly nothingFound: boolean
  readonly onPdf: () => void
  readonly pdfLanguage: ReactNode
}

export const ListActions = memo(function ListActions(props: ListActionsProps) {
  const { nothingFound, onPdf, pdfLanguage } = props
  const { type, mode, onMode } = useList()
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
      <CsvDownload {...itemCsvFiles(type, props)} disabled={nothingFound} />
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

export type Tool = 'Filters' | 'Columns' | 'Choose'

interface ListToolsProps {
  readonly layout: Layout
  readonly isFacetsOpen: boolean
  readonly isChoosing: boolean
  readonly onTool: (tool: Tool) => void
  readonly onLayout: (layout: Layout) => void
}

/** The buttons beside the filter, drawn again only when one changes: every key typed there draws the page. */
export const ListTools = memo(function ListTools(props: ListToolsProps) {
  const { layout, isFacetsOpen, isChoosing, onTool, onLayout } = props
  const { type, search, onSearch, narrow } = useList()
  const [isViewsOpened, setViewsOpened] = useState(false)
  const button = (tool: Tool | 'Views', Icon: TablerIcon, expanded?: boolean) => (
    <SecondaryButton
      flex="none"
      px={narrow ? 'xs' : 'md'}
      aria-label={tool}
      aria-expanded={expanded}
      onClick={() => (tool === 'Views' ? setViewsOpened(true) : onTool(tool))}
    >
      <Icon size={16} aria-hidden="true" />
      {!narrow && <>&nbsp;{tool}</>}
    </SecondaryButton>
  )
  const views = button('Views', IconBookmark)
  return (
    <>
      {button('Filters', IconAdjustmentsHorizontal, isFacetsOpen)}
      {layout === 'list' && !narrow && button('Columns', IconColumns3)}
      <Suspense fallback={views}>
        {isViewsOpened || search.saved !== undefined ? (
          <ViewsMenu initiallyOpen={isViewsOpened} onColumns={layout === 'list' ? () => onTool('Columns') : null} />
        ) : (
          views
        )}
      </Suspense>
      {!isChoosing && button('Choose', IconChecks)}
      {inventoryTypes[type].list.grid && <LayoutSwitch layout={layout} onChange={onLayout} />}
      {!search.archived && !isChoosing && !narrow && (
        <Tooltip label="Archived items">
          <ActionIcon
            size={36}
            variant="default"
            aria-label="Archived items"
            onClick={() => onSearch({ archived: '1' })}
          >
            <IconArchive size={18} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      )}
    </>
  )
})

const choices = [
  { layout: 'list', label: 'List', Icon: IconList },
  { layout: 'grid', label: 'Grid', Icon: IconLayoutGrid },
] as const

interface LayoutSwitchProps {
  readonly layout: Layout
  readonly onChange: (layout: Layout) => void
}

function LayoutSwitch({ layout: current, onChange }: LayoutSwitchProps) {
  return (
    <fieldset aria-label="View" style={{ display: 'flex', gap: '0.25rem' }}>
      {choices.map(({ layout, label, Icon }) => (
        <Tooltip key={layout} label={label}>
          <ActionIcon
            size={36}
            variant={layout === current ? 'filled' : 'default'}
            aria-label={label}
            aria-pressed={layout === current}
            onClick={() => onChange(layout)}
          >
            <Icon size={18} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      ))}
    </fieldset>
  )
}
