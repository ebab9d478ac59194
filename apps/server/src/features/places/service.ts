import { isDeepStrictEqual } from 'node:util'
import {
  type Api,
  type ChangeKind,
  daysLater,
  type HandlerInput,
  type HandlerOutput,
  type Movement,
  type MovementReason,
  type Place,
  type PlaceConflict,
  type PlacedItem,
  type PlaceKind,
  type PlaceState,
  type PlaceToSave,
  type PlaceTree,
  placeArchived,
  placeFields,
  placeKey,
  placeKinds,
  placeLimits,
  startOfDay,
} from '@vitrine/contract'
import { instant } from '../../base/clock.ts'
import { yieldIfDue } from '../../base/event-loop.ts'
import { conflict, Failure, fail, invalid, missing } from '../../base/failure.ts'
import { promiseCache } from '../../base/promise-cache.ts'
import type { Context } from '../../context.ts'
import { lockUntilCommit } from '../../db/dialect.ts'
import { type Attempt, once } from '../../db/once.ts'
import { idsOfPath, pathText, readPlaces } from '../../db/places.ts'
import { fromColumns } from '../../db/records.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { type Actor, nameOf } from '../../http/access.ts'
import { currentAnswer } from '../../http/current-answer.ts'
import { finishJson } from '../../http/finish-text.ts'
import { bytesIn, type Finished } from '../../http/finished.ts'
import { newRevision, revisionOf } from '../../projections/index.ts'
import { type ChangeContext, type HistoryKind, plainly, recordHistory } from '../history/index.ts'
import {
  changeMany,
  explainTakenIdentifier,
  inOrder,
  itemStore,
  shortName,
  writeUnrecorded,
} from '../inventory/index.ts'
import { type MovementRow, type PlacedRow, placeStore } from './store.ts'

const history = recordHistory('place', placeFields)

const noSuchPlace = () => missing('There is no such place.')

/** Where items are, and how they came there. */
export const placeService = (context: Context) => {
  const { db, clock } = context
  const store = placeStore(db)
  const cachedContents = promiseCache<Finished>(maxCachedContents, ({ content }) => bytesIn(content))

  const expectPlace = async (id: number) => {
    const places = await readPlaces(db)
    if (!places.get(id)) throw noSuchPlace()
    return places
  }

  return {
    async list(): Promise<Place[]> {
      const counts = await store.counts()
      return (await readPlaces(db)).all.map((place) => ({ ...place, count: counts.get(place.id) ?? 0 }))
    },

    add: (actor: Actor, place: PlaceToSave, attempt: Attempt | null): Promise<Place> =>
      once(db, clock, attempt, (tx) => write(tx, { actor, at: instant(clock) }, null, place)),

    save: (actor: Actor, { id, version, reason, place }: Input<'save'>['body']): Promise<Place> =>
      db.transaction().execute((tx) => write(tx, { actor, at: instant(clock) }, { id, version, reason }, place)),

    async contents(id: number, day?: string): Promise<Finished> {
      // Read first: a change meanwhile leads to another answer next time.
      const revision = await revisionOf(db, 'items')
      const places = await expectPlace(id)
      const name = ['contents', id, day ?? 'now', revision].join('-')
      return cachedContents(name, async () => {
        const now = await store.contents(places.below(id))
        const items = day === undefined ? now.map(toPlacedItem) : await onDay(now, id, places, day)
        await yieldIfDue()
        return finishJson(name, inOrder(items))
      })
    },

    async movements({
      item,
      place,
      before,
    }: Input<'movements'>['query']): Promise<HandlerOutput<Api['places']['movements']>> {
      if (place !== undefined) await expectPlace(place)
      const rows = await store.movements({ item, place, before, limit: movementsPerPage + 1 })
      return {
        movements: rows.slice(0, movementsPerPage).map(toMovement),
        hasMore: rows.length > movementsPerPage,
      }
    },

    /** Before the first movement an item was where that began; without one it has not been moved. */
    async whereabouts({ item, day }: Input<'whereabouts'>['query']): Promise<{ path: number[] }> {
      const [now] = await store.placed([item])
      if (!now) throw missing('There is no such item.')
      const { before, after } = await store.around(item, startOfDay(daysLater(day, 1)))
      const path = before?.to_path ?? after?.from_path ?? pathText(await readPlaces(db), now.place_id)
      return { path: idsOfPath(path) }
    },

    /** How many are due within a week, or overdue. */
    countDueBack: (day: string): Promise<number> => store.countAway(daysLater(day, 7)),

    /** Another day of return for an item that stays where it is. */
    expectBack: (actor: Actor, { itemId, backOn }: Input<'expectBack'>['body']): Promise<{ before: string }> =>
      db.transaction().execute(async (tx) => {
        const item = (await itemStore(tx).lockMany([itemId])).get(itemId) ?? fail(missing('There is no such item.'))
        const { placeId } = item.state
        if (placeId === null) throw conflict('It is in no place. Please move it to one first.')
        const [stay] = (await itemStore(tx).stays([itemId])).get(itemId) ?? []
        const path = pathText(await readPlaces(tx), placeId)
        await itemStore(tx).addMovements([
          {
            item_id: itemId,
            from_id: placeId,
            to_id: placeId,
            from_path: path,
            to_path: path,
            at: instant(clock),
            user_id: actor.userId,
            user_name: nameOf(actor),
            reason: stay?.reason ?? 'correction',
            back_on: backOn,
          },
        ])
        await newRevision(tx, 'items')
        return { before: stay?.back_on ?? '' }
      }),

    away: currentAnswer({
      revision: () => revisionOf(db, 'items'),
      async make(revision) {
        const movements: Movement[] = []
        for await (const some of store.away()) movements.push(...some.map(toMovement))
        return finishJson(`away-${revision}`, movements)
      },
    }),

    async move(
      actor: Actor,
      { ids, to, reason, backOn }: Input<'move'>['body'],
    ): Promise<HandlerOutput<Api['places']['move']>> {
      const types = Map.groupBy(await store.typesOf(ids), ({ type }) => type)
      const change = { what: 'place', placeId: to, reason, backOn } as const
      const outcome = { moved: 0, unchanged: 0, left: [] as { identifier: string; reason: string }[] }
      const importIds: number[] = []
      for (const [type, items] of types) {
        const order = { type, ids: items.map(({ id }) => id), change, dryRun: false }
        const { changed, unchanged, left, importId } = await changeMany(context, actor, order)
        outcome.moved += changed.length
        outcome.unchanged += unchanged
        outcome.left.push(...left)
        if (importId !== null) importIds.push(importId)
      }
      return { ...outcome, importIds }
    },
  }

  /** What was in a place at the end of a day, from what is there now and what was moved since. */
  async function onDay(now: readonly PlacedRow[], place: number, places: PlaceTree, day: string) {
    const after = startOfDay(daysLater(day, 1))
    const left = await store.leftAfter(place, after)
    const from = await store.firstMovesAfter([...new Set([...left, ...now.map(({ id }) => id)])], after)
    const wereThere = left.filter((id) => from.get(id)?.includes(place))
    const gone = await store.placed(wereThere)
    const pathTo = (placeId: number | null) => places.ancestry(placeId ?? 0).map(({ id }) => id)
    return [
      ...now.filter(({ id }) => !from.has(id)).map((row) => ({ row, path: pathTo(row.place_id) })),
      ...gone.map((row) => ({ row, path: from.get(row.id) ?? [] })),
    ].map(({ row, path }) => ({ ...toPlacedItem({ ...row, place_id: path.at(-1) ?? null }), path }))
  }
}

export type PlaceService = ReturnType<typeof placeService>

type Input<Name extends keyof Api['places']> = HandlerInput<Api['places'][Name]>

const movementsPerPage = 50
const maxCachedContents = 50

const toPlacedItem = ({ id, type, identifier, name, place_id, picture }: PlacedRow): PlacedItem => ({
  id,
  type,
  identifier,
  name,
  picture: picture === null ? null : shortName(picture),
  placeId: place_id,
})

const toMovement = (row: MovementRow): Movement => ({
  id: row.id,
  item: toPlacedItem({ ...row, id: row.item_id }),
  from: idsOfPath(row.from_path),
  to: idsOfPath(row.to_path),
  at: row.at,
  by: row.user_name,
  reason: row.reason,
  backOn: row.back_on,
})

/** Which place is changed, the version that the user saw, and why it is moved. */
interface Changed {
  readonly id: number
  readonly version?: number | undefined
  readonly reason?: MovementReason
}

/**
 * The single write path: the row, its history, its name where items say it, and their movements where it is moved. What
 * does not differ is not recorded.
 */
async function write(
  tx: Tx,
  context: ChangeContext,
  changed: Changed | null,
  after: PlaceState,
  kind: ChangeKind = 'changed',
): Promise<Place> {
  // One at a time: two that each go into the other would make a circle.
  await lockUntilCommit(tx, 'place')
  const row = changed && ((await placeStore(tx).lock(changed.id)) ?? fail(noSuchPlace()))
  const before = row && fromColumns(placeFields, row)
  const count = row ? ((await placeStore(tx).counts()).get(row.id) ?? 0) : 0
  const current = (version: number, state: PlaceState, id: number): Place => ({ ...state, id, version, count })
  if (row && before && changed.version !== undefined && changed.version !== row.version)
    throw await outdated(tx, current(row.version, before, row.id))
  if (row && before && isDeepStrictEqual(before, after)) return current(row.version, before, row.id)
  const places = await readPlaces(tx)
  await expectPossible(tx, places, row?.id ?? null, after)

  const version = (row?.version ?? 0) + 1
  const id = await explainTakenIdentifier(
    () => placeStore(tx).write(row?.id ?? null, after, version, context.at),
    () => `There is a place with the code ‘${after.code}’ already. Please choose another.`,
  )
  if (before && before.name !== after.name) await rename(tx, context, id, after.name)
  if (before && before.parent_id !== after.parent_id) await takeAlong(tx, context, id, places, changed?.reason)
  await history.changes(tx).record([{ subjectId: id, kind: before ? kind : 'created', before, after }], context)
  return current(version, after, id)
}

async function expectPossible(tx: Tx, places: PlaceTree, id: number | null, after: PlaceState): Promise<void> {
  const parent = after.parent_id === null ? null : places.get(after.parent_id)
  if (parent === undefined) throw invalid('place.parent_id', 'The place that it should be in does not exist.')
  const below = id === null ? [] : places.below(id)
  if (parent && below.includes(parent.id))
    throw invalid('place.parent_id', 'A place can’t be inside itself. Please choose another.')
  if (parent?.archived && !after.archived) throw invalid('place.parent_id', placeArchived(parent))
  const above = parent ? places.ancestry(parent.id).length : 0
  const height = Math.max(1, ...below.map((one) => places.ancestry(one).length - (places.ancestry(id ?? 0).length - 1)))
  if (above + height > placeLimits.levels)
    throw invalid('place.parent_id', `Places can be at most ${placeLimits.levels} deep inside one another.`)
  if (id === null && places.all.length >= placeLimits.places)
    throw conflict(`There can be at most ${placeLimits.places} places.`)
  if (!after.archived || id === null) return
  const inside = places.childrenOf(id).filter(({ archived }) => !archived)
  const items = (await placeStore(tx).contents([id])).length
  if (inside.length + items > 0)
    throw conflict(
      `It can’t be archived while there is something in it: ${counted(items, 'item')}, ${counted(inside.length, 'place')}. Please move them first.`,
    )
}

const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`

/** Items say the name of their place; that is no change of theirs. */
async function rename(tx: Tx, { actor, at }: ChangeContext, placeId: number, name: string): Promise<void> {
  const inside = await placeStore(tx).itemsIn([placeId])
  const items = await itemStore(tx).lockMany(inside.map(({ id }) => id))
  const writes = [...items.values()].map((item) => ({
    item,
    before: item,
    after: { ...item.state, tags: { ...item.state.tags, [placeKey]: name } },
  }))
  await writeUnrecorded(tx, writes, { at, by: nameOf(actor) })
}

/** A place was moved: each item in it has moved as well, though its own place is the same. */
async function takeAlong(
  tx: Tx,
  { actor, at }: ChangeContext,
  placeId: number,
  before: PlaceTree,
  reason: MovementReason = 'correction',
): Promise<void> {
  const after = await readPlaces(tx)
  const items = await placeStore(tx).itemsIn(after.below(placeId))
  await itemStore(tx).addMovements(
    items.map(({ id, place_id }) => ({
      item_id: id,
      from_id: place_id,
      to_id: place_id,
      from_path: pathText(before, place_id),
      to_path: pathText(after, place_id),
      at,
      user_id: actor.userId,
      user_name: nameOf(actor),
      reason,
      back_on: '',
    })),
  )
  // The answers that are kept by this revision say on which path each item is.
  await newRevision(tx, 'items')
}

async function outdated(tx: Tx, current: Place): Promise<Failure> {
  const latest = await history.changes(tx).latest(current.id)
  const details: PlaceConflict = { current, changedBy: latest?.user_name ?? '', changedAt: latest?.at ?? '' }
  return new Failure('conflict', 'Somebody changed this place since you opened it. Please compare.', details)
}

export const placeHistory = (db: Db): HistoryKind<PlaceState> => {
  const kind = history.kind({
    now: async (id) => (await readPlaces(db)).get(id) ?? fail(noSuchPlace()),
    write: (context, id, kind, next) =>
      db.transaction().execute(async (tx) => {
        const row = (await placeStore(tx).lock(id)) ?? fail(noSuchPlace())
        return write(tx, context, { id }, next(fromColumns(placeFields, row)), kind)
      }),
  })
  return {
    ...kind,
    async words(id, states) {
      const [words, places] = [await kind.words(id, states), await readPlaces(db)]
      const shown: Partial<Record<string, (value: unknown) => string>> = {
        parent_id: (value) => (typeof value === 'number' ? places.pathOf(value) : ''),
        kind: (value) => placeKinds[value as PlaceKind] ?? '',
      }
      return {
        ...words,
        show(difference, both) {
          const inWords = shown[difference.path[0]]
          const { before, after } = difference
          if (inWords) return plainly({ before: inWords(before), after: inWords(after) })
          return words.show?.(difference, both) ?? plainly(difference)
        },
      }
    },
  }
}
