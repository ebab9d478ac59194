import { hash } from 'node:crypto'
import {
  type FactsPage,
  findByLooseIdentifier,
  identifierKey,
  type NewStocktake,
  parseCode,
  parseTrailingNumber,
  type ScannedCode,
  type Stocktake,
  type StocktakeData,
  type StocktakeItem,
  type SubmittedFact,
  stocktakeLimits,
  toDay,
  toPublicNumber,
} from '@vitrine/contract'
import { instant } from '../../base/clock.ts'
import { conflict, forbidden, invalid } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import { collectUpToBytes } from '../../db/batches.ts'
import { type IdempotentRequest, runIdempotently } from '../../db/idempotency.ts'
import type { Db, Tables, Tx } from '../../db/tables.ts'
import { type Actor, getAuthorName } from '../../http/access.ts'
import { finishJson } from '../../http/finish-text.ts'
import { countBytesInMemory, type FinishedAnswer } from '../../http/finished.ts'
import { readPlaceTree } from '../../items/places.ts'
import { readLabelledItemPages } from '../../items/reader.ts'
import { cachePerRevision } from '../../projections/index.ts'
import { byActor, recordAudit } from '../audit/index.ts'
import { addConditionChecks, type CheckToAdd } from '../conditions/index.ts'
import { itemStore, markChecked } from '../items/index.ts'
import { lockStocktake, readStocktake, readStocktakes } from './read-stocktakes.ts'
import { stocktakeStore } from './store.ts'

/** Opens and closes stocktakes, and stores the facts that phones send. */
export const stocktakeService = ({ db, clock }: Context) => {
  const store = stocktakeStore(db)
  const cachedData = cachePerRevision({
    db,
    revisionNames: ['items', 'places'],
    sizeOf: countBytesInMemory,
  })

  async function readFacts(actor: Actor, id: number, since: string): Promise<FactsPage> {
    const stocktake = await readStocktake(db, actor, id)
    const after = since === '' ? 0 : await store.lastNumber(id, since)
    if (since !== '' && after === 0)
      return { campaign: stocktake, facts: [], last: '', more: false, rejected: [] }
    const page = await collectUpToBytes(
      store.pageFactsAfter(id, after),
      stocktakeLimits.answeredBytes,
    )
    return {
      campaign: stocktake,
      facts: page.rows,
      last: page.rows.at(-1)?.id ?? since,
      more: page.more,
      rejected: [],
    }
  }

  return {
    list: (actor: Actor) => readStocktakes(db, actor),

    open: (
      actor: Actor,
      { name, members, scope }: NewStocktake,
      idempotentRequest: IdempotentRequest | null,
    ): Promise<Stocktake> =>
      runIdempotently(db, clock, idempotentRequest, async (tx) => {
        const txStore = stocktakeStore(tx)
        const { description, column, values } =
          'places' in scope ? await resolvePlaces(tx, scope.places) : resolveView(scope)
        const { id } = await txStore.add({
          name,
          scope: description,
          opened_at: instant(clock),
          opened_by: getAuthorName(actor),
          closed_at: null,
          closed_by: '',
        })
        if (members.length > 0) await txStore.addMembers(id, [...new Set(members)])
        await txStore.addExpected(id, column, values)
        const stocktake = await readStocktake(tx, actor, id)
        if (stocktake.expected === 0)
          throw conflict('There are no items in it. Please choose other places.')
        const details = { stocktake: id, expected: stocktake.expected }
        await recordAudit(tx, clock, { kind: 'stocktake-opened', ...byActor(actor), details })
        return stocktake
      }),

    async read(actor: Actor, id: number): Promise<FinishedAnswer> {
      const header = { campaign: await readStocktake(db, actor, id), me: getAuthorName(actor) }
      const name = `stocktake-${hash('sha256', JSON.stringify(header))}`
      return cachedData(name, async (revision) => {
        const places = [...(await readPlaceTree(db)).all]
        const data: StocktakeData = { ...header, places, items: await listStocktakeItems(db, id) }
        return finishJson(`${name}-${revision}`, data)
      })
    },

    facts: readFacts,

    /** Stores new facts, and returns all facts after `since`. */
    async send(
      actor: Actor,
      id: number,
      { since, facts }: { readonly since: string; readonly facts: readonly SubmittedFact[] },
    ): Promise<FactsPage> {
      if (facts.length === 0) return readFacts(actor, id, since)
      const rejected = await db.transaction().execute(async (tx) => {
        const stocktake = await lockStocktake(tx, actor, id)
        if (!stocktake.mayScan)
          throw forbidden('You do not take part in this stocktake. Please ask a root or an admin.')
        return addFacts(tx, { actor, stocktake, now: clock.now() }, facts)
      })
      return { ...(await readFacts(actor, id, since)), rejected }
    },

    close: (actor: Actor, id: number): Promise<Stocktake> =>
      db.transaction().execute(async (tx) => {
        const { closedAt, closedBy, expected, seen } = await lockStocktake(tx, actor, id)
        if (closedAt !== '') throw conflict(`This stocktake was closed by ${closedBy} already.`)
        await stocktakeStore(tx).setClosed(id, {
          closed_at: instant(clock),
          closed_by: getAuthorName(actor),
        })
        const details = { stocktake: id, expected, seen }
        await recordAudit(tx, clock, { kind: 'stocktake-closed', ...byActor(actor), details })
        return readStocktake(tx, actor, id)
      }),

    /** Facts that arrived while it was closed stay late until a manager counts them. */
    reopen: (actor: Actor, id: number): Promise<Stocktake> =>
      db.transaction().execute(async (tx) => {
        const { closedAt } = await lockStocktake(tx, actor, id)
        if (closedAt === '') throw conflict('This stocktake is already open.')
        await stocktakeStore(tx).setClosed(id, { closed_at: null, closed_by: '' })
        await recordAudit(tx, clock, {
          kind: 'stocktake-reopened',
          ...byActor(actor),
          details: { stocktake: id },
        })
        return readStocktake(tx, actor, id)
      }),
  }
}

export type StocktakeService = ReturnType<typeof stocktakeService>

/** The items in use, and the expected items that were archived or deleted since the opening. */
async function listStocktakeItems(db: Db, id: number): Promise<StocktakeItem[]> {
  const expected = new Map(
    (await stocktakeStore(db).listExpected(id)).map((row) => [row.item_id, row]),
  )
  const items: StocktakeItem[] = []

  for await (const rows of readLabelledItemPages(db)) {
    for (const row of rows) {
      const expectedRow = expected.get(row.id)
      expected.delete(row.id)
      const number = toPublicNumber(row.type, row.id)
      items.push({
        id: row.id,
        identifier: row.identifier,
        number: number === row.id ? undefined : number,
        name: row.name,
        picture: row.picture ?? '',
        placeId: (expectedRow ?? row).place_id,
        expected: expectedRow !== undefined,
      })
    }
  }

  for (const { item_id, place_id, identifier, name } of expected.values())
    items.push({ id: item_id, identifier, name, picture: '', placeId: place_id, expected: true })
  return items
}

/** What a stocktake expects: the items with one of the values in this column. */
interface ResolvedScope {
  /** The places or the view, in words. */
  readonly description: string
  readonly column: 'place_id' | 'id'
  readonly values: readonly number[]
}

async function resolvePlaces(tx: Tx, placeIds: readonly number[]): Promise<ResolvedScope> {
  const places = await readPlaceTree(tx)
  if (placeIds.some((id) => !places.get(id)))
    throw invalid('scope.places', 'One of these places does not exist.')

  const chosenIds = new Set(placeIds)
  const isInsideChosen = (id: number) =>
    places.ancestry(id).some((ancestor) => ancestor.id !== id && chosenIds.has(ancestor.id))
  const outermostIds = [...chosenIds].filter((id) => !isInsideChosen(id))
  return {
    description: outermostIds.map((id) => places.pathOf(id)).join(', '),
    column: 'place_id',
    values: outermostIds.flatMap((id) => places.below(id)),
  }
}

function resolveView({ view, itemIds }: ViewScope): ResolvedScope {
  return { description: `View ‘${view}’`, column: 'id', values: [...new Set(itemIds)] }
}

interface ViewScope {
  readonly view: string
  readonly itemIds: readonly number[]
}

interface ArrivalContext {
  readonly actor: Actor
  readonly stocktake: Stocktake
  readonly now: Date
}

/**
 * Ignores facts that are stored already, because phones resend what got no answer, and rejects ids
 * that belong to another stocktake. Of late facts, only conditions have an effect.
 */
async function addFacts(
  tx: Tx,
  context: ArrivalContext,
  sent: readonly SubmittedFact[],
): Promise<FactsPage['rejected']> {
  const { actor, stocktake, now } = context
  const store = stocktakeStore(tx)
  const facts = [...new Map(sent.map((fact) => [fact.id, fact])).values()]
  const stocktakeIdByFact = await store.findStocktakeIdsByFact(facts.map(({ id }) => id))
  const belongsElsewhere = ({ id }: SubmittedFact) => {
    const stocktakeId = stocktakeIdByFact.get(id)
    return stocktakeId !== undefined && stocktakeId !== stocktake.id
  }
  const rejected = facts
    .filter(belongsElsewhere)
    .map(({ id }) => ({ id, reason: 'It belongs to another stocktake.' }))
  const newFacts = facts.filter(({ id }) => !stocktakeIdByFact.has(id))
  if (newFacts.length === 0) return rejected

  const findScannedItem = await createScannedItemFinder(tx, newFacts)
  const checks = newFacts.flatMap(
    (fact) => toConditionCheck(actor, fact, findScannedItem(fact).item_id, now) ?? [],
  )
  const checkKeys = new Set(checks.map(({ key }) => key))
  const seenItemIds = newFacts
    .filter(({ kind }) => kind === 'seen')
    .map((fact) => findScannedItem(fact).item_id)
    .filter((itemId) => itemId !== null)
  const firstSeenIds = await listFirstSeen(tx, stocktake, new Set(seenItemIds))

  const lastNumber = await store.lastNumber(stocktake.id)
  const rows = newFacts.map((fact, index) => ({
    ...toFactRow(context, fact, checkKeys.has(fact.id)),
    ...findScannedItem(fact),
    number: lastNumber + index + 1,
  }))
  await store.addFacts(rows)

  const change = { actor, at: now.toISOString() }
  // Locks all items before the first write, because a write also locks a row that others wait for.
  const changedIds = new Set([...firstSeenIds, ...checks.map(({ itemId }) => itemId)])
  const items = await itemStore(tx).lockMany([...changedIds])
  const seenItems = firstSeenIds.flatMap((id) => items.get(id) ?? [])
  if (seenItems.length > 0) await markChecked(tx, seenItems, toDay(now), change)
  if (checks.length > 0) await addConditionChecks(tx, checks, change)
  return rejected
}

/** Which of these items are seen for the first time; none after the end of the stocktake. */
async function listFirstSeen(
  tx: Tx,
  { id, closedAt }: Stocktake,
  itemIds: ReadonlySet<number>,
): Promise<number[]> {
  if (closedAt !== '') return []
  const seenBefore = await stocktakeStore(tx).findSeenItems(id, [...itemIds])
  return [...itemIds].filter((itemId) => !seenBefore.has(itemId))
}

/** A condition that became a check is stored only there. */
function toFactRow(
  { actor, stocktake, now }: ArrivalContext,
  fact: SubmittedFact,
  isCheck: boolean,
) {
  return {
    id: fact.id,
    stocktake_id: stocktake.id,
    kind: fact.kind,
    place_id: fact.placeId,
    code: fact.code,
    condition: isCheck ? '' : fact.condition,
    remark: isCheck ? '' : fact.remark,
    photo: fact.photo ? 1 : 0,
    seen_at: fact.seenAt,
    received_at: now.toISOString(),
    late: stocktake.closedAt === '' ? 0 : 1,
    user_id: actor.userId,
    ...toScannerNames(actor, fact),
  } as const
}

/** The condition check that a fact reports, on the day of the scan; late facts report one, too. */
function toConditionCheck(
  actor: Actor,
  { id, kind, condition, remark, seenAt, by }: SubmittedFact,
  itemId: number | null,
  now: Date,
): CheckToAdd | undefined {
  if (kind !== 'condition' || condition === '' || itemId === null) return undefined
  // Phones with a wrong clock may have seen an item in the future.
  const seenMs = Math.min(Date.parse(seenAt), now.getTime())
  const isSender = by === '' || by === getAuthorName(actor)
  return {
    key: id,
    itemId,
    state: condition,
    remark,
    occasion: 'stocktake',
    day: toDay(new Date(seenMs)),
    author: isSender ? actor : { userId: null, firstName: by, lastName: '' },
    at: now.toISOString(),
  }
}

/** The phone names the scanner; the sender is the account of the session. */
function toScannerNames(
  actor: Actor,
  { by }: SubmittedFact,
): Pick<Tables['stocktake_fact'], 'user_name' | 'sent_by'> {
  const sender = getAuthorName(actor)
  if (by === '' || by === sender) return { user_name: sender, sent_by: '' }
  return { user_name: by, sent_by: sender }
}

type ScannedItem = Pick<Tables['stocktake_fact'], 'item_id' | 'noted_place_id'>

/**
 * Finds the item of each fact: the item that the phone names, or the current item for its code. A
 * dismissed code has none.
 */
async function createScannedItemFinder(
  tx: Tx,
  sent: readonly SubmittedFact[],
): Promise<(fact: SubmittedFact) => ScannedItem> {
  const store = stocktakeStore(tx)
  const facts = sent.filter(({ kind }) => kind !== 'dismissed')
  const toCode = (fact: SubmittedFact) =>
    fact.itemId === null ? parseCode(fact.code) : ({ kind: 'item', id: fact.itemId } as const)
  const codes = new Map(facts.map((fact) => [fact.id, toCode(fact)]))
  const ids = [...codes.values()].flatMap((code) => (code.kind === 'item' ? code.id : []))
  const keys = [...codes.values()].flatMap((code) =>
    code.kind === 'text' ? identifierKey(code.text) : [],
  )
  const byId = new Map((await store.findItems(ids)).map((item) => [item.id, item]))
  const byKey = Map.groupBy(
    keys.length > 0 ? await store.findItemsByKey(keys) : [],
    (item) => item.identifier_key,
  )
  // Looser spellings are only needed for codes that match no identifier exactly.
  const isComplete = keys.every((key) => byKey.has(key))
  const byNumber = Map.groupBy(isComplete ? [] : await store.listIdentifiers(), (item) =>
    parseTrailingNumber(item.identifier),
  )

  const findItem = (code: ScannedCode | undefined) => {
    if (code?.kind === 'item') return byId.get(code.id)
    if (code?.kind !== 'text') return undefined
    const matches =
      byKey.get(identifierKey(code.text)) ?? findByLooseIdentifier(code.text, byNumber)
    // An ambiguous code finds no item: two museums may use the same number.
    return matches.length === 1 ? matches[0] : undefined
  }
  return ({ id }) => {
    const item = findItem(codes.get(id))
    return { item_id: item?.id ?? null, noted_place_id: item?.place_id ?? null }
  }
}
