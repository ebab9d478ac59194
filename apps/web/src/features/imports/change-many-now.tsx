import { notifications } from '@mantine/notifications'
import type { ItemType, ManyChange, ManyOutcome } from '@vitrine/contract'
import { serverMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { offerUndo } from '../../ui/feedback/undo-toast.tsx'
import { numberText } from '../../ui/lists/count-text.ts'
import { Left } from './earlier-imports.tsx'

export const itemsText = (count: number): string => (count === 1 ? 'One item' : `${numberText(count)} items`)

/** Tells what was done to many items and offers to undo it. */
export function tellOutcome({ changed, left, importId }: ManyOutcome, done: string, onUndone: () => void): void {
  const rest = left.length > 0 && <Left left={left} />
  if (importId === null) {
    notifications.show({ message: <>There was nothing to change. {rest}</> })
    return
  }
  const undo = async () => {
    const undone = await call('POST /inventory/imports/undo', { body: { importId } })
    notifications.show({
      message: (
        <>
          {itemsText(undone.restored)} {undone.restored === 1 ? 'was' : 'were'} reverted.
          {undone.left.length > 0 && <Left left={undone.left} />}
        </>
      ),
    })
    onUndone()
  }
  const message = (
    <>
      {itemsText(changed.length)} {done}. {rest}
    </>
  )
  offerUndo({ id: `import ${importId}`, message, undo, failure: 'Nothing was undone.' })
}

interface Order {
  readonly type: ItemType
  readonly ids: number[]
  readonly change: ManyChange
}

/** Changes many items without a preview, where there is nothing to compare. */
export async function changeManyNow(order: Order, done: string, onChanged: () => void): Promise<void> {
  try {
    const outcome = await call('POST /inventory/change-many', { body: order })
    onChanged()
    tellOutcome(outcome, done, onChanged)
  } catch (error) {
    notifications.show({ color: 'red', message: `Nothing was changed. ${serverMessage(error)}` })
  }
}
