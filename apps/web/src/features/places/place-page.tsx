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
const [AddPlaceInside, preloadAdd] = lazyWithPreload(
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
  /** Whether the form for moving the place's items is open initially. */
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

/** Panels beside the contents: 'move' moves the place, 'items' the items in it. */
type Panel = 'edit' | 'add' | 'move' | 'items' | 'label'

interface PlaceDetailsProps extends Omit<PlacePageProps, 'id'> {
  readonly place: Place
  readonly tree: PlaceTree<Place>
}

function PlaceDetails(props: PlaceDetailsProps) {
  const { place, tree, startsMoving } = props
  const { id, name, note, archived } = place
  const [openPanel, setOpenPanel] = useState<Panel | null>(startsMoving ? 'items' : null)
  const isManager = isRoleAllowed(managers, useSignedIn().user.role)
  const contents = usePlaceContents(id)
  const { setArchived, isSaving } = useSetArchived(place)

  const showPanel = async (panel: Panel | null) => {
    if (panel !== openPanel && (await confirmLeave())) setOpenPanel(panel)
  }

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
              onClick={() => showPanel('label')}
            >
              Label
            </SecondaryButton>
            {isManager && (
              <>
                <SecondaryButton
                  leftSection={<IconPencil size={16} aria-hidden="true" />}
                  onClick={() => showPanel('edit')}
                >
                  Edit
                </SecondaryButton>
                <MoreMenu
                  isArchived={archived}
                  onOpen={showPanel}
                  onArchive={() => setArchived(true)}
                />
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
              <SmallButton loading={isSaving} onClick={() => setArchived(false)}>
                Restore
              </SmallButton>
            )}
          </p>
        )}
        {note && <p className={styles.note}>{note}</p>}
        <div className={styles.beside} data-open>
          <PlaceContents
            state={contents}
            place={place}
            tree={tree}
            onMove={() => showPanel('items')}
          />
          {openPanel ? (
            <div className={styles.side}>
              <PlacePanel
                panel={openPanel}
                contents={contents}
                onSaved={() => setOpenPanel(null)}
                onClose={() => showPanel(null)}
                {...props}
              />
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

/** Archives or restores a place, with an offer to undo it. */
function useSetArchived(place: Place) {
  const save = useSavePlace()

  const setArchived = (archived: boolean) =>
    save.mutate(
      {
        place,
        change: { archived },
        successMessage: archived ? `${place.name} is archived.` : `${place.name} is restored.`,
      },
      { onError: (error) => showFailure(archived ? 'Not archived.' : 'Not restored.', error) },
    )

  return { setArchived, isSaving: save.isPending }
}

interface PlacePanelProps extends PlaceDetailsProps {
  readonly panel: Panel
  readonly contents: ReturnType<typeof usePlaceContents>
  readonly onSaved: () => void
  readonly onClose: () => void
}

function PlacePanel(props: PlacePanelProps) {
  const { panel, place, tree, contents, renderHistory, renderLabel, onSaved, onClose } = props

  switch (panel) {
    case 'label':
      return renderLabel(place, onClose)
    case 'edit':
      return (
        <EditPlacePanel
          place={place}
          tree={tree}
          renderHistory={renderHistory}
          onDone={onSaved}
          onClose={onClose}
        />
      )
    case 'add':
      return <AddPlaceInside parent={place} onClose={onClose} />
    case 'move':
      return <MovePlacePanel place={place} tree={tree} onClose={onClose} />
    case 'items':
      return (
        <MovePanel
          ids={contents.movableIds}
          // With places in it, the items may be in any of them.
          from={tree.childrenOf(place.id).length === 0 ? place.id : null}
          boxParent={place.archived ? undefined : place}
          hasBoxHint
          onOutcome={contents.showMoved}
          onClose={onClose}
        />
      )
  }
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
      // Without the place itself.
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
