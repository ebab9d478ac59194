import type { EventConflict, EventList } from '@vitrine/contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSignedIn } from '../../session/use-session.ts'
import { draftStorage, listDraftNames } from '../../ui/forms/drafts.ts'
import {
  collectUnsavedEvents,
  type EventDraft,
  getEventHeadline,
  isDiscardedDraft,
  isUnchangedDraft,
  mergeEventDrafts,
  parseStoredEvent,
  restoreEvents,
  type StoredEvent,
  storedEventPrefixes,
} from './event-draft.ts'

interface EventsEditState {
  /** The events without the edits, as last loaded or saved. */
  readonly base: EventList
  /** The version on which the next save is based: see `restoreEvents`. */
  readonly version: string
  readonly drafts: readonly EventDraft[]
  /** Whether the drafts include edits from before the page was loaded. */
  readonly isRestored: boolean
  /** The unsaved events, by their name in localStorage. */
  readonly unsaved: ReadonlyMap<string, StoredEvent>
  /**
   * Counts resets of all fields; part of the editors' React keys, because they are uncontrolled.
   */
  readonly resetCount: number
  /** Whether a card was opened or closed by hand, by draft key. */
  readonly openByKey: ReadonlyMap<string, boolean>
  readonly conflict: EventConflict | null
}

/**
 * Edits the list of events, also if it is saved elsewhere meanwhile. Each edited event is stored in
 * localStorage until it is saved or discarded.
 */
export function useEventsEdit(loaded: EventList) {
  const { email } = useSignedIn().user

  const [edit, setEdit] = useState<EventsEditState>(() =>
    createEditState(loaded, readStoredEvents(email), 0),
  )

  // Unlike the state, the ref changes at once, so that edits are stored immediately.
  const latest = useRef(edit)
  const { base, drafts, resetCount, openByKey, conflict, version, isRestored } = edit
  const savedById = new Map(base.events.map((event) => [event.id, event]))
  const findSavedEvent = ({ id }: EventDraft) => (id === undefined ? undefined : savedById.get(id))
  const isEdited = (draft: EventDraft) => !isUnchangedDraft(draft, findSavedEvent(draft))
  const keptDraftCount = drafts.filter((draft) => !isDiscardedDraft(draft)).length

  // Stable, so that typing in one card does not re-render the others.
  const actions = useMemo(
    () =>
      createActions((toNext) => {
        const oldState = latest.current
        const newState = toNext(oldState)
        const unsaved = collectUnsavedEvents(newState.drafts, newState.base, newState.unsaved)
        latest.current = { ...newState, unsaved }
        setEdit(latest.current)
        updateStorage(email, oldState.unsaved, unsaved)
      }),
    [email],
  )

  useEffect(() => deleteObsoleteEdits(email, latest.current.unsaved), [email])

  return {
    ...actions,
    drafts,
    resetCount,
    openByKey,
    conflict,
    version,
    isRestored,
    isDirty:
      keptDraftCount !== base.events.length ||
      drafts.some((draft) => draft.id !== undefined && isEdited(draft)),
    /** The event as saved on the server; undefined for a new one. */
    findSavedEvent,
    isEdited,
    /** Deletes the stored edits. */
    deleteStoredEdits: () => updateStorage(email, latest.current.unsaved, new Map()),
  }
}

export type EventsEdit = ReturnType<typeof useEventsEdit>

const listStoredNames = (owner: string): string[] =>
  storedEventPrefixes.flatMap((prefix) => listDraftNames(owner, prefix))

const readStoredEvents = (owner: string): StoredEvent[] =>
  listStoredNames(owner)
    .map((name) => parseStoredEvent(draftStorage(owner, name).read()))
    .filter((storedEvent) => storedEvent !== null)

/** Stores the new and changed edits, and deletes the stored ones that no longer exist. */
function updateStorage(
  owner: string,
  oldEvents: ReadonlyMap<string, StoredEvent>,
  newEvents: ReadonlyMap<string, StoredEvent>,
): void {
  for (const name of oldEvents.keys()) {
    if (!newEvents.has(name)) draftStorage(owner, name).keep(null)
  }
  for (const [name, storedEvent] of newEvents) {
    if (oldEvents.get(name) !== storedEvent) draftStorage(owner, name).keep(storedEvent)
  }
}

/** Deletes the stored edits of events that were saved or removed elsewhere. */
function deleteObsoleteEdits(owner: string, unsaved: ReadonlyMap<string, StoredEvent>): void {
  for (const name of listStoredNames(owner)) {
    if (!unsaved.has(name)) draftStorage(owner, name).keep(null)
  }
}

const createActions = (update: (toNext: (old: EventsEditState) => EventsEditState) => void) => ({
  add: (draft: EventDraft) => update((old) => ({ ...old, drafts: [draft, ...old.drafts] })),

  change: (key: string, changes: Partial<EventDraft>) =>
    update((old) => ({
      ...old,
      drafts: old.drafts.map((draft) => (draft.key === key ? { ...draft, ...changes } : draft)),
    })),

  /** Marks an event for removal by the next save; drops a new event without text at once. */
  remove: (key: string) =>
    update((old) => ({
      ...old,
      drafts: old.drafts
        .filter(
          (draft) => draft.key !== key || draft.id !== undefined || getEventHeadline(draft) !== '',
        )
        .map((draft) => (draft.key === key ? { ...draft, remove: true } : draft)),
    })),

  /** Opens or closes the card of an event. */
  setOpen: (key: string, isOpen: boolean) =>
    update((old) => ({ ...old, openByKey: new Map(old.openByKey).set(key, isOpen) })),

  /** Discards all edits and shows the given events, such as those of a save. */
  reset: (list: EventList) => update((old) => createEditState(list, [], old.resetCount + 1)),

  /** Discards all edits and shows the events as they were loaded. */
  discard: () => update((old) => createEditState(old.base, [], old.resetCount + 1)),

  /** Shows the conflict of a rejected save; the edits stay until it is resolved. */
  showConflict: (conflict: EventConflict) => update((old) => ({ ...old, conflict })),

  /** Resolves a conflict: the edits stay, and all other events are those of the colleague. */
  keepMine: () => update((old) => (old.conflict ? mergeInto(old.conflict.current, old) : old)),

  /** Adopts events that an undo in this form has changed; the edits stay. */
  rebase: (current: EventList) =>
    update((old) => {
      const { version, unsaved } = restoreEvents(current, [...old.unsaved.values()])
      return { ...mergeInto(current, old), version, unsaved, isRestored: old.isRestored }
    }),
})

/** The state for the server's events and earlier edits. The cards of edited events are open. */
function createEditState(
  base: EventList,
  storedEvents: readonly StoredEvent[],
  resetCount: number,
): EventsEditState {
  const { drafts, unsaved, version } = restoreEvents(base, storedEvents)
  const openByKey = new Map(Array.from(unsaved.values(), ({ draft }) => [draft.key, true]))

  return {
    base,
    version,
    drafts,
    unsaved,
    isRestored: unsaved.size > 0,
    resetCount,
    openByKey,
    conflict: null,
  }
}

/** Merges the edits into a newer list of events. */
const mergeInto = (
  current: EventList,
  { drafts, base, resetCount, openByKey }: EventsEditState,
): EventsEditState => ({
  ...createEditState(current, [], resetCount + 1),
  drafts: mergeEventDrafts(drafts, base.events, current.events),
  openByKey,
})
