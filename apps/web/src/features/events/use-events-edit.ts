import type { EventConflict, EventList } from '@vitrine/contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSignedIn } from '../../session/use-session.ts'
import { draftStorage, listDraftNames } from '../../ui/forms/drafts.ts'
import {
  type EventDraft,
  eventsToKeep,
  headline,
  isDiscarded,
  isUnchanged,
  type KeptEvent,
  keptNames,
  mergeDrafts,
  readKeptEvent,
  restoreEvents,
} from './event-draft.ts'

interface Edit {
  readonly base: EventList
  /** Of the list that a save is based on: see `restoreEvents`. */
  readonly version: string
  readonly drafts: readonly EventDraft[]
  /** Whether it shows what was typed before the page was loaded. */
  readonly isRestored: boolean
  /** What is kept in the browser until it is saved, by name. */
  readonly kept: ReadonlyMap<string, KeptEvent>
  /** Counts how often all fields were filled: editors of an earlier filling are stale. */
  readonly filling: number
  /** What was opened and folded by hand. */
  readonly toggled: ReadonlyMap<string, boolean>
  readonly conflict: EventConflict | null
}

/**
 * The list of events being edited, also when it is saved elsewhere in the meantime. What is typed
 * is kept in the browser, each event by itself, until it is saved or discarded.
 */
export function useEventsEdit(loaded: EventList) {
  const { email } = useSignedIn().user
  const [edit, setEdit] = useState<Edit>(() => restored(loaded, keptEvents(email), 0))
  // Beside the state, so that what is typed is kept at once.
  const latest = useRef(edit)
  const { base, drafts, filling, toggled, conflict, version, isRestored } = edit
  const saved = new Map(base.events.map((event) => [event.id, event]))
  // The same ones for good: a card is drawn again when its event changes, not with every key typed
  // in another.
  const actions = useMemo(
    () =>
      actionsOn((next) => {
        const before = latest.current
        const changed = next(before)
        latest.current = {
          ...changed,
          kept: eventsToKeep(changed.drafts, changed.base, changed.kept),
        }
        setEdit(latest.current)
        keepInstead(email, before.kept, latest.current.kept)
      }),
    [email],
  )
  useEffect(() => forgetUnusable(email, latest.current.kept), [email])

  return {
    ...actions,
    drafts,
    filling,
    toggled,
    conflict,
    version,
    isRestored,
    isDirty:
      drafts.filter((draft) => !isDiscarded(draft)).length !== base.events.length ||
      drafts.some((draft) => draft.id !== undefined && !isUnchanged(draft, saved.get(draft.id))),
    /** As it was when it came from the server. */
    savedEvent: ({ id }: EventDraft) => (id === undefined ? undefined : saved.get(id)),
    isEdited: (draft: EventDraft) =>
      draft.id === undefined || !isUnchanged(draft, saved.get(draft.id)),
    /** Forgets what is kept of it. */
    forget: () => keepInstead(email, latest.current.kept, new Map()),
  }
}

export type EventsEdit = ReturnType<typeof useEventsEdit>

const keptEvents = (owner: string): KeptEvent[] =>
  keptNames
    .flatMap((start) => listDraftNames(owner, start))
    .map((name) => readKeptEvent(draftStorage(owner, name).read()))
    .filter((kept) => kept !== null)

function keepInstead(
  owner: string,
  before: ReadonlyMap<string, KeptEvent>,
  after: ReadonlyMap<string, KeptEvent>,
): void {
  for (const name of before.keys()) if (!after.has(name)) draftStorage(owner, name).keep(null)
  for (const [name, kept] of after)
    if (before.get(name) !== kept) draftStorage(owner, name).keep(kept)
}

/** What was saved or removed elsewhere meanwhile. */
function forgetUnusable(owner: string, kept: ReadonlyMap<string, KeptEvent>): void {
  for (const name of keptNames.flatMap((start) => listDraftNames(owner, start)))
    if (!kept.has(name)) draftStorage(owner, name).keep(null)
}

const actionsOn = (change: (next: (old: Edit) => Edit) => void) => ({
  add: (draft: EventDraft) => change((old) => ({ ...old, drafts: [draft, ...old.drafts] })),

  change: (key: string, some: Partial<EventDraft>) =>
    change((old) => ({
      ...old,
      drafts: old.drafts.map((draft) => (draft.key === key ? { ...draft, ...some } : draft)),
    })),

  /** It is marked and goes with the next save; one that is new and without a text just goes. */
  remove: (key: string) =>
    change((old) => ({
      ...old,
      drafts: old.drafts.flatMap((draft) => {
        if (draft.key !== key) return draft
        return draft.id === undefined && headline(draft) === '' ? [] : { ...draft, remove: true }
      }),
    })),

  open: (key: string, isOpen: boolean) =>
    change((old) => ({ ...old, toggled: new Map(old.toggled).set(key, isOpen) })),

  reset: (list: EventList) => change((old) => restored(list, [], old.filling + 1)),

  /** Back to what the server said. */
  discard: () => change((old) => restored(old.base, [], old.filling + 1)),

  /** A save was rejected: what was typed stays until the conflict is settled. */
  meet: (found: EventConflict) => change((old) => ({ ...old, conflict: found })),

  keepMine: () => change((old) => (old.conflict ? onTopOf(old.conflict.current, old) : old)),

  /** The events have changed by what was done here: what was typed stays. */
  rebase: (current: EventList) =>
    change((old) => {
      const { version, kept } = restoreEvents(current, [...old.kept.values()])
      return { ...onTopOf(current, old), version, kept, isRestored: old.isRestored }
    }),
})

/** The events of the server with what was typed before, which is open. */
function restored(base: EventList, found: readonly KeptEvent[], filling: number): Edit {
  const { drafts, kept, version } = restoreEvents(base, found)
  const toggled = new Map(Array.from(kept.values(), ({ draft }) => [draft.key, true]))
  return {
    base,
    version,
    drafts,
    kept,
    isRestored: kept.size > 0,
    filling,
    toggled,
    conflict: null,
  }
}

const onTopOf = (current: EventList, { drafts, base, filling, toggled }: Edit): Edit => ({
  ...restored(current, [], filling + 1),
  drafts: mergeDrafts(drafts, base.events, current.events),
  toggled,
})
