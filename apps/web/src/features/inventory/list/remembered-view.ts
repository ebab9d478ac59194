import type { ItemType } from '@vitrine/contract'
import { type View, views } from './list-search.ts'

const keyOf = (type: ItemType) => `${type}View`

/** The view chosen last in this browser, for an address that says nothing of it. */
export const rememberedView = (type: ItemType): View =>
  views.find((view) => view === localStorage.getItem(keyOf(type))) ?? 'list'

export const rememberView = (type: ItemType, view: View): void => localStorage.setItem(keyOf(type), view)
