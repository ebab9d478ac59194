import { IconClipboardCheck, IconMessage } from '@tabler/icons-react'
import type { ItemAction, ItemPanelProps } from '../../../features/scan/item-action.ts'
import { ScanPage } from '../../../features/scan/scan-page.tsx'
import { lazyWithFallback } from '../../../ui/layout/lazy-with-fallback.tsx'
import { RowSkeletons } from '../../../ui/lists/row-skeletons.tsx'
import { openPaletteWithText } from '../../palette/use-palette.tsx'

const MoveForm = lazyWithFallback(
  async () => (await import('../../../features/places/move-panel.tsx')).MoveForm,
  <RowSkeletons label="Loading the form" rows={3} />,
)

const NewComment = lazyWithFallback(
  async () => (await import('../../../features/comments/item-comments.tsx')).NewComment,
  <RowSkeletons label="Loading the form" rows={3} />,
)

const ConditionForm = lazyWithFallback(
  async () => (await import('../../../features/conditions/condition-form.tsx')).ConditionForm,
  <RowSkeletons label="Loading the form" rows={3} />,
)

const MoveItemForm = ({ item, onChanged, onClose }: ItemPanelProps) => (
  <MoveForm ids={[item.id]} from={item.placeId} onMoved={() => onChanged()} onClose={onClose} />
)

/** Actions on a scanned item, in the order of their buttons. */
const actions: readonly ItemAction[] = [
  {
    label: 'Comment',
    Icon: IconMessage,
    Panel: ({ item, onChanged, onClose }) => (
      <NewComment
        itemId={item.id}
        onSaved={() => onChanged(`The comment on ${item.identifier} was saved.`)}
        onClose={onClose}
      />
    ),
  },
  {
    label: 'Check condition',
    Icon: IconClipboardCheck,
    Panel: ({ item, onChanged, onClose }) => (
      <ConditionForm
        itemId={item.id}
        autoFocus
        onSaved={async () => onChanged(`The condition of ${item.identifier} was saved.`)}
        onClose={onClose}
      />
    ),
  },
]

export function Screen() {
  return <ScanPage actions={actions} MoveForm={MoveItemForm} onSearch={openPaletteWithText} />
}
