import { foldLine, type PlaceTree, placeAttributeKey } from '@vitrine/contract'
import { type Clock, instant } from '../../base/clock.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { Author } from '../../http/access.ts'
import { readPlaceTree } from '../../items/places.ts'
import { selectItems } from '../../items/reader.ts'
import { lockRevisions } from '../../projections/index.ts'
import { itemStore, writeItems } from '../items/index.ts'
import { checkMovements, repairMovements } from './check-movements.ts'
import { writePlace } from './write-place.ts'

/**
 * Finds cycles of places, items whose location attribute differs from their place, and movements
 * that do not fit together; one sentence each.
 */
export async function checkPlaces(db: Db, clock: Clock): Promise<string[]> {
  const places = await readPlaceTree(db)
  return [
    ...findCycles(places).map(
      (cycle) =>
        `Places are inside each other: ${cycle.map((id) => placeLabel(places, id)).join(', ')}.`,
    ),
    ...(await findMisplacedItems(db)).map(
      ({ id, text, placeId }) =>
        `Item ${id} is in ${placeLabel(places, placeId)}, but its location says ‘${text}’.`,
    ),
    ...(await checkMovements(db, clock)),
  ]
}

const repairer: Author = {
  userId: null,
  email: '',
  firstName: 'vitrine',
  lastName: 'check --repair',
}

/**
 * Breaks each cycle, moves each item to the place that its location attribute names, and corrects
 * movements; one sentence each.
 */
export async function repairPlaces(tx: Tx, clock: Clock): Promise<string[]> {
  const repairedMovements = await repairMovements(tx, clock, repairer)
  const context = { actor: repairer, at: instant(clock) }
  const texts = new Map((await findMisplacedItems(tx)).map(({ id, text }) => [id, text]))
  const locked = [...(await itemStore(tx).lockMany([...texts.keys()])).values()]
  // Locks all revisions in their order, because places are written before items here.
  await lockRevisions(tx)
  const brokenCycles = await breakCycles(tx, context)
  if (locked.length === 0) return [...repairedMovements, ...brokenCycles]

  await addMissingPlaces(tx, context, new Set(texts.values()))
  const writes = locked.map((item) => {
    const text = texts.get(item.id)
    // An item without a text stays in its place, and its attribute gets the place's name.
    const after = text ? { ...item.state, typedPlace: text } : item.state
    return { item, kind: 'attributes' as const, before: item, after }
  })
  await writeItems(tx, writes, context)
  return [
    ...repairedMovements,
    ...brokenCycles,
    ...locked.map(({ id }) => `Item ${id} is in the place that its location names.`),
  ]
}

interface RepairContext {
  readonly actor: Author
  readonly at: string
}

async function breakCycles(tx: Tx, context: RepairContext): Promise<string[]> {
  const sentences: string[] = []
  for (const [id = 0] of findCycles(await readPlaceTree(tx))) {
    const place = (await readPlaceTree(tx)).get(id)
    if (!place) continue
    const { code, name, kind, note, archived } = place
    await writePlace(tx, context, {
      existing: { id },
      after: { code, name, kind, note, archived, parent_id: null },
    })
    sentences.push(`The place ${name} (${code}) is no longer inside another.`)
  }
  return sentences
}

/** Adds a place for each location text without one, so that no text is lost. */
async function addMissingPlaces(
  tx: Tx,
  context: RepairContext,
  names: ReadonlySet<string>,
): Promise<void> {
  for (const name of names) {
    const places = await readPlaceTree(tx)
    if (name === '' || 'id' in places.find(name)) continue
    const code = findUnusedCode(places)
    await writePlace(tx, context, {
      after: { code, name, kind: 'hall', parent_id: null, note: '', archived: false },
    })
  }
}

function findUnusedCode({ all }: PlaceTree): string {
  const takenCodes = new Set(all.map(({ code }) => code.toLowerCase()))
  let number = 1
  while (takenCodes.has(`repaired-${number}`)) number++
  return `REPAIRED-${number}`
}

/**
 * Finds the cycles among places, as lists of place ids. Follows each place upwards, up to places
 * that were visited before.
 */
function findCycles({ all, get }: PlaceTree): number[][] {
  const cycles: number[][] = []
  const visited = new Set<number>()
  for (const { id } of all) {
    const path: number[] = []
    let placeId: number | null = id
    while (placeId !== null && !visited.has(placeId)) {
      visited.add(placeId)
      path.push(placeId)
      const parentId: number | null = get(placeId)?.parent_id ?? null
      const cycleStart = parentId === null ? -1 : path.indexOf(parentId)
      if (cycleStart >= 0) cycles.push(path.slice(cycleStart))
      placeId = parentId
    }
  }
  return cycles
}

/** Items whose location attribute differs from the name of their place. */
async function findMisplacedItems(db: Db) {
  const rows = await db
    .selectFrom(selectItems(db).as('item'))
    .leftJoin('place', 'place.id', 'item.place_id')
    .leftJoin('item_tag', (join) =>
      join.onRef('item_tag.item_id', '=', 'item.id').on('tag_key', '=', placeAttributeKey),
    )
    .select(({ fn, val }) => [
      'item.id',
      'item.place_id as placeId',
      fn.coalesce('item_tag.value', val('')).as('text'),
      fn.coalesce('place.name', val('')).as('placeName'),
    ])
    .orderBy('item.id')
    .execute()
  return rows.filter(({ text, placeName }) => foldLine(text) !== foldLine(placeName))
}

const placeLabel = (places: PlaceTree, id: number | null): string => {
  const place = id === null ? undefined : places.get(id)
  return place ? `${place.name} (${place.code})` : 'no place'
}
