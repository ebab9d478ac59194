import type { SaveTheDateEvent } from '@vitrine/contract'
import { draftOf, type EventDraft, isUnchanged } from './event-draft.ts'

/**
 * Somebody else saved the events in the meantime: what was typed here stays, and everything else is as they left it.
 * An event that they removed and that was edited here becomes a new one.
 */
export function mergeDrafts(
  drafts: readonly EventDraft[],
  base: readonly SaveTheDateEvent[],
  current: readonly SaveTheDateEvent[],
): EventDraft[] {
  const before = new Map(base.map((event) => [event.id, event]))
  const theirs = new Map(current.map((event) => [event.id, event]))
  const touched = drafts.filter((draft) => draft.id === undefined || !isUnchanged(draft, before.get(draft.id)))
  const mine = new Map(touched.flatMap((draft) => (draft.id === undefined ? [] : [[draft.id, draft]])))
  const lost = touched.filter(({ id }) => id === undefined || !theirs.has(id))
  return [
    ...lost.filter(({ remove }) => !remove).map(({ id: _, ...draft }) => draft),
    ...current.map((event) => mine.get(event.id) ?? draftOf(event)),
  ]
}
