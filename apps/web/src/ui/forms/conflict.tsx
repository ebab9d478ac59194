import { deferred } from '../layout/deferred.tsx'

/** Conflicts are rare: the panel is loaded on demand. */
export const Conflict = deferred(async () => (await import('../feedback/field-conflicts.tsx')).FieldConflicts)
