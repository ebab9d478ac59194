import { Select } from '@mantine/core'
import { foldLine, type Place, type PlaceTree, pathSeparator } from '@vitrine/contract'
import { type ReactNode, useMemo } from 'react'
import { usePlaces } from '../../client/use-places.ts'
import { createRecentList } from '../../session/recent-list.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { LoadFailure } from '../feedback/list-states.tsx'
import { createRowFilter, type RowFilter } from '../lists/row-filter.ts'
import styles from './place-select.module.css'
import '@mantine/core/styles/Combobox.layer.css'

interface PlaceSelectProps {
  readonly label: string
  readonly value: number | null
  readonly onChange: (id: number | null) => void
  /** Lets the field be empty; the text shown then. */
  readonly emptyText?: string
  /** Ids of places that can't be chosen. */
  readonly excludedIds?: readonly number[]
  readonly error?: ReactNode
  readonly readOnly?: boolean
  /** Whether the field gets the focus when its dialog opens. */
  readonly hasInitialFocus?: boolean
}

const maxShownOptions = 50

/** Chooses a place by name, code or path; recently chosen places come first. */
export function PlaceSelect(props: PlaceSelectProps) {
  const {
    label,
    value,
    onChange,
    emptyText,
    excludedIds = [],
    error,
    readOnly = false,
    hasInitialFocus = false,
  } = props
  const { email } = useSignedIn().user
  const { list, tree } = usePlaces()

  // As text, so that a new array with the same ids does not rebuild the options.
  const excludedIdsText = excludedIds.join()
  const { options, filter } = useMemo(() => {
    const excluded = new Set(excludedIdsText.split(',').map(Number))
    // The chosen place must stay an option, or the field would look empty.
    const selectablePlaces = flattenTree(tree).filter(
      ({ id, archived }) => (!archived && !excluded.has(id)) || id === value,
    )
    return buildOptions(tree, selectablePlaces, recentPlaces.read(email))
  }, [tree, excludedIdsText, value, email])

  const chosenPlace = value === null ? undefined : tree.get(value)

  return (
    <div>
      <Select<number>
        label={label}
        placeholder={list.isPending ? 'Loading the places…' : (emptyText ?? 'Name or code')}
        // A space keeps the line's height, so that nothing moves when a place is chosen.
        description={(chosenPlace && formatParents(tree, chosenPlace)) || '\u00a0'}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        classNames={{ option: styles.choice ?? '' }}
        data-autofocus={hasInitialFocus || undefined}
        data={options}
        filter={filter}
        limit={maxShownOptions}
        searchable
        selectFirstOptionOnChange
        clearable={emptyText !== undefined}
        allowDeselect={false}
        withCheckIcon={false}
        readOnly={readOnly}
        error={error}
        nothingFoundMessage={list.isSuccess ? 'No place matches.' : undefined}
        clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
        renderOption={({ option }) => <PlaceOption tree={tree} id={option.value} />}
        value={value}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={(id) => {
          if (id !== null) recentPlaces.add(email, id)
          onChange(id)
        }}
      />
      {list.isError && <LoadFailure what="The places" query={list} />}
    </div>
  )
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value)

const maxRecentPlaces = 5
/** The ids of the places that a user chose last in this browser. */
const recentPlaces = createRecentList('recent places', isId, maxRecentPlaces)

const flattenTree = <P extends Place>(tree: PlaceTree<P>, parent: number | null = null): P[] =>
  tree.childrenOf(parent).flatMap((place) => [place, ...flattenTree(tree, place.id)])

const formatParents = (tree: PlaceTree<Place>, { id }: Place): string =>
  tree
    .ancestry(id)
    .slice(0, -1)
    .map(({ name }) => name)
    .join(pathSeparator)

/** The options, recent places first, and a function that finds those for a typed text. */
function buildOptions(
  tree: PlaceTree<Place>,
  places: readonly Place[],
  recentIds: readonly number[],
) {
  const recentlyChosen = recentIds
    .map((id) => places.find((place) => place.id === id))
    .filter((place) => place !== undefined)
  const sortedPlaces = [
    ...recentlyChosen,
    ...places.filter((place) => !recentlyChosen.includes(place)),
  ]
  const options = sortedPlaces.map((place) => ({
    value: place.id,
    label: `${place.name} (${place.code})`,
    place,
  }))
  // Created with the first key, because it folds the text of every place.
  let rowFilter: RowFilter | undefined

  const filter = ({ search, limit }: { readonly search: string; readonly limit: number }) => {
    const text = foldLine(search)
    if (text === '') return options.slice(0, limit)

    rowFilter ??= createRowFilter(
      sortedPlaces.map(({ id, code }) => foldLine(`${tree.pathOf(id)} ${code}`)),
      Uint32Array.from(sortedPlaces.keys()),
    )
    return Array.from(rowFilter.find(search), (row) => options[row])
      .filter((option) => option !== undefined)
      .map((option) => ({ option, rank: rankMatch(option.place, text) }))
      .sort((a, b) => a.rank - b.rank)
      .slice(0, limit)
      .map(({ option }) => option)
  }

  return { options, filter }
}

/** 0 for an exact name or code, 1 for a partial match, 2 for a place inside a matching place. */
function rankMatch({ name, code }: Place, foldedText: string): number {
  const ownTexts = [foldLine(name), foldLine(code)]
  if (ownTexts.includes(foldedText)) return 0
  return ownTexts.some((ownText) => ownText.includes(foldedText)) ? 1 : 2
}

function PlaceOption({ tree, id }: { readonly tree: PlaceTree<Place>; readonly id: number }) {
  const place = tree.get(id)
  if (!place) return null
  return (
    <span className={styles.option}>
      <span>
        {place.name} <span className={styles.aside}>{place.code}</span>
      </span>
      <span className={styles.aside}>{formatParents(tree, place)}</span>
    </span>
  )
}
