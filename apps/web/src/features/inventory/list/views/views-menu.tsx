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
  const [opened, setOpened] = useState(initiallyOpen)
  const [dialog, setDialog] = useState<'new' | 'edit' | null>(null)
  const { query, views, current, changed, name = 'Views' } = useViews(opened)
  const open = (view: SavedView) => onSearch(buildSearchChange(search, toOpenedSearch(view)))
  const changes = useViewChanges(() => onSearch({ saved: undefined }), open)
  const isWholeList = Object.keys(search).length === 0
  const mayBeSaved = changed || (!isWholeList && !current)
  const edited = dialog === 'edit' && current ? current : null
  const close = () => setDialog(null)
  return (
    <>
      <Menu
        opened={opened}
        onChange={setOpened}
        position={more ? 'bottom-end' : 'bottom-start'}
        width={280}
        styles={{ item: { minHeight: more ? '2.5rem' : '2.25rem' } }}
      >
        <Menu.Target>
          {more?.button ?? (
            <SecondaryButton
              px="sm"
              leftSection={
                current ? <IconBookmarkFilled {...iconProps} /> : <IconBookmark {...iconProps} />
              }
              aria-label={current ? `Views: ${name}` : 'Views'}
              classNames={{ label: styles.name ?? '' }}
            >
              <span className={styles.text}>{current?.name ?? 'Views'}</span>
              {changed && <span>· changed</span>}
            </SecondaryButton>
          )}
        </Menu.Target>
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
          {mayBeSaved && (
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
            <Menu.Label>
              No views yet. Filter the list or choose columns, then save it here under a name.
            </Menu.Label>
          )}
          <ViewGroup
            label="My views"
            views={views.filter(({ shared }) => !shared)}
            current={current}
            onOpen={open}
          />
          <ViewGroup
            label="Shared views"
            views={views.filter(({ shared }) => shared)}
            current={current}
            onOpen={open}
          />
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={dialog !== null}
        onClose={close}
        title={edited ? 'Rename or share' : 'Save this view'}
      >
        <ViewForm
          view={edited}
          search={toSavedSearch(search)}
          onClose={close}
          onSaved={async (saved, wasCreated) => {
            close()
            await changes.refresh()
            if (wasCreated) open(saved)
          }}
        />
      </Modal>
    </>
  )
}

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
  readonly view: SavedView | null
  readonly search: SavedView['search']
  readonly onClose: () => void
  readonly onSaved: (view: SavedView, wasCreated: boolean) => void
}

function ViewForm({ view, search, onClose, onSaved }: ViewFormProps) {
  const { type } = useList()
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const save = useMutation({
    mutationFn: () =>
      view
        ? saveView(view, { name, shared })
        : createRecord('POST /views/add', { body: { type, name, shared, search } }),
    onSuccess: (saved) => onSaved(saved, view === null),
  })
  const belongsToOthers = view?.shared === true && !view.mine
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
          description={belongsToOthers ? `Shared by ${view.author}.` : undefined}
          disabled={belongsToOthers}
          checked={shared}
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
