import type { HistorySubject } from '@vitrine/contract'
import { type ComponentProps, lazy, Suspense } from 'react'
import { Block } from '../ui/layout/block.tsx'
import { RowSkeletons } from '../ui/lists/row-skeletons.tsx'

// Below the fold or collapsed, and it has to fetch before it renders: loaded lazily.
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

/** The query key of all histories of a kind. Defined here so that pages need not load the feature. */
export const historyKey = (subject: HistorySubject) => ['history', subject] as const
