import {
  attributeLabel,
  type BulkChangeOutcome,
  type BulkChangeRequest,
  definitionLookup,
  type PlaceTree,
} from '@vitrine/contract'
import { instant } from '../../../base/clock.ts'
import { invalid, notFound } from '../../../base/failure.ts'
import type { Context } from '../../../context.ts'
import { yieldingChunks } from '../../../db/chunks.ts'
import { inTransaction } from '../../../db/dialect.ts'
import type { Db } from '../../../db/tables.ts'
import type { Actor } from '../../../http/access.ts'
import type { Item, ItemState } from '../../../items/item.ts'
import { readPlaceTree, withResolvedPlace } from '../../../items/places.ts'
import { itemStore } from '../../../items/store.ts'
import { precomputeDerivedValues } from '../../../projections/index.ts'
import { type AttributeCatalogue, attributeCatalogue } from '../../attributes/index.ts'
import { byActor, recordAudit } from '../../audit/index.ts'
import { createChangeFormatter } from '../change-wording.ts'
import { isSameState, isUnchangedSince, withAttributes } from '../state.ts'
import { type MoveReason, writeItems } from '../write.ts'
import { importStore } from './store-imports.ts'

/** A change to make to each of many items. */
interface PlannedChange {
  readonly kind: 'attributes' | 'visibility' | 'archived' | 'moved'
  /** Shown in the list of earlier changes. */
  readonly title: string
  readonly movement?: MoveReason
  readonly next: (state: ItemState) => ItemState
}

interface PlannedWrite {
  readonly item: Item
  readonly after: ItemState
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
  order: BulkChangeRequest,
): Promise<BulkChangeOutcome> {
  const places = await readPlaceTree(context.db)
  const change = await planChange(context.get(attributeCatalogue), places, order)
  const plan = await planWrites(context.db, order, change, places)
  return plan.writes.length === 0 || order.dryRun
    ? toOutcome(plan, places, null)
    : write(context, actor, change, plan, places)
}

interface Plan {
  readonly writes: readonly PlannedWrite[]
  readonly unchanged: number
  readonly skipped: BulkChangeOutcome['left']
}

async function planWrites(
  db: Db,
  order: BulkChangeRequest,
  { next }: PlannedChange,
  places: PlaceTree,
): Promise<Plan> {
  const seenVersions = new Map(order.ids.map((id, index) => [id, order.versions?.[index]]))
  const writes: PlannedWrite[] = []
  const skipped: BulkChangeOutcome['left'] = []
  let unchanged = 0
  for await (const ids of yieldingChunks([...seenVersions.keys()])) {
    const items = await itemStore(db).findOfType(order.type, ids)
    for (const id of ids) {
      const item = items.get(id)
      if (!item) {
        skipped.push({ identifier: `No. ${id}`, reason: skipReasons.gone })
        continue
      }
      const { state: after, problem } = withResolvedPlace(places, next(item.state), item.state)
      if (problem) throw invalid('change', problem)
      const seenVersion = seenVersions.get(id)
      const { identifier } = item.state
      if (isSameState(item.state, after)) unchanged++
      else if (item.state.archived && after.archived)
        skipped.push({ identifier, reason: skipReasons.archived })
      else if (seenVersion !== undefined && seenVersion !== item.version)
        skipped.push({ identifier, reason: skipReasons.changedSince })
      else writes.push({ item, after })
    }
  }
  return { writes, unchanged, skipped }
}

const toOutcome = (
  { writes, unchanged, skipped }: Plan,
  places: PlaceTree,
  importId: number | null,
): BulkChangeOutcome => {
  const formatChanges = createChangeFormatter(places)
  return {
    changed: writes.map(({ item, after }) => ({
      id: item.id,
      version: item.version,
      identifier: item.state.identifier,
      fields: formatChanges(item.state, after),
    })),
    unchanged,
    left: skipped,
    importId,
  }
}

async function write(
  { db, clock }: Context,
  actor: Actor,
  { kind, title, movement }: PlannedChange,
  plan: Plan,
  places: PlaceTree,
): Promise<BulkChangeOutcome> {
  await precomputeDerivedValues(plan.writes.map(({ after }) => after))
  const at = instant(clock)
  return inTransaction(db, async (tx) => {
    const versions = await itemStore(tx).lockVersions(plan.writes.map(({ item }) => item.id))
    const skipped = [...plan.skipped]
    const writable: PlannedWrite[] = []
    for (const planned of plan.writes) {
      const { id, state } = planned.item
      if (isUnchangedSince(planned.item, versions.get(id))) writable.push(planned)
      else
        skipped.push({
          identifier: state.identifier,
          reason: versions.has(id) ? skipReasons.changedSince : skipReasons.gone,
        })
    }
    const written = { ...plan, writes: writable, skipped }
    if (writable.length === 0) return toOutcome(written, places, null)

    const { id: importId } = await importStore(tx).add(actor, {
      kind: 'change',
      fileName: title,
      at,
      created: 0,
      changed: writable.length,
    })
    const writes = writable.map(({ item, after }) => ({ item, kind, before: item, after }))
    await writeItems(tx, writes, { actor, at, importId, movement })
    const details = { importId, changed: writable.length }
    await recordAudit(tx, clock, { kind: 'many-changed', ...byActor(actor), details })
    return toOutcome(written, places, importId)
  })
}

async function planChange(
  catalogue: AttributeCatalogue,
  places: PlaceTree,
  { type, change }: BulkChangeRequest,
): Promise<PlannedChange> {
  if (change.what === 'public') {
    return {
      kind: 'visibility',
      title: change.value ? 'Shown to visitors' : 'Withdrawn from visitors',
      next: (state) => ({ ...state, public: change.value }),
    }
  }
  if (change.what === 'archived') {
    return {
      kind: 'archived',
      title: change.value ? 'Archived' : 'Restored from the archive',
      next: (state) => ({ ...state, archived: change.value }),
    }
  }
  if (change.what === 'place') {
    const { placeId, reason, backOn } = change
    const place = placeId === null ? null : places.get(placeId)
    if (place === undefined) throw notFound('There is no such place.')
    return {
      kind: 'moved',
      title: place ? `Moved to ${place.name}` : 'Taken out of its place',
      movement: { reason, backOn },
      next: (state) => ({ ...state, placeId }),
    }
  }
  const { key, value } = change
  const attributes = await catalogue.active(type)
  if (!attributes.some(({ tag_key }) => tag_key === key))
    throw invalid('change.key', `Unknown attributes: ${key}.`)
  const label = attributeLabel(definitionLookup(attributes)(key))
  return {
    kind: 'attributes',
    title: (value.trim() === '' ? `${label} erased` : `${label}: ${value}`)
      .replaceAll(/\s+/g, ' ')
      .slice(0, maxTitleLength),
    next: (state) => withAttributes(state, { [key]: value }),
  }
}
