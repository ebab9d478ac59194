import { allowedEdits, editDistance, foldLine, sortByText } from '@vitrine/text'
import type { RecordState } from './records.ts'

/** The attribute that says where an item is: the name of its place. */
export const placeAttributeKey = 'location'

export const placeKinds = {
  museum: 'Museum',
  building: 'Building',
  hall: 'Hall',
  case: 'Display case',
  store: 'Store',
  shelf: 'Shelf',
  box: 'Box',
  outside: 'Outside',
} as const
export type PlaceKind = keyof typeof placeKinds

/** What is written down about a place. */
export const placeFields = {
  code: { kind: 'line', label: 'Code', search: null, since: 1 },
  name: { kind: 'line', label: 'Name', search: null, since: 1 },
  kind: { kind: 'line', label: 'Kind', search: null, since: 1 },
  parent_id: { kind: 'id', label: 'In', search: null, since: 1 },
  note: { kind: 'prose', label: 'Note', search: null, since: 1 },
  archived: { kind: 'flag', label: 'Archived', search: null, since: 1 },
} as const
export type PlaceState = RecordState<typeof placeFields>

/** How many places there may be, and how deep inside one another. */
export const placeLimits = { places: 5_000, levels: 12 }

/** Why an item was moved. */
export const movementReasons = {
  display: 'Display',
  store: 'Store',
  loan: 'Loan',
  conservation: 'Conservation',
  photography: 'Photography',
  stocktake: 'Stocktake',
  correction: 'Correction',
} as const
export type MovementReason = keyof typeof movementReasons

/** 'Le Manège › Halle 1 › Vitrine 3' */
export const pathSeparator = ' › '

export type PlaceInTree = Pick<PlaceState, 'code' | 'name' | 'parent_id' | 'archived'> & {
  readonly id: number
}

/** The places as a tree. */
export interface PlaceTree<Place extends PlaceInTree = PlaceInTree> {
  readonly all: readonly Place[]
  get(id: number): Place | undefined
  /** Null: the places that are in no other. */
  childrenOf(id: number | null): readonly Place[]
  /** From the outermost to the place itself. */
  ancestry(id: number): readonly Place[]
  pathOf(id: number): string
  /** The place and all that are in it. */
  below(id: number): readonly number[]
  /** What to type for each place in use: its name, or its path where another one has that name. */
  unambiguousNames(): string[]
  /** The place that a text means, by its code, its path or its name; `now`, where two have the name. */
  find(text: string, now?: number | null): { readonly id: number } | { readonly problem: string }
}

export function buildPlaceTree<Place extends PlaceInTree>(
  places: readonly Place[],
): PlaceTree<Place> {
  const byId = new Map(places.map((place) => [place.id, place]))
  const children = Map.groupBy(places, ({ parent_id }) => parent_id)
  const childrenOf = (id: number | null) => children.get(id) ?? []
  const ancestry = (id: number): Place[] => {
    const path: Place[] = []
    // A cycle that was made by hand in the database ends here.
    for (
      let at = byId.get(id);
      at && path.length < placeLimits.levels;
      at = byId.get(at.parent_id ?? 0)
    )
      path.push(at)
    return path.reverse()
  }
  const pathOf = (id: number) =>
    ancestry(id)
      .map(({ name }) => name)
      .join(pathSeparator)

  return {
    all: places,
    get: (id) => byId.get(id),
    childrenOf,
    ancestry,
    pathOf,
    below(id) {
      const found = new Set([id])
      for (const one of found) for (const child of childrenOf(one)) found.add(child.id)
      return [...found]
    },
    unambiguousNames() {
      const usable = places.filter(({ archived }) => !archived)
      const named = Map.groupBy(usable, ({ name }) => foldLine(name))
      const names = usable.map(({ id, name }) =>
        named.get(foldLine(name))?.length === 1 ? name : pathOf(id),
      )
      return sortByText(names, (name) => name)
    },
    find(text, now) {
      const current = now ? byId.get(now) : undefined
      const typed = foldLine(text)
      if (current && foldLine(current.name) === typed) return { id: current.id }
      const usable = places.filter(({ archived }) => !archived)
      const meant = meantBy(text, usable, pathOf)
      const [first, ...others] = meant
      if (!first) {
        const [archived] = meantBy(text, places, pathOf)
        return {
          problem: archived
            ? placeArchivedMessage(archived)
            : unknown(text, nearest(typed, usable)),
        }
      }
      if (others.length === 0) return { id: first.id }
      const paths = meant.slice(0, maxNamed).map(({ id, code }) => `‘${pathOf(id)}’ (${code})`)
      return {
        problem: `Several places are called ‘${text.trim()}’: ${paths.join(', ')}. Please enter the code of one.`,
      }
    },
  }
}

const maxNamed = 3

export const placeArchivedMessage = ({ name }: PlaceInTree): string =>
  `The place ‘${name}’ is archived. Please restore it first, or choose another.`

/** Codes may differ by an accent alone: the very one comes first. */
function meantBy<Place extends PlaceInTree>(
  text: string,
  places: readonly Place[],
  pathOf: (id: number) => string,
): readonly Place[] {
  const typed = foldLine(text)
  const exact = places.filter(({ code }) => code.toLowerCase() === text.trim().toLowerCase())
  if (exact.length > 0) return exact
  const coded = places.filter(({ code }) => foldLine(code) === typed)
  if (coded.length > 0) return coded
  const named = places.filter(({ name }) => foldLine(name) === typed)
  const steps = stepsOf(typed)
  if (named.length > 0 || steps.length < 2) return named
  return places.filter(({ id }) =>
    `›${stepsOf(foldLine(pathOf(id))).join('›')}`.endsWith(`›${steps.join('›')}`),
  )
}

const stepsOf = (path: string): string[] => path.split(/\s*[›>/]\s*/).filter(Boolean)

/** Those whose name or code is a typing error away, or has the typed text in it. */
function nearest<Place extends PlaceInTree>(
  typed: string,
  places: readonly Place[],
): readonly Place[] {
  const max = Math.max(1, allowedEdits(typed))
  return places
    .map((place) => {
      const texts = [place.name, place.code].map(foldLine)
      const edits = Math.min(...texts.map((text) => editDistance(typed, text, max, false)))
      const isPart = texts.some(
        (text) => text !== '' && (text.includes(typed) || typed.includes(text)),
      )
      return { place, distance: isPart ? Math.min(edits, max) : edits }
    })
    .filter(({ distance }) => distance <= max)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, maxNamed)
    .map(({ place }) => place)
}

function unknown(text: string, near: readonly PlaceInTree[]): string {
  const named = near.map(({ name, code }) => `‘${name}’ (${code})`).join(', ')
  const hint =
    near.length > 0
      ? `Did you mean ${named}?`
      : 'Please choose one of the screen Places, or add it there.'
  return `There is no place ‘${text.trim()}’. ${hint}`
}
