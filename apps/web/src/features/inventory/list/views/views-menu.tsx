import { Menu } from '@mantine/core'
import {
  IconArchive,
  IconBookmark,
  IconBookmarkFilled,
  IconColumns3,
  IconDeviceFloppy,
  IconList,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import type { ItemType, SavedView } from '@vitrine/contract'
import { useState } from 'react'
import { SecondaryButton } from '../../../../ui/forms/buttons.ts'
import type { ListSearch, SearchChange } from '../list-search.ts'
import { useViewChanges } from './use-view-changes.ts'
import { useViews } from './use-views.ts'
import { ViewDialog } from './view-dialog.tsx'
import { changeTo, openedView, searchToSave } from './view-search.ts'
import styles from './views-menu.module.css'

interface ViewsMenuProps {
  readonly type: ItemType
  readonly search: ListSearch
  /** On a phone there is room for the icon alone, and what else has no room there is in the menu. */
  readonly narrow: boolean
  readonly initiallyOpen: boolean
  readonly onSearch: (change: SearchChange) => void
  /** Null where there are no columns. */
  readonly onColumns: (() => void) | null
}

const size = { size: 16, 'aria-hidden': true } as const

/** The saved views of an inventory, and what can be done with the one that is open. */
export function ViewsMenu({ type, search, narrow, initiallyOpen, onSearch, onColumns }: ViewsMenuProps) {
  const [opened, setOpened] = useState(initiallyOpen)
  const [dialog, setDialog] = useState<'new' | 'edit' | null>(null)
  const { query, views, current, changed, name = 'Views' } = useViews(type, search, opened)
  const open = (view: SavedView) => onSearch(changeTo(search, openedView(view)))
  const changes = useViewChanges(() => onSearch({ saved: undefined }), open)
  const isWhole = Object.keys(search).length === 0
  return (
    <>
      <Menu opened={opened} onChange={setOpened} position="bottom-start" width={280}>
        <Menu.Target>
          <SecondaryButton
            flex="none"
            px={narrow ? 'xs' : 'md'}
            aria-label={current ? `Views: ${name}` : 'Views'}
            classNames={{ label: styles.name ?? '' }}
          >
            {current ? <IconBookmarkFilled {...size} /> : <IconBookmark {...size} />}
            {!narrow && <span className={styles.text}>{current?.name ?? 'Views'}</span>}
            {!narrow && changed && <span>· changed</span>}
          </SecondaryButton>
        </Menu.Target>
        <Menu.Dropdown className={styles.dropdown ?? ''}>
          {current?.mayChange && (
            <>
              {changed && (
                <Menu.Item
                  leftSection={<IconDeviceFloppy {...size} />}
                  onClick={() => changes.replace.mutate({ view: current, search: searchToSave(search) })}
                >
                  Replace with what is shown
                </Menu.Item>
              )}
              <Menu.Item leftSection={<IconPencil {...size} />} onClick={() => setDialog('edit')}>
                Rename or share …
              </Menu.Item>
              <Menu.Item leftSection={<IconTrash {...size} />} onClick={() => changes.remove.mutate(current)}>
                Remove this view
              </Menu.Item>
            </>
          )}
          {!(isWhole || current) || changed ? (
            <Menu.Item leftSection={<IconPlus {...size} />} onClick={() => setDialog('new')}>
              Save this view …
            </Menu.Item>
          ) : null}
          {!isWhole && (
            <Menu.Item leftSection={<IconList {...size} />} onClick={() => onSearch(changeTo(search, {}))}>
              Whole list
            </Menu.Item>
          )}
          {narrow && (
            <>
              {onColumns && (
                <Menu.Item leftSection={<IconColumns3 {...size} />} onClick={onColumns}>
                  Columns …
                </Menu.Item>
              )}
              {!search.archived && (
                <Menu.Item leftSection={<IconArchive {...size} />} onClick={() => onSearch({ archived: '1' })}>
                  Archived items
                </Menu.Item>
              )}
            </>
          )}
          {query.isPending && <Menu.Label>Loading the views …</Menu.Label>}
          {query.isError && (
            <>
              <Menu.Label>The views could not be loaded.</Menu.Label>
              <Menu.Item closeMenuOnClick={false} onClick={() => void query.refetch()}>
                Try again
              </Menu.Item>
            </>
          )}
          {query.data && views.length === 0 && (
            <Menu.Label>No views yet. Filter the list or choose columns, then save it here under a name.</Menu.Label>
          )}
          <Views label="My views" views={views.filter(({ shared }) => !shared)} current={current} onOpen={open} />
          <Views label="Shared views" views={views.filter(({ shared }) => shared)} current={current} onOpen={open} />
        </Menu.Dropdown>
      </Menu>
      <ViewDialog
        opened={dialog !== null}
        type={type}
        view={dialog === 'edit' && current ? current : null}
        search={searchToSave(search)}
        onClose={() => setDialog(null)}
        onSaved={async (view, before) => {
          setDialog(null)
          await changes.refresh()
          if (!before) open(view)
        }}
      />
    </>
  )
}

interface ViewsProps {
  readonly label: string
  readonly views: readonly SavedView[]
  readonly current: SavedView | undefined
  readonly onOpen: (view: SavedView) => void
}

function Views({ label, views, current, onOpen }: ViewsProps) {
  if (views.length === 0) return null
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{label}</Menu.Label>
      {views.map((view) => (
        <Menu.Item
          key={view.id}
          className={styles.view ?? ''}
          aria-current={view.id === current?.id || undefined}
          onClick={() => onOpen(view)}
        >
          {view.name}
        </Menu.Item>
      ))}
    </>
  )
}
