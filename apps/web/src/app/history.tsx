import { type ComponentProps, lazy, Suspense } from 'react'
import { Block } from '../ui/layout/block.tsx'
import { RowSkeletons } from '../ui/lists/row-skeletons.tsx'

// It stands at the bottom, or folded, and asks the server for more before it shows anything.
const load = () => import('../features/history/history.tsx')
const LaterBlock = lazy(async () => ({ default: (await load()).HistoryBlock }))
const LaterFolded = lazy(async () => ({ default: (await load()).FoldedHistory }))

type HistoryProps = ComponentProps<typeof LaterBlock>

export const HistoryBlock = (props: HistoryProps) => (
  <Suspense
    fallback={
      <Block title="History">
        <RowSkeletons label="Loading the history" rows={3} />
      </Block>
    }
  >
    <LaterBlock {...props} />
  </Suspense>
)

export const FoldedHistory = (props: HistoryProps) => (
  <Suspense>
    <LaterFolded {...props} />
  </Suspense>
)
