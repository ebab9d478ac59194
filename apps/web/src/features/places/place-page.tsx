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
  admits,
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
import { PlaceContents, useContents } from './place-contents.tsx'
import styles from './places.module.css'
import { useSavePlace } from './use-save-place.ts'

const forms = () => import('./place-forms.tsx')
const [EditPlacePanel, preloadEdit] = lazyWithPreload(async () => (await forms()).EditPlacePanel)
const [AddPlacePanel, preloadAdd] = lazyWithPreload(async () => (await forms()).AddPlaceInside)
const moves = () => import('./move-panel.tsx')
const [MovePlacePanel, preloadMovePlace] = lazyWithPreload(
  async () => (await moves()).MovePlacePanel,
)
const [MovePanel, preloadMovePanel] = lazyWithPreload(async () => (await moves()).MovePanel)

interface PlacePageProps {
  readonly id: number
  /** Whether the form that moves what is in it is open from the start. */
  readonly isMovedAtOnce: boolean
  readonly history: RenderHistory
  /** The panel that prints the label with the code that phones read. */
  readonly label: (place: Place, onClose: () => void) => ReactNode
}

export function PlacePage({ id, ...parts }: PlacePageProps) {
  const { list, tree } = usePlaces()
  const place = tree.get(id)
  useScreenSubject(place?.name ?? null)
  if (list.isPending) return <RowSkeletons label="Loading the place" />
  if (place)
    return (
      <UnsavedGuard>
        <PlaceParts place={place} tree={tree} {...parts} />
      </UnsavedGuard>
    )
  if (list.isError) return <LoadFailure what="The place" query={list} />
  return <MessagePage title="Not found">There is no place at this address.</MessagePage>
}

type Opened = 'edit' | 'add' | 'move' | 'items' | 'label' | null

interface PlacePartsProps extends Omit<PlacePageProps, 'id'> {
  readonly place: Place
  readonly tree: PlaceTree<Place>
}

function PlaceParts({ place, tree, isMovedAtOnce, history, label }: PlacePartsProps) {
  const { id, name, note, archived } = place
  const [opened, setOpened] = useState<Opened>(isMovedAtOnce ? 'items' : null)
  const isManager = admits(managers, useSignedIn().user.role)
  const open = async (next: Opened) => {
    if (await confirmLeave()) setOpened(next)
  }
  const close = () => open(null)
  const contents = useContents(id)
  const save = useSavePlace()
  const archive = (value: boolean) =>
    save.mutate(
      {
        place,
        change: { archived: value },
        done: value ? `${name} is archived.` : `${name} is restored.`,
      },
      { onError: (error) => showFailure(value ? 'Not archived.' : 'Not restored.', error) },
    )
  useEffect(() => {
    preloadMovePanel()
    if (isManager) for (const preload of [preloadEdit, preloadAdd, preloadMovePlace]) preload()
  }, [isManager])
  return (
    <>
      <Path tree={tree} id={id} />
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
                <More isArchived={archived} onOpen={open} onArchive={() => archive(true)} />
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
              {opened === 'label' && label(place, () => void close())}
              {opened === 'edit' && (
                <EditPlacePanel
                  place={place}
                  tree={tree}
                  history={history}
                  onDone={() => setOpened(null)}
                  onClose={close}
                />
              )}
              {opened === 'add' && <AddPlacePanel parent={place} onClose={close} />}
              {opened === 'move' && <MovePlacePanel place={place} tree={tree} onClose={close} />}
              {opened === 'items' && (
                <MovePanel
                  ids={contents.movable}
                  from={tree.childrenOf(id).length === 0 ? id : null}
                  onMoved={() => contents.setTicked([])}
                  onClose={close}
                />
              )}
            </div>
          ) : (
            <Block title="Recent movements">
              <MovementList of={{ place: id }} tree={tree} />
            </Block>
          )}
        </div>
      </div>
    </>
  )
}

/** The places around this one, from the outermost. */
const Path = ({ tree, id }: { readonly tree: PlaceTree<Place>; readonly id: number }) => (
  <nav aria-label="Path" className={styles.path}>
    <Link to="/places">Places</Link>
    {tree
      .ancestry(id)
      .slice(0, -1)
      .map((around) => (
        <span key={around.id}>
          {' › '}
          <Link to="/places/$id" params={{ id: String(around.id) }}>
            {around.name}
          </Link>
        </span>
      ))}
  </nav>
)

interface MoreProps {
  readonly isArchived: boolean
  readonly onOpen: (what: 'add' | 'move') => void
  readonly onArchive: () => void
}

const icon = { size: 16, 'aria-hidden': true } as const

const More = ({ isArchived, onOpen, onArchive }: MoreProps) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <SecondaryButton rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
        More
      </SecondaryButton>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item
        disabled={isArchived}
        leftSection={<IconPlus {...icon} />}
        onClick={() => onOpen('add')}
      >
        Add place in here
      </Menu.Item>
      <Menu.Item
        disabled={isArchived}
        leftSection={<IconMapPin {...icon} />}
        onClick={() => onOpen('move')}
      >
        Move to…
      </Menu.Item>
      <Menu.Item disabled={isArchived} leftSection={<IconArchive {...icon} />} onClick={onArchive}>
        Archive
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)
