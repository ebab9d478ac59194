import { lazy, Suspense } from 'react'
import type { ConflictPanelProps } from '../feedback/conflict-panel.tsx'

const ConflictPanel = lazy(async () => ({ default: (await import('../feedback/conflict-panel.tsx')).ConflictPanel }))

/** Two people rarely edit one thing at a time: what shows it is loaded when they do. */
export const Conflict = (props: ConflictPanelProps) => (
  <Suspense>
    <ConflictPanel {...props} />
  </Suspense>
)
