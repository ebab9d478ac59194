import type { EventConflict, EventList } from '@vitrine/contract'
import { type Dispatch, type SetStateAction, useMemo, useState } from 'react'
import { draftOf, type EventDraft, headline, isDiscarded, isUnchanged, mergeDrafts } from './event-draft.ts'

interface Edit {
  readonly base: EventList
  readonly drafts: readonly EventDraft[]
  /** Counts how often all fields were filled: editors of an earlier filling are stale. */
  readonly filling: number
  /** What was opened and folded by hand. */
  readonly toggled: ReadonlyMap<string, boolean>
  readonly conflict: EventConflict | null
}

/** The list of events being edited, also when it is saved elsewhere in the meantime. */
export function useEventsEdit(loaded: EventList) {
  const [edit, setEdit] = useState<Edit>(() => filled(loaded, loaded.events.map(draftOf), 0))
  const { base, drafts, filling, toggled, conflict } = edit
  const saved = new Map(base.events.map((event) => [event.id, event]))
  // The same ones for good: a card is drawn again when its event changes, not with every key typed in another.
  const actions = useMemo(() => actionsOn(setEdit), [])

  return {
    ...actions,
    drafts,
    filling,
    toggled,
    conflict,
    version: base.version,
    isDirty:
      drafts.filter((draft) => !isDiscarded(draft)).length !== base.events.length ||
      drafts.some((draft) => draft.id !== undefined && !isUnchanged(draft, saved.get(draft.id))),
    /** As it was when it came from the server. */
    savedEvent: ({ id }: EventDraft) => (id === undefined ? undefined : saved.get(id)),
    isEdited: (draft: EventDraft) => draft.id === undefined || !isUnchanged(draft, saved.get(draft.id)),
  }
}

const actionsOn = (setEdit: Dispatch<SetStateAction<Edit>>) => ({
  add: (draft: EventDraft) => setEdit((old) => ({ ...old, drafts: [draft, ...old.drafts] })),
  change: (key: string, some: Partial<EventDraft>) =>
    setEdit((old) => ({
      ...old,
      drafts: old.drafts.map((draft) => (draft.key === key ? { ...draft, ...some } : draft)),
    })),
  /** It is marked and goes with the next save; one that is new and without a text just goes. */
  remove: (key: string) =>
    setEdit((old) => ({
      ...old,
      drafts: old.drafts.flatMap((draft) => {
        if (draft.key !== key) return draft
        return draft.id === undefined && headline(draft) === '' ? [] : { ...draft, remove: true }
      }),
    })),
  open: (key: string, isOpen: boolean) =>
    setEdit((old) => ({ ...old, toggled: new Map(old.toggled).set(key, isOpen) })),

  reset: (list: EventList) => setEdit((old) => filled(list, list.events.map(draftOf), old.filling + 1)),
  /** A save was rejected: what was typed stays until the conflict is settled. */
  meet: (found: EventConflict) => setEdit((old) => ({ ...old, conflict: found })),
  keepMine: () => setEdit((old) => (old.conflict ? onTopOf(old.conflict.current, old) : old)),
  /** The events have changed by what was done here: what was typed stays. */
  rebase: (current: EventList) => setEdit((old) => onTopOf(current, old)),
})

const onTopOf = (current: EventList, { drafts, base, filling, toggled }: Edit): Edit => ({
  ...filled(current, mergeDrafts(drafts, base.events, current.events), filling + 1),
  toggled,
})

const filled = (base: EventList, drafts: readonly EventDraft[], filling: number): Edit => ({
  base,
  drafts,
  filling,
  toggled: new Map(),
  conflict: null,
})
