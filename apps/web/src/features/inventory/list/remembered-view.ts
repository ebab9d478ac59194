import { type View, views } from './list-search.ts'

const key = 'artView'

/** The view chosen last in this browser, for an address that says nothing of it. */
export const rememberedView = (): View => views.find((view) => view === localStorage.getItem(key)) ?? 'list'

export const rememberView = (view: View): void => localStorage.setItem(key, view)
