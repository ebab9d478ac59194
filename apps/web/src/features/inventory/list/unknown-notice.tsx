import { type AttributeMeaning, attributeLabel, type ItemType } from '@vitrine/contract'
import { SmallButton } from '../../../ui/forms/buttons.ts'
import { nameOf } from './facets/facet-search.ts'
import { type ListSearch, readColumns, type SearchChange, writeColumns } from './list-search.ts'
import styles from './unknown-notice.module.css'

interface UnknownNoticeProps {
  readonly type: ItemType
  readonly search: ListSearch
  readonly unknown: readonly AttributeMeaning[]
  readonly onSearch: (change: SearchChange) => void
}

/** Says what a link or a saved view asks for that there is no more. */
export function UnknownNotice({ type, search, unknown, onSearch }: UnknownNoticeProps) {
  const keys = unknown.map(({ tag_key }) => tag_key)
  const names = unknown.map((one) => `“${attributeLabel(one)}”`).join(', ')
  return (
    <div role="status" className={`${styles.notice} no-print`}>
      <span>
        {names} {unknown.length === 1 ? 'is' : 'are'} no longer in use. The list is shown without{' '}
        {unknown.length === 1 ? 'it' : 'them'}.
      </span>
      <SmallButton
        onClick={() =>
          onSearch({
            ...Object.fromEntries(keys.map((key) => [nameOf(key), undefined])),
            columns: writeColumns(
              type,
              readColumns(search.columns).filter((key) => !keys.includes(key)),
            ),
          })
        }
      >
        Leave out
      </SmallButton>
    </div>
  )
}
