import { lazy, useEffect } from 'react'

// What nobody sees at first comes after the first paint, and is there before anybody asks for it, or the connection goes.
const load = {
  change: () => import('../assistant/assistant-change.tsx'),
  deleted: () => import('../list/deleted-entries-modal.tsx'),
  edit: () => import('./edit-entry-modal.tsx'),
  tags: () => import('../tags/manage-tags-modal.tsx'),
  calendar: () => import('../calendar/month-calendar.tsx'),
}

// The list comes with its entries, which take as long: the form is there before both.
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
