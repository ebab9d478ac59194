import { lazy, Suspense } from 'react'
import type { ConflictPanelProps } from '../feedback/conflict-panel.tsx'

const ConflictPanel = lazy(async () => ({ default: (await import('../feedback/conflict-panel.tsx')).ConflictPanel }))

/** Conflicts are rare: the panel is loaded on demand. */
export const Conflict = (props: ConflictPanelProps) => (
  <Suspense>
    <ConflictPanel {...props} />
  </Suspense>
)
