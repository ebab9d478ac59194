import {
  type AttributeDefinition,
  attributeLabel,
  type BulkChange,
  type BulkChangeOutcome,
  type BulkChangeRequest,
  definitionLookup,
  type PlaceTree,
  toDay,
} from '@vitrine/contract'
import { instant } from '../../../base/clock.ts'
import { invalid, notFound } from '../../../base/failure.ts'
import type { Context } from '../../../context.ts'
import { splitIntoYieldingBatches } from '../../../db/batches.ts'
import { inTransaction } from '../../../db/dialect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { type Actor, getAuthorName } from '../../../http/access.ts'
import type { Item, ItemState } from '../../../items/item.ts'
import { type ChainedMovement, findNextMovement, movementStore } from '../../../items/movements.ts'
import {
  formatPlacePath,
  readPlaceTree,
  readPlaceTreeOn,
  withResolvedPlace,
} from '../../../items/places.ts'
import { itemStore } from '../../../items/store.ts'
import { precomputeDerivedValues, updateProjections } from '../../../projections/index.ts'
import { type AttributeCatalogue, attributeCatalogue } from '../../attributes/index.ts'
import { byActor, recordAudit } from '../../audit/index.ts'
import { createChangeFormatter } from '../change-wording.ts'
import { isSameState, isUnchangedSince, withAttributes } from '../state.ts'
import { type MoveReason, writeItems } from '../write.ts'
import { importStore } from './store-imports.ts'

/** The change to make to each of the items. */
interface PlannedChange {
  readonly kind: 'attributes' | 'visibility' | 'archived' | 'moved'
  /** Shown in the list of earlier changes. */
  readonly title: string
  readonly movement?: PlannedMovement
  readonly apply: (state: ItemState) => ItemState
}

interface PlannedMovement extends MoveReason {
  /** The place to move to; null to take items out of their places. */
  readonly placeId: number | null
  readonly day: string
}

interface PlannedWrite {
  readonly item: Item
  readonly after: ItemState
}

/**
 * An item with a later movement than the planned one, which is inserted before it. The item stays
 * where it is.
 */
interface MovedAgain {
  readonly item: Item
  /** Day of the item's latest movement. */
  readonly latestDay: string
}

const skipReasons = {
  changedSince: 'Someone has changed it since.',
  gone: 'It no longer exists.',
  archived: 'It is archived. Please restore it first.',
} as const

/** Longest title, in UTF-16 units. */
const maxTitleLength = 255

/**
 * Changes many items in the same way. Planning takes time and is therefore outside the transaction;
 * items that differ from the version that the caller saw, or that change meanwhile, are skipped and
 * reported. Retries are harmless: an item already in the wanted state counts as unchanged. Writes
 * in the caller's transaction if `context.db` is one.
 */
export async function changeMany(
  context: Context,
  actor: Actor,
  request: BulkChangeRequest,
): Promise<BulkChangeOutcome> {
  const places = await readPlaceTree(context.db)
  const today = toDay(context.clock.now())
  const catalogue = context.get(attributeCatalogue)
  const change = await planChange({ catalogue, places, today }, request)
  const plan = await planWrites(context.db, request, change, places)
  if (request.dryRun || plan.writes.length + plan.movedAgain.length === 0)
    return toOutcome(plan, places, null)
  return writePlan(context, actor, { change, plan, places })
}

interface Plan {
  readonly writes: readonly PlannedWrite[]
  readonly movedAgain: readonly MovedAgain[]
  readonly unchangedCount: number
  readonly skipped: BulkChangeOutcome['left']
}

async function planWrites(
  db: Db,
  request: BulkChangeRequest,
  { apply, movement }: PlannedChange,
  places: PlaceTree,
): Promise<Plan> {
  const seenVersions = new Map(request.ids.map((id, index) => [id, request.versions?.[index]]))
  const writes: PlannedWrite[] = []
  const movedAgain: MovedAgain[] = []
  const skipped: BulkChangeOutcome['left'] = []
  let unchangedCount = 0
  for await (const ids of splitIntoYieldingBatches([...seenVersions.keys()])) {
    const items = await itemStore(db).findOfType(request.type, ids)
    const chains = movement && (await movementStore(db).readChains(ids))
    for (const id of ids) {
      const item = items.get(id)
      if (!item) {
        skipped.push({ identifier: `No. ${id}`, reason: skipReasons.gone })
        continue
      }
      const { state: after, problem } = withResolvedPlace(places, apply(item.state), item.state)
      if (problem) throw invalid('change', problem)

      const seenVersion = seenVersions.get(id)
      const { identifier } = item.state
      const chain = chains?.get(id) ?? []
      const nextMovement = movement && findNextMovement(chain, movement.day)
      const isStillArchived = item.state.archived && after.archived
      const isUnchanged = nextMovement
        ? nextMovement.from_id === movement.placeId
        : isSameState(item.state, after)

      if (isUnchanged) unchangedCount++
      else if (isStillArchived) skipped.push({ identifier, reason: skipReasons.archived })
      else if (seenVersion !== undefined && seenVersion !== item.version)
        skipped.push({ identifier, reason: skipReasons.changedSince })
      else if (nextMovement) movedAgain.push({ item, latestDay: chain.at(-1)?.day ?? '' })
      else writes.push({ item, after })
    }
  }
  return { writes, movedAgain, unchangedCount, skipped }
}

function toOutcome(
  { writes, movedAgain, unchangedCount, skipped }: Plan,
  places: PlaceTree,
  importId: number | null,
): BulkChangeOutcome {
  const formatChanges = createChangeFormatter(places)
  return {
    changed: writes.map(({ item, after }) => ({
      id: item.id,
      version: item.version,
      identifier: item.state.identifier,
      fields: formatChanges(item.state, after),
    })),
    earlier: movedAgain.map(({ item, latestDay }) => ({
      identifier: item.state.identifier,
      latestDay,
    })),
    unchanged: unchangedCount,
    left: skipped,
    importId,
  }
}

interface WriteInput {
  readonly change: PlannedChange
  readonly plan: Plan
  readonly places: PlaceTree
}

/** Writes the plan in one transaction, except for items that have changed since it was made. */
async function writePlan(
  { db, clock }: Context,
  actor: Actor,
  { change: { kind, title, movement }, plan, places }: WriteInput,
): Promise<BulkChangeOutcome> {
  await precomputeDerivedValues(plan.writes.map(({ after }) => after))
  const at = instant(clock)
  return inTransaction(db, async (tx) => {
    const { chains, ...currentPlan } = await withoutChangedItems(tx, plan, movement)
    const { writes, movedAgain } = currentPlan
    const changed = writes.length + movedAgain.length
    if (changed === 0) return toOutcome(currentPlan, places, null)

    const { id: importId } = await importStore(tx).add(actor, {
      kind: 'change',
      fileName: title,
      at,
      created: 0,
      changed,
    })
    if (movement && movedAgain.length > 0) {
      const chainsToExtend = movedAgain.map(({ item }) => chains.get(item.id) ?? [])
      await insertEarlierMovements(tx, chainsToExtend, movement, { actor, at, importId })
    }
    const itemWrites = writes.map(({ item, after }) => ({ item, kind, before: item, after }))
    await writeItems(tx, itemWrites, { actor, at, importId, movement })
    const movedAgainIds = movedAgain.map(({ item }) => item.id)
    await updateProjections(tx, 'movement', movedAgainIds)
    const details = { importId, changed }
    await recordAudit(tx, clock, { kind: 'many-changed', ...byActor(actor), details })
    return toOutcome(currentPlan, places, importId)
  })
}

/**
 * Locks the planned items and skips those that were changed or moved since the plan was made, so
 * that the others can be written. Also returns the movements of each item.
 */
async function withoutChangedItems(
  tx: Tx,
  plan: Plan,
  movement: PlannedMovement | undefined,
): Promise<Plan & { readonly chains: ReadonlyMap<number, readonly ChainedMovement[]> }> {
  const ids = [...plan.writes, ...plan.movedAgain].map(({ item }) => item.id)
  const versions = await itemStore(tx).lockVersions(ids)
  const chains = movement ? await movementStore(tx).readChains(ids) : new Map()
  const skipped = [...plan.skipped]
  const isUnchanged = (item: Item, wasMovedAgain: boolean): boolean => {
    const nextMovement = movement && findNextMovement(chains.get(item.id) ?? [], movement.day)
    const isAsPlanned = (nextMovement !== undefined) === wasMovedAgain
    if (isAsPlanned && isUnchangedSince(item, versions.get(item.id))) return true
    skipped.push({
      identifier: item.state.identifier,
      reason: versions.has(item.id) ? skipReasons.changedSince : skipReasons.gone,
    })
    return false
  }
  const writes = plan.writes.filter(({ item }) => isUnchanged(item, false))
  const movedAgain = plan.movedAgain.filter(({ item }) => isUnchanged(item, true))
  return { ...plan, writes, movedAgain, skipped, chains }
}

interface MovementContext {
  readonly actor: Actor
  readonly at: string
  readonly importId: number
}

/** Adds a movement to the past of each item, with the path that the place had on its day. */
async function insertEarlierMovements(
  tx: Tx,
  chains: readonly (readonly ChainedMovement[])[],
  { placeId, day, reason, backOn, remark }: PlannedMovement,
  { actor, at, importId }: MovementContext,
): Promise<void> {
  const movement = {
    to_id: placeId,
    to_path: formatPlacePath(await readPlaceTreeOn(tx, day), placeId),
    day,
    at,
    user_id: actor.userId,
    user_name: getAuthorName(actor),
    reason,
    back_on: backOn,
    remark,
    import_id: importId,
  }
  await movementStore(tx).insertEarlier(chains.map((chain) => ({ chain, movement })))
}

type ChangeOf<What extends BulkChange['what']> = Extract<BulkChange, { what: What }>

interface PlanningContext {
  readonly catalogue: AttributeCatalogue
  readonly places: PlaceTree
  readonly today: string
}

async function planChange(
  { catalogue, places, today }: PlanningContext,
  { type, change }: BulkChangeRequest,
): Promise<PlannedChange> {
  if (change.what === 'public') {
    return {
      kind: 'visibility',
      title: change.value ? 'Shown to visitors' : 'Withdrawn from visitors',
      apply: (state) => ({ ...state, public: change.value }),
    }
  }
  if (change.what === 'archived') {
    return {
      kind: 'archived',
      title: change.value ? 'Archived' : 'Restored from the archive',
      apply: (state) => ({ ...state, archived: change.value }),
    }
  }
  if (change.what === 'place') return planMove(places, today, change)
  return planAttributeChange(await catalogue.active(type), change)
}

function planMove(
  places: PlaceTree,
  today: string,
  { placeId, reason, backOn, remark, day = today }: ChangeOf<'place'>,
): PlannedChange {
  if (day > today)
    throw invalid(
      'change.day',
      'A movement can’t be on a future day. Please choose today or an earlier one.',
    )
  const place = placeId === null ? null : places.get(placeId)
  if (place === undefined) throw notFound('There is no such place.')
  return {
    kind: 'moved',
    title: place ? `Moved to ${place.name}` : 'Taken out of its place',
    movement: { placeId, day, reason, backOn, remark },
    apply: (state) => ({ ...state, placeId }),
  }
}

function planAttributeChange(
  attributes: readonly AttributeDefinition[],
  { key, value }: ChangeOf<'attribute'>,
): PlannedChange {
  if (!attributes.some(({ tag_key }) => tag_key === key))
    throw invalid('change.key', `Unknown attributes: ${key}.`)
  const label = attributeLabel(definitionLookup(attributes)(key))
  return {
    kind: 'attributes',
    title: (value.trim() === '' ? `${label} erased` : `${label}: ${value}`)
      .replaceAll(/\s+/g, ' ')
      .slice(0, maxTitleLength),
    apply: (state) => withAttributes(state, { [key]: value }),
  }
}
