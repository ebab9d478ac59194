import { LoadFailure } from '../../ui/feedback/list-states.tsx'
import { type Option, type OptionGroup, OptionRow } from './options.tsx'
import styles from './search-box.module.css'
import type { Search } from './use-search.ts'

interface SearchResultsProps {
  readonly listId: string
  readonly text: string
  readonly groups: readonly OptionGroup[]
  readonly found: Search['found']
  readonly selected: Option | undefined
  readonly idOf: (option: Option) => string
  readonly onOpen: (option: Option) => void
}

/** The list under the field, its options grouped by what they are. */
export function SearchResults({
  listId,
  text,
  groups,
  found,
  selected,
  idOf,
  onOpen,
}: SearchResultsProps) {
  const isNothingFound = text !== '' && groups.length === 0
  return (
    <div className={styles.panel}>
      <div id={listId} role="listbox" aria-label="Results" className={styles.list}>
        {groups.map(({ heading, count, options: own }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
          <div key={heading} role="group" aria-label={heading}>
            <div className={`quiet ${styles.heading}`} aria-hidden="true">
              {heading}
              {count !== undefined && count > own.length && (
                <span>
                  {' '}
                  · {own.length} of {count}
                </span>
              )}
            </div>
            {own.map((option) => (
              <OptionRow
                key={option.key}
                id={idOf(option)}
                option={option}
                selected={option === selected}
                onOpen={onOpen}
              />
            ))}
          </div>
        ))}
      </div>
      {found.isError && text !== '' && (
        <LoadFailure what="The search" outcome="failed" query={found} />
      )}
      {isNothingFound && found.isSuccess && !found.isPlaceholderData && (
        <p className={`note ${styles.nothing}`}>
          Nothing found. Try fewer words, or only the beginning of one.
        </p>
      )}
      {isNothingFound && found.isPending && <p className={`note ${styles.nothing}`}>Searching…</p>}
    </div>
  )
}
