import { Button, Checkbox, Group, Menu, Modal, Stack, TextInput } from '@mantine/core'
import {
  IconBookmark,
  IconBookmarkFilled,
  IconDeviceFloppy,
  IconList,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type SavedView, viewLimits } from '@vitrine/contract'
import { type ReactNode, useState } from 'react'
import { getServerMessage } from '../../../../client/api-error.ts'
import { createRecord } from '../../../../client/call.ts'
import { ErrorMessage } from '../../../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../../../ui/forms/buttons.ts'
import { useList } from '../list-context.ts'
import {
  buildSearchChange,
  saveView,
  toOpenedSearch,
  toSavedSearch,
  useViewChanges,
  useViews,
} from './views.ts'
import styles from './views-menu.module.css'
import '@mantine/core/styles/Checkbox.layer.css'

interface ViewsMenuProps {
  readonly initiallyOpen: boolean
  /** On a phone: the button and the entries of the menu that also contains the views. */
  readonly more?: { readonly button: ReactNode; readonly items: ReactNode }
}

const iconProps = { size: 16, 'aria-hidden': true } as const

/** Menu of the saved views of an inventory, with actions for the open one. */
export function ViewsMenu({ initiallyOpen, more }: ViewsMenuProps) {
  const { search, onSearch } = useList()
  const [isOpen, setOpen] = useState(initiallyOpen)
  const [dialog, setDialog] = useState<'new' | 'edit' | null>(null)
  const { query, views, current, changed, name = 'Views' } = useViews(isOpen)
  const openView = (view: SavedView) => onSearch(buildSearchChange(search, toOpenedSearch(view)))
  const changes = useViewChanges(() => onSearch({ saved: undefined }), openView)
  const isWholeList = Object.keys(search).length === 0
  const canBeSaved = changed || (!isWholeList && !current)
  const editedView = dialog === 'edit' && current ? current : null
  const closeDialog = () => setDialog(null)

  return (
    <>
      <Menu
        opened={isOpen}
        onChange={setOpen}
        position={more ? 'bottom-end' : 'bottom-start'}
        width={280}
        styles={{ item: { minHeight: more ? '2.5rem' : '2.25rem' } }}
      >
        <Menu.Target>{more?.button ?? renderViewsButton(current, name, changed)}</Menu.Target>
        <Menu.Dropdown className={styles.dropdown ?? ''}>
          {more && (
            <>
              {more.items}
              <Menu.Divider />
            </>
          )}
          {current?.mayChange && (
            <OpenViewItems
              isChanged={changed}
              onUpdate={() =>
                changes.replace.mutate({ view: current, search: toSavedSearch(search) })
              }
              onEdit={() => setDialog('edit')}
              onRemove={() => changes.remove.mutate(current)}
            />
          )}
          {canBeSaved && (
            <Menu.Item leftSection={<IconPlus {...iconProps} />} onClick={() => setDialog('new')}>
              Save this view …
            </Menu.Item>
          )}
          {!isWholeList && (
            <Menu.Item
              leftSection={<IconList {...iconProps} />}
              onClick={() => onSearch(buildSearchChange(search, {}))}
            >
              Whole list
            </Menu.Item>
          )}
          <ViewsState query={query} isEmpty={query.data !== undefined && views.length === 0} />
          <ViewGroup
            label="My views"
            views={views.filter(({ shared }) => !shared)}
            current={current}
            onOpen={openView}
          />
          <ViewGroup
            label="Shared views"
            views={views.filter(({ shared }) => shared)}
            current={current}
            onOpen={openView}
          />
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={dialog !== null}
        onClose={closeDialog}
        title={editedView ? 'Rename or share' : 'Save this view'}
      >
        <ViewForm
          view={editedView}
          search={toSavedSearch(search)}
          onClose={closeDialog}
          onSaved={async (savedView, isNew) => {
            closeDialog()
            await changes.refresh()
            if (isNew) openView(savedView)
          }}
        />
      </Modal>
    </>
  )
}

/** Renders the button that opens the menu; no component, because the menu needs its element. */
function renderViewsButton(current: SavedView | undefined, name: string, isChanged: boolean) {
  const BookmarkIcon = current ? IconBookmarkFilled : IconBookmark

  return (
    <SecondaryButton
      px="sm"
      leftSection={<BookmarkIcon {...iconProps} />}
      aria-label={current ? `Views: ${name}` : 'Views'}
      classNames={{ label: styles.name ?? '' }}
    >
      <span className={styles.text}>{current?.name ?? 'Views'}</span>
      {isChanged && <span>· changed</span>}
    </SecondaryButton>
  )
}

interface ViewsStateProps {
  readonly query: ReturnType<typeof useViews>['query']
  readonly isEmpty: boolean
}

/** Tells that the views are loading or could not be loaded, or that there are none. */
const ViewsState = ({ query, isEmpty }: ViewsStateProps) => (
  <>
    {query.isPending && <Menu.Label>Loading the views …</Menu.Label>}
    {query.isError && (
      <>
        <Menu.Label>The views could not be loaded.</Menu.Label>
        <Menu.Item closeMenuOnClick={false} onClick={() => void query.refetch()}>
          Try again
        </Menu.Item>
      </>
    )}
    {isEmpty && (
      <Menu.Label>
        No views yet. Filter the list or choose columns, then save it here under a name.
      </Menu.Label>
    )}
  </>
)

interface OpenViewItemsProps {
  readonly isChanged: boolean
  readonly onUpdate: () => void
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** Menu items that change the open view. */
const OpenViewItems = ({ isChanged, onUpdate, onEdit, onRemove }: OpenViewItemsProps) => (
  <>
    {isChanged && (
      <Menu.Item leftSection={<IconDeviceFloppy {...iconProps} />} onClick={onUpdate}>
        Update view
      </Menu.Item>
    )}
    <Menu.Item leftSection={<IconPencil {...iconProps} />} onClick={onEdit}>
      Rename or share …
    </Menu.Item>
    <Menu.Item leftSection={<IconTrash {...iconProps} />} onClick={onRemove}>
      Remove this view
    </Menu.Item>
  </>
)

interface ViewGroupProps {
  readonly label: string
  readonly views: readonly SavedView[]
  readonly current: SavedView | undefined
  readonly onOpen: (view: SavedView) => void
}

function ViewGroup({ label, views, current, onOpen }: ViewGroupProps) {
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

interface ViewFormProps {
  /** Null for a new view. */
  readonly view: SavedView | null
  /** The search of a new view. */
  readonly search: SavedView['search']
  readonly onClose: () => void
  readonly onSaved: (view: SavedView, isNew: boolean) => void
}

function ViewForm({ view, search, onClose, onSaved }: ViewFormProps) {
  const { type } = useList()
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(view?.shared ?? false)

  const save = useMutation({
    mutationFn: () =>
      view
        ? saveView(view, { name, shared: isShared })
        : createRecord('POST /views/add', { body: { type, name, shared: isShared, search } }),
    onSuccess: (savedView) => onSaved(savedView, view === null),
  })
  const isSharedByOther = view?.shared === true && !view.mine

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Stack>
        <TextInput
          data-autofocus
          label="Name"
          maxLength={viewLimits.name}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox
          label="For all staff"
          description={isSharedByOther ? `Shared by ${view.author}.` : undefined}
          disabled={isSharedByOther}
          checked={isShared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        {save.isError && (
          <ErrorMessage>The view was not saved. {getServerMessage(save.error)}</ErrorMessage>
        )}
        <Group justify="flex-end">
          <SecondaryButton onClick={onClose}>Cancel</SecondaryButton>
          <Button type="submit" disabled={name.trim() === ''} loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The name of the open view, shown in windows that are too narrow for it in the button. */
export function CurrentView() {
  const { name } = useViews(true)
  return name ? <p className={styles.current}>{name}</p> : null
}
