import { LoadFailure } from '../../ui/feedback/list-states.tsx'
import styles from './search-box.module.css'
import { OptionRow, type SearchOption, type SearchOptionGroup } from './search-options.tsx'
import type { GlobalSearch } from './use-global-search.ts'

interface SearchResultsProps {
  readonly listId: string
  readonly text: string
  readonly groups: readonly SearchOptionGroup[]
  readonly results: GlobalSearch['results']
  readonly selected: SearchOption | undefined
  readonly getOptionId: (option: SearchOption) => string
  readonly onOpen: (option: SearchOption) => void
}

/** The list of results below the field, grouped by kind. */
export function SearchResults({
  listId,
  text,
  groups,
  results,
  selected,
  getOptionId,
  onOpen,
}: SearchResultsProps) {
  const isEmpty = text !== '' && groups.length === 0

  return (
    <div className={styles.panel}>
      <div id={listId} role="listbox" aria-label="Results" className={styles.list}>
        {groups.map(({ heading, count, options: groupOptions }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
          <div key={heading} role="group" aria-label={heading}>
            <div className={`quiet ${styles.heading}`} aria-hidden="true">
              {heading}
              {count !== undefined && count > groupOptions.length && (
                <span>
                  {' '}
                  · {groupOptions.length} of {count}
                </span>
              )}
            </div>
            {groupOptions.map((option) => (
              <OptionRow
                key={option.key}
                id={getOptionId(option)}
                option={option}
                selected={option === selected}
                onOpen={onOpen}
              />
            ))}
          </div>
        ))}
      </div>
      {results.isError && text !== '' && (
        <LoadFailure what="The search" outcome="failed" query={results} />
      )}
      {isEmpty && results.isSuccess && !results.isPlaceholderData && (
        <p className={`note ${styles.nothing}`}>
          Nothing found. Try fewer words, or only the beginning of one.
        </p>
      )}
      {isEmpty && results.isPending && <p className={`note ${styles.nothing}`}>Searching…</p>}
    </div>
  )
}
