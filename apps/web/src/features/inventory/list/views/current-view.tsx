import type { ItemType } from '@vitrine/contract'
import type { ListSearch } from '../list-search.ts'
import { useViews } from './use-views.ts'
import styles from './views-menu.module.css'

/** The name of the view that is open, where its button has no room for it. */
export function CurrentView({ type, search }: { readonly type: ItemType; readonly search: ListSearch }) {
  const { name } = useViews(type, search, true)
  return name ? <p className={styles.current}>{name}</p> : null
}
