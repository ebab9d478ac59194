import { lazy, Suspense } from 'react'
import type { FieldConflictsProps } from '../feedback/field-conflicts.tsx'

const FieldConflicts = lazy(async () => ({ default: (await import('../feedback/field-conflicts.tsx')).FieldConflicts }))

/** Conflicts are rare: the panel is loaded on demand. */
export const Conflict = (props: FieldConflictsProps) => (
  <Suspense>
    <FieldConflicts {...props} />
  </Suspense>
)
