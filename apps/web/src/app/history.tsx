import type { HistorySubject } from '@vitrine/contract'
import { type ComponentProps, lazy, Suspense } from 'react'
import { Block } from '../ui/layout/block.tsx'
import { RowSkeletons } from '../ui/lists/row-skeletons.tsx'

// It stands at the bottom, or folded, and asks the server for more before it shows anything.
const Later = lazy(async () => ({ default: (await import('../features/history/history.tsx')).History }))

const toCome = (
  <Block title="History">
    <RowSkeletons label="Loading the history" rows={3} />
  </Block>
)

export const History = (props: ComponentProps<typeof Later>) => (
  <Suspense fallback={!props.folded && toCome}>
    <Later {...props} />
  </Suspense>
)

/** What was asked for of the history of all things of a kind: named here, because pages need no more of it. */
export const historyKey = (subject: HistorySubject) => ['history', subject] as const
