import {
  attributeLabel,
  type ManyOrder,
  type ManyOutcome,
  meaningOf,
  type PlaceTree,
} from '@vitrine/contract'
import { instant } from '../../../base/clock.ts'
import { fail, invalid, notFound } from '../../../base/failure.ts'
import type { Context } from '../../../context.ts'
import { yieldingChunks } from '../../../db/chunks.ts'
import { inTransaction } from '../../../db/dialect.ts'
import type { Actor } from '../../../http/access.ts'
import type { Item, ItemState } from '../../../items/item.ts'
import { readPlaces, withResolvedPlace } from '../../../items/places.ts'
import { itemStore } from '../../../items/store.ts'
import { precomputeDerivedValues } from '../../../projections/index.ts'
import { type AttributeCatalogue, attributeCatalogue } from '../../attributes/index.ts'
import { byActor, recordAudit } from '../../audit/index.ts'
import { createChangeFormatter } from '../change-wording.ts'
import { isSameState, isUnchangedSince, withAttributes } from '../state.ts'
import { type MoveReason, writeItems } from '../write.ts'
import { importStore } from './store-imports.ts'

/** What a change of many items means for one of them, and its title among earlier changes. */
interface Meaning {
  readonly kind: 'attributes' | 'visibility' | 'archived' | 'moved'
  readonly title: string
  readonly movement?: MoveReason
  readonly next: (state: ItemState) => ItemState
}

interface Planned {
  readonly item: Item
  readonly after: ItemState
}

const changedSince = 'Somebody changed it since.'
const gone = 'It no longer exists.'
const archived = 'It is archived. Please restore it first.'

/**
 * Changes many items the same way. It plans outside a transaction, which may take a while; items of another version than
 * the caller saw, or changed meanwhile, are left alone and named. An item that is as wanted already counts as unchanged, so
 * that a request sent again does no harm. It writes in the transaction of the caller if `context.db` is one.
 */
export async function changeMany(
  context: Context,
  actor: Actor,
  order: ManyOrder,
): Promise<ManyOutcome> {
  const places = await readPlaces(context.db)
  const meaning = await meaningOfChange(context.get(attributeCatalogue), places, order)
  return planAndWrite(context, actor, order, meaning, places)
}

async function planAndWrite(
  { db, clock }: Context,
  actor: Actor,
  order: ManyOrder,
  { kind, title, next, movement }: Meaning,
  places: PlaceTree,
): Promise<ManyOutcome> {
  const seen = new Map(order.ids.map((id, index) => [id, order.versions?.[index]]))
  const planned: Planned[] = []
  const left: ManyOutcome['left'] = []
  let unchanged = 0
  for await (const some of yieldingChunks([...seen.keys()])) {
    const items = await itemStore(db).findOfType(order.type, some)
    for (const id of some) {
      const item = items.get(id)
      const version = seen.get(id)
      if (!item) {
        left.push({ identifier: `No. ${id}`, reason: gone })
        continue
      }
      const { state: after, problem } = withResolvedPlace(places, next(item.state), item.state)
      if (problem) throw invalid('change', problem)
      if (isSameState(item.state, after)) unchanged++
      else if (item.state.archived && after.archived)
        left.push({ identifier: item.state.identifier, reason: archived })
      else if (version !== undefined && version !== item.version)
        left.push({ identifier: item.state.identifier, reason: changedSince })
      else planned.push({ item, after })
    }
  }
  const changes = createChangeFormatter(places)
  const outcome = (written: readonly Planned[], importId: number | null): ManyOutcome => ({
    changed: written.map(({ item, after }) => ({
      id: item.id,
      version: item.version,
      identifier: item.state.identifier,
      fields: changes(item.state, after),
    })),
    unchanged,
    left,
    importId,
  })
  if (order.dryRun || planned.length === 0) return outcome(planned, null)

  await precomputeDerivedValues(planned.map(({ after }) => after))
  const at = instant(clock)
  return inTransaction(db, async (tx) => {
    const versions = await itemStore(tx).lockVersions(planned.map(({ item }) => item.id))
    const isWritable = ({ item }: Planned) => isUnchangedSince(item, versions.get(item.id))
    for (const { item } of planned.filter((one) => !isWritable(one)))
      left.push({
        identifier: item.state.identifier,
        reason: versions.has(item.id) ? changedSince : gone,
      })
    const written = planned.filter(isWritable)
    if (written.length === 0) return outcome([], null)

    const counts = { created: 0, changed: written.length }
    const { id: importId } = await importStore(tx).add(actor, {
      kind: 'change',
      fileName: title,
      at,
      ...counts,
    })
    const writes = written.map(({ item, after }) => ({ item, kind, before: item, after }))
    await writeItems(tx, writes, { actor, at, importId, movement })
    const details = { importId, changed: written.length }
    await recordAudit(tx, clock, { kind: 'many-changed', ...byActor(actor), details })
    return outcome(written, importId)
  })
}

const maxTitle = 255

async function meaningOfChange(
  catalogue: AttributeCatalogue,
  places: PlaceTree,
  { type, change }: ManyOrder,
): Promise<Meaning> {
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
    const to =
      placeId === null ? null : (places.get(placeId) ?? fail(notFound('There is no such place.')))
    return {
      kind: 'moved',
      title: to ? `Moved to ${to.name}` : 'Taken out of its place',
      movement: { reason, backOn },
      next: (state) => ({ ...state, placeId }),
    }
  }
  const { key, value } = change
  const attributes = await catalogue.active(type)
  if (!attributes.some(({ tag_key }) => tag_key === key))
    throw invalid('change.key', `Unknown attributes: ${key}.`)
  const label = attributeLabel(meaningOf(attributes)(key))
  return {
    kind: 'attributes',
    title: (value.trim() === '' ? `${label} erased` : `${label}: ${value}`)
      .replaceAll(/\s+/g, ' ')
      .slice(0, maxTitle),
    next: (state) => withAttributes(state, { [key]: value }),
  }
}
