import { Select } from '@mantine/core'
import { foldedLine, type Place, type PlaceTree, pathSeparator } from '@vitrine/contract'
import { type ReactNode, useMemo } from 'react'
import { usePlaces } from '../../client/use-places.ts'
import { recentList } from '../../session/recent-list.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { LoadFailure } from '../feedback/list-states.tsx'
import { createRowFilter, type RowFilter } from '../lists/row-filter.ts'
import styles from './place-select.module.css'
import '@mantine/core/styles/Combobox.layer.css'

interface PlaceSelectProps {
  readonly label: string
  readonly value: number | null
  readonly onChange: (id: number | null) => void
  /** Where none may be chosen: what the field says then. */
  readonly none?: string
  /** Places that can’t be chosen. */
  readonly without?: readonly number[]
  readonly error?: ReactNode
  readonly readOnly?: boolean
  /** Whether a dialog begins with it. */
  readonly first?: boolean
}

const maxShown = 50

/** Chooses a place by its name, its code or its path; those that were chosen last come first. */
export function PlaceSelect(props: PlaceSelectProps) {
  const {
    label,
    value,
    onChange,
    none,
    without = [],
    error,
    readOnly = false,
    first = false,
  } = props
  const { email } = useSignedIn().user
  const { list, tree } = usePlaces()
  const left = without.join()
  const { options, filter } = useMemo(() => {
    const excluded = new Set(left.split(',').map(Number))
    const usable = inTreeOrder(tree).filter(
      ({ id, archived }) => (!archived && !excluded.has(id)) || id === value,
    )
    return choicesIn(tree, usable, recentPlaces(email))
  }, [tree, left, value, email])
  const chosen = value === null ? undefined : tree.get(value)
  return (
    <div>
      <Select<number>
        label={label}
        placeholder={list.isPending ? 'Loading the places…' : (none ?? 'Name or code')}
        // Its line is kept before a place is chosen: what is below stays where it is.
        description={(chosen && parentsOf(tree, chosen)) || '\u00a0'}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        classNames={{ option: styles.choice ?? '' }}
        data-autofocus={first || undefined}
        data={options}
        filter={filter}
        limit={maxShown}
        searchable
        selectFirstOptionOnChange
        clearable={none !== undefined}
        allowDeselect={false}
        withCheckIcon={false}
        readOnly={readOnly}
        error={error}
        nothingFoundMessage={list.isSuccess ? 'No such place.' : undefined}
        clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
        renderOption={({ option }) => <PlaceOption tree={tree} id={option.value} />}
        value={value}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={(id) => {
          if (id !== null) rememberPlace(email, id)
          onChange(id)
        }}
      />
      {list.isError && <LoadFailure what="The places" query={list} />}
    </div>
  )
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value)

/** The places that a person chose last in this browser. */
const { read: recentPlaces, add: rememberPlace } = recentList('recent places', isId, 5)

const inTreeOrder = <P extends Place>(tree: PlaceTree<P>, parent: number | null = null): P[] =>
  tree.childrenOf(parent).flatMap((place) => [place, ...inTreeOrder(tree, place.id)])

const parentsOf = (tree: PlaceTree<Place>, { id }: Place): string =>
  tree
    .ancestry(id)
    .slice(0, -1)
    .map(({ name }) => name)
    .join(pathSeparator)

function choicesIn(tree: PlaceTree<Place>, places: readonly Place[], recent: readonly number[]) {
  const last = recent.flatMap((id) => places.find((place) => place.id === id) ?? [])
  const ordered = [...last, ...places.filter((place) => !last.includes(place))]
  const options = ordered.map(({ id, name, code }) => ({ value: id, label: `${name} (${code})` }))
  // Made with the first key: a field that is only looked at needs no lines.
  let rows: RowFilter | undefined
  /** What the text is the name or code of, then what is called something like it, then what is in such a place. */
  const rank = ({ name, code }: Place, text: string): number => {
    const own = [foldedLine(name), foldedLine(code)]
    return own.includes(text) ? 0 : own.some((one) => one.includes(text)) ? 1 : 2
  }
  const filter = ({ search, limit }: { readonly search: string; readonly limit: number }) => {
    const text = foldedLine(search)
    if (text === '') return options.slice(0, limit)
    rows ??= createRowFilter(
      ordered.map(({ id, code }) => foldedLine(`${tree.pathOf(id)} ${code}`)),
      Uint32Array.from(ordered.keys()),
    )
    return Array.from(rows.find(search), (row) => ({
      row,
      rank: rank(ordered[row] as Place, text),
    }))
      .sort((a, b) => a.rank - b.rank)
      .slice(0, limit)
      .flatMap(({ row }) => options[row] ?? [])
  }
  return { options, filter }
}

function PlaceOption({ tree, id }: { readonly tree: PlaceTree<Place>; readonly id: number }) {
  const place = tree.get(id)
  if (!place) return null
  return (
    <span className={styles.option}>
      <span>
        {place.name} <span className={styles.aside}>{place.code}</span>
      </span>
      <span className={styles.aside}>{parentsOf(tree, place)}</span>
    </span>
  )
}
