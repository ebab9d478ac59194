import { allowedEdits, editDistance, foldLine, sortByText } from '@vitrine/text'
import type { RecordState } from './records.ts'

/** Key of the attribute with the name of an item's place. */
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

/** Fields of a place. */
export const placeFields = {
  code: { kind: 'line', label: 'Code', search: null, since: 1 },
  name: { kind: 'line', label: 'Name', search: null, since: 1 },
  kind: { kind: 'line', label: 'Kind', search: null, since: 1 },
  parent_id: { kind: 'id', label: 'In', search: null, since: 1 },
  note: { kind: 'prose', label: 'Note', search: null, since: 1 },
  archived: { kind: 'flag', label: 'Archived', search: null, since: 1 },
} as const
export type PlaceState = RecordState<typeof placeFields>

/** Maximum number of places, and maximum nesting. */
export const placeLimits = { places: 5_000, levels: 12 }

/** Reasons for a movement. */
export const movementReasons = {
  display: 'Display',
  store: 'Storage',
  loan: 'Loan',
  conservation: 'Conservation',
  photography: 'Photography',
  stocktake: 'Stocktake',
  correction: 'Correction',
} as const
export type MovementReason = keyof typeof movementReasons

/** The usual reason for a movement to a place of a kind. */
export const usualReasons: Readonly<Record<PlaceKind, MovementReason>> = {
  museum: 'display',
  building: 'display',
  hall: 'display',
  case: 'display',
  store: 'store',
  shelf: 'store',
  box: 'store',
  outside: 'loan',
}

/** Maximum length of a movement's remark. */
export const maxMovementRemarkLength = 500

/** As in 'Le Manège › Halle 1 › Vitrine 3'. */
export const pathSeparator = ' › '

export type PlaceInTree = Pick<PlaceState, 'code' | 'name' | 'parent_id' | 'archived'> & {
  readonly id: number
}

export interface PlaceTree<Place extends PlaceInTree = PlaceInTree> {
  readonly all: readonly Place[]
  get(id: number): Place | undefined
  /** With null: the outermost places. */
  childrenOf(id: number | null): readonly Place[]
  /** Path from the outermost place to the place itself. */
  ancestry(id: number): readonly Place[]
  pathOf(id: number): string
  /** Ids of the place and all its descendants. */
  below(id: number): readonly number[]
  /** For each place in use: its name, or its path if the name is ambiguous. */
  unambiguousNames(): string[]
  /** All places with a code, name or path; archived ones only if there are no others. */
  findAll(text: string): readonly Place[]
  /** Finds a place by code, path or name. `currentId` wins if several have that name. */
  find(
    text: string,
    currentId?: number | null,
  ): { readonly id: number } | { readonly problem: string }
}

export function buildPlaceTree<Place extends PlaceInTree>(
  places: readonly Place[],
): PlaceTree<Place> {
  const byId = new Map(places.map((place) => [place.id, place]))
  const children = Map.groupBy(places, ({ parent_id }) => parent_id)
  const childrenOf = (id: number | null) => children.get(id) ?? []
  const ancestry = (id: number): Place[] => {
    const path: Place[] = []
    let place = byId.get(id)
    // The limit also stops at a cycle that somebody made by hand in the database.
    while (place && path.length < placeLimits.levels) {
      path.push(place)
      place = byId.get(place.parent_id ?? 0)
    }
    return path.reverse()
  }
  const pathOf = (id: number) =>
    ancestry(id)
      .map(({ name }) => name)
      .join(pathSeparator)
  const active = places.filter(({ archived }) => !archived)
  const findAll = (text: string): readonly Place[] => {
    const matches = findMatches(text, active, pathOf)
    return matches.length > 0 ? matches : findMatches(text, places, pathOf)
  }

  return {
    all: places,
    get: (id) => byId.get(id),
    childrenOf,
    ancestry,
    pathOf,
    below(id) {
      const ids = new Set([id])
      // The iteration also visits ids that are added meanwhile.
      for (const parentId of ids) {
        for (const child of childrenOf(parentId)) ids.add(child.id)
      }
      return [...ids]
    },
    unambiguousNames() {
      const placesByName = Map.groupBy(active, ({ name }) => foldLine(name))
      const names = active.map(({ id, name }) =>
        placesByName.get(foldLine(name))?.length === 1 ? name : pathOf(id),
      )
      return sortByText(names, (name) => name)
    },
    findAll,
    find(text, currentId) {
      const current = currentId ? byId.get(currentId) : undefined
      const typed = foldLine(text)
      if (current && foldLine(current.name) === typed) return { id: current.id }

      const matches = findAll(text)
      const [first, ...others] = matches
      if (!first) return { problem: formatUnknownPlace(text, findSimilar(typed, active)) }
      if (first.archived) return { problem: placeArchivedMessage(first) }
      if (others.length === 0) return { id: first.id }

      const paths = matches
        .slice(0, maxSuggestions)
        .map(({ id, code }) => `‘${pathOf(id)}’ (${code})`)
      return {
        problem: `Several places are called ‘${text.trim()}’: ${paths.join(', ')}. Please enter the code of one.`,
      }
    },
  }
}

const maxSuggestions = 3

export const placeArchivedMessage = ({ name }: PlaceInTree): string =>
  `The place ‘${name}’ is archived. Please restore it first, or choose another.`

/** Matches the exact code, then the folded code, then the name, then the end of the path. */
function findMatches<Place extends PlaceInTree>(
  text: string,
  places: readonly Place[],
  pathOf: (id: number) => string,
): readonly Place[] {
  const typed = foldLine(text)
  const exactCode = places.filter(({ code }) => code.toLowerCase() === text.trim().toLowerCase())
  if (exactCode.length > 0) return exactCode

  // Codes may differ in an accent alone, so this comes second.
  const foldedCode = places.filter(({ code }) => foldLine(code) === typed)
  if (foldedCode.length > 0) return foldedCode

  const sameName = places.filter(({ name }) => foldLine(name) === typed)
  const steps = splitPath(typed)
  if (sameName.length > 0 || steps.length < 2) return sameName

  return places.filter(({ id }) =>
    `›${splitPath(foldLine(pathOf(id))).join('›')}`.endsWith(`›${steps.join('›')}`),
  )
}

const splitPath = (path: string): string[] => path.split(/\s*[›>/]\s*/).filter(Boolean)

/** Finds places whose name or code has a typing error or overlaps with the typed text. */
function findSimilar<Place extends PlaceInTree>(
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
    .slice(0, maxSuggestions)
    .map(({ place }) => place)
}

function formatUnknownPlace(text: string, similar: readonly PlaceInTree[]): string {
  const suggestions = similar.map(({ name, code }) => `‘${name}’ (${code})`).join(', ')
  const hint =
    similar.length > 0
      ? `Did you mean ${suggestions}?`
      : 'Please choose one of the screen Places, or add it there.'
  return `There is no place ‘${text.trim()}’. ${hint}`
}
