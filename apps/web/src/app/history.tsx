import { type ComponentProps, lazy, Suspense } from 'react'
import type { ShowHistory } from '../ui/forms/shown-history.ts'
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

/** The same function for every row, so that rows are not drawn again. */
export const commentHistory: ShowHistory = (comment) => <History folded subject="comment" {...comment} />
