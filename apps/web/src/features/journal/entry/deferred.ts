import { lazy, useEffect } from 'react'

// Not needed for the first paint: preloaded right after it, so that it is there when needed, even offline.
const load = {
  change: () => import('../assistant/assistant-change.tsx'),
  deleted: () => import('../list/deleted-entries-modal.tsx'),
  edit: () => import('./edit-entry-modal.tsx'),
  tags: () => import('../tags/manage-tags-modal.tsx'),
  calendar: () => import('../calendar/month-calendar.tsx'),
}

// Loaded in parallel with the entries; the form renders before both.
const entryList = () => import('../list/entry-list.tsx')
void entryList().catch(() => undefined)

export const EntryList = lazy(async () => ({ default: (await entryList()).EntryList }))
export const DeletedEntriesModal = lazy(async () => ({ default: (await load.deleted()).DeletedEntriesModal }))
export const EditEntryModal = lazy(async () => ({ default: (await load.edit()).EditEntryModal }))
export const ManageTagsModal = lazy(async () => ({ default: (await load.tags()).ManageTagsModal }))
export const MonthCalendar = lazy(async () => ({ default: (await load.calendar()).MonthCalendar }))

export function usePreload(): void {
  useEffect(() => {
    void Promise.allSettled(Object.values(load).map((part) => part()))
  }, [])
}
