import { Menu } from '@mantine/core'
import {
  IconArchive,
  IconChevronDown,
  IconMapPin,
  IconPencil,
  IconPlus,
  IconQrcode,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import {
  isRoleAllowed,
  managers,
  type Place,
  type PlaceKind,
  type PlaceTree,
  placeKinds,
} from '@vitrine/contract'
import { type ReactNode, useEffect, useState } from 'react'
import { usePlaces } from '../../client/use-places.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { LoadFailure } from '../../ui/feedback/list-states.tsx'
import { showFailure } from '../../ui/feedback/undo-toast.tsx'
import { SecondaryButton, SmallButton } from '../../ui/forms/buttons.ts'
import type { RenderHistory } from '../../ui/forms/edit-form.tsx'
import { confirmLeave, UnsavedGuard } from '../../ui/forms/unsaved.tsx'
import { lazyWithPreload } from '../../ui/layout/lazy-with-preload.tsx'
import { MessagePage } from '../../ui/layout/message-page.tsx'
import { Block, PageHeader } from '../../ui/layout/page-parts.tsx'
import { useScreenSubject } from '../../ui/layout/screen-subject.ts'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { MovementList } from './movements.tsx'
import { PlaceContents, usePlaceContents } from './place-contents.tsx'
import styles from './places.module.css'
import { useSavePlace } from './use-save-place.ts'

const importForms = () => import('./place-forms.tsx')
const [EditPlacePanel, preloadEdit] = lazyWithPreload(
  async () => (await importForms()).EditPlacePanel,
)
const [AddPlacePanel, preloadAdd] = lazyWithPreload(
  async () => (await importForms()).AddPlaceInside,
)
const [MovePlacePanel, preloadMovePlace] = lazyWithPreload(
  async () => (await import('./move-place-panel.tsx')).MovePlacePanel,
)
const [MovePanel, preloadMovePanel] = lazyWithPreload(
  async () => (await import('./move-panel.tsx')).MovePanel,
)

interface PlacePageProps {
  readonly id: number
  /** Whether the form for moving its items is open initially. */
  readonly startsMoving: boolean
  readonly renderHistory: RenderHistory
  /** Renders the panel that prints the place's label with its QR code. */
  readonly renderLabel: (place: Place, onClose: () => void) => ReactNode
}

export function PlacePage({ id, ...props }: PlacePageProps) {
  const { list, tree } = usePlaces()
  const place = tree.get(id)
  useScreenSubject(place?.name ?? null)
  if (list.isPending) return <RowSkeletons label="Loading the place" />

  if (place)
    return (
      <UnsavedGuard>
        <PlaceDetails key={id} place={place} tree={tree} {...props} />
      </UnsavedGuard>
    )

  if (list.isError) return <LoadFailure what="The place" query={list} />

  return <MessagePage title="Not found">There is no place at this address.</MessagePage>
}

type OpenPanel = 'edit' | 'add' | 'move' | 'items' | 'label' | null

interface PlaceDetailsProps extends Omit<PlacePageProps, 'id'> {
  readonly place: Place
  readonly tree: PlaceTree<Place>
}

function PlaceDetails({
  place,
  tree,
  startsMoving,
  renderHistory,
  renderLabel,
}: PlaceDetailsProps) {
  const { id, name, note, archived } = place
  const [opened, setOpened] = useState<OpenPanel>(startsMoving ? 'items' : null)
  const isManager = isRoleAllowed(managers, useSignedIn().user.role)

  const open = async (panel: OpenPanel) => {
    if (await confirmLeave()) setOpened(panel)
  }

  const close = () => open(null)
  const contents = usePlaceContents(id)
  const save = useSavePlace()

  const archive = (value: boolean) =>
    save.mutate(
      {
        place,
        change: { archived: value },
        successMessage: value ? `${name} is archived.` : `${name} is restored.`,
      },
      { onError: (error) => showFailure(value ? 'Not archived.' : 'Not restored.', error) },
    )

  useEffect(() => {
    preloadMovePanel()
    if (isManager) for (const preload of [preloadEdit, preloadAdd, preloadMovePlace]) preload()
  }, [isManager])

  return (
    <>
      <PlaceBreadcrumbs tree={tree} id={id} />
      <PageHeader
        title={name}
        count={`${placeKinds[place.kind as PlaceKind]} · ${place.code}`}
        actions={
          <>
            <SecondaryButton
              leftSection={<IconQrcode size={16} aria-hidden="true" />}
              onClick={() => opened !== 'label' && open('label')}
            >
              Label
            </SecondaryButton>
            {isManager && (
              <>
                <SecondaryButton
                  leftSection={<IconPencil size={16} aria-hidden="true" />}
                  onClick={() => opened !== 'edit' && open('edit')}
                >
                  Edit
                </SecondaryButton>
                <MoreMenu isArchived={archived} onOpen={open} onArchive={() => archive(true)} />
              </>
            )}
          </>
        }
      />
      <div className={styles.page}>
        {archived && (
          <p className="note">
            This place is archived.{' '}
            {isManager && (
              <SmallButton loading={save.isPending} onClick={() => archive(false)}>
                Restore
              </SmallButton>
            )}
          </p>
        )}
        {note && <p className={styles.note}>{note}</p>}
        <div className={styles.beside} data-open>
          <PlaceContents
            place={place}
            tree={tree}
            onMove={() => opened !== 'items' && open('items')}
            {...contents}
          />
          {opened ? (
            <div className={styles.side}>
              {opened === 'label' && renderLabel(place, () => void close())}
              {opened === 'edit' && (
                <EditPlacePanel
                  place={place}
                  tree={tree}
                  renderHistory={renderHistory}
                  onDone={() => setOpened(null)}
                  onClose={close}
                />
              )}
              {opened === 'add' && <AddPlacePanel parent={place} onClose={close} />}
              {opened === 'move' && <MovePlacePanel place={place} tree={tree} onClose={close} />}
              {opened === 'items' && (
                <MovePanel
                  ids={contents.movableIds}
                  from={tree.childrenOf(id).length === 0 ? id : null}
                  boxParent={archived ? undefined : place}
                  hasBoxHint
                  onOutcome={contents.showMoved}
                  onClose={close}
                />
              )}
            </div>
          ) : (
            <Block title="Recent movements">
              <MovementList filter={{ place: id }} tree={tree} />
            </Block>
          )}
        </div>
      </div>
    </>
  )
}

/** Links to the places around this one, from the outermost. */
const PlaceBreadcrumbs = ({
  tree,
  id,
}: {
  readonly tree: PlaceTree<Place>
  readonly id: number
}) => (
  <nav aria-label="Path" className={styles.path}>
    <Link to="/places">Places</Link>
    {tree
      .ancestry(id)
      .slice(0, -1)
      .map((ancestor) => (
        <span key={ancestor.id}>
          {' › '}
          <Link to="/places/$id" params={{ id: String(ancestor.id) }}>
            {ancestor.name}
          </Link>
        </span>
      ))}
  </nav>
)

interface MoreMenuProps {
  readonly isArchived: boolean
  readonly onOpen: (panel: 'add' | 'move') => void
  readonly onArchive: () => void
}

const iconProps = { size: 16, 'aria-hidden': true } as const

const MoreMenu = ({ isArchived, onOpen, onArchive }: MoreMenuProps) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <SecondaryButton rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
        More
      </SecondaryButton>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item
        disabled={isArchived}
        leftSection={<IconPlus {...iconProps} />}
        onClick={() => onOpen('add')}
      >
        Add place in here
      </Menu.Item>
      <Menu.Item
        disabled={isArchived}
        leftSection={<IconMapPin {...iconProps} />}
        onClick={() => onOpen('move')}
      >
        Move to…
      </Menu.Item>
      <Menu.Item
        disabled={isArchived}
        leftSection={<IconArchive {...iconProps} />}
        onClick={onArchive}
      >
        Archive
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)
