import { randomUUID } from 'node:crypto'
import {
  type Api,
  type Decision,
  decisions,
  decisionsFor,
  type HandlerInput,
  type HandlerOutput,
  type PlaceTree,
  placeArchivedMessage,
  type Stocktake,
  stocktakeLimits,
  type TaskFields,
  toDay,
} from '@vitrine/contract'
import { instant } from '../../base/clock.ts'
import { conflict, Failure } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import type { Tables, Tx } from '../../db/tables.ts'
import { type Actor, getAuthorName } from '../../http/access.ts'
import type { Item } from '../../items/item.ts'
import { commentService } from '../comments/index.ts'
import { setConditionTask } from '../conditions/index.ts'
import { itemStore, markChecked, undoImport } from '../items/index.ts'
import { moveItems } from '../places/index.ts'
import type { RawResult } from './differences.ts'
import { lockStocktake } from './read-stocktakes.ts'
import { readResults } from './result.ts'
import { stocktakeStore } from './store.ts'

type Input = HandlerInput<Api['stocktake']['decide']>['body']
type Outcome = HandlerOutput<Api['stocktake']['decide']>
type DecisionRow = Tables['stocktake_decision']

/** A context whose database is a transaction, so that services created from it write in it. */
type TxContext = Context & { readonly db: Tx }

/** A decision to carry out. */
interface DecisionOrder {
  readonly actor: Actor
  readonly stocktake: Stocktake
  readonly chosen: readonly RawResult[]
  readonly places: PlaceTree
  readonly task: TaskFields
  readonly at: string
}

/** Columns to record for a difference, or the reason why it was left undecided. */
type Effect =
  | Partial<Pick<DecisionRow, 'import_id' | 'comment_id' | 'checked_before'>>
  | { readonly reason: string }
type Effects = ReadonlyMap<RawResult, Effect>

const recordOnly = async (_: TxContext, { chosen }: DecisionOrder): Promise<Effects> =>
  new Map(chosen.map((result) => [result, {}]))

const effectsByDecision: Record<
  Decision,
  (context: TxContext, order: DecisionOrder) => Promise<Effects>
> = {
  moved: acceptMovements,
  task: makeTasks,
  later: recordOnly,
  dismissed: recordOnly,
  counted: countLateFacts,
}

/**
 * Decides many differences at once, and undoes decisions. Each call is one transaction that locks
 * the stocktake.
 */
export const decisionService = (context: Context) => {
  const inTransaction = <T>(work: (context: TxContext) => Promise<T>): Promise<T> =>
    context.db.transaction().execute((tx) => work({ ...context, db: tx }))

  return {
    decide: (actor: Actor, id: number, { keys, decision, task = {} }: Input): Promise<Outcome> =>
      inTransaction(async (txContext) => {
        const stocktake = await lockStocktake(txContext.db, actor, id)
        const current = await readResults(txContext, id)
        const { chosen, undecided } = selectResults(current, keys, decision)
        const maxChosen = stocktakeLimits.decided[decision]
        if (chosen.length > maxChosen)
          throw conflict(
            `Please choose at most ${maxChosen} at once for ‘${decisions[decision].action}’.`,
          )

        const batch = randomUUID()
        // One instant for all, by which lists of changes recognise what the decision checked.
        const at = instant(txContext.clock)
        const rows: DecisionRow[] = []
        const effects = await effectsByDecision[decision](txContext, {
          actor,
          stocktake,
          chosen,
          places: current.places,
          task,
          at,
        })
        for (const [{ key }, effect] of effects) {
          if ('reason' in effect) {
            undecided.push({ key, reason: effect.reason })
            continue
          }
          const common = createDecisionRow(actor, id, at)
          rows.push({ ...common, difference: key, decision, batch, ...effect })
        }
        await stocktakeStore(txContext.db).addDecisions(rows)
        return { batch, decided: rows.length, left: undecided }
      }),

    undo: (actor: Actor, id: number, batch: string): Promise<{ undone: number }> =>
      inTransaction(async (txContext) => {
        await lockStocktake(txContext.db, actor, id)
        const store = stocktakeStore(txContext.db)
        const rows = (await store.listDecisions(id)).filter((row) => row.batch === batch)
        await store.removeDecisions(id, batch)
        await moveBack(txContext, actor, rows)
        await restoreCheckedDays(txContext, actor, id, rows)
        await deleteTasks(txContext, rows)
        return { undone: rows.length }
      }),
  }
}

export type DecisionService = ReturnType<typeof decisionService>

/** Selects the results that can be decided so; `undecided` has the other keys with the reason. */
function selectResults(
  { results, decisions: decided }: Awaited<ReturnType<typeof readResults>>,
  keys: readonly string[],
  decision: Decision,
): { chosen: RawResult[]; undecided: Outcome['left'] } {
  const resultsByKey = new Map(results.map((result) => [result.key, result]))
  const undecided: Outcome['left'] = []
  const chosen: RawResult[] = []
  for (const key of new Set(keys)) {
    const result = resultsByKey.get(key)
    const reason = findReasonAgainst(result, decision, decided.has(key))
    if (result && !reason) chosen.push(result)
    else undecided.push({ key, reason })
  }
  return { chosen, undecided }
}

function findReasonAgainst(
  result: RawResult | undefined,
  decision: Decision,
  isDecided: boolean,
): string {
  if (!result) return 'It is no longer a difference.'
  if (isDecided) return 'It has already been decided.'
  return decisionsFor[result.kind].includes(decision)
    ? ''
    : 'This decision is not possible here. Please choose another.'
}

const createDecisionRow = (actor: Actor, id: number, at: string) => ({
  stocktake_id: id,
  user_name: getAuthorName(actor),
  at,
  import_id: null,
  comment_id: null,
  checked_before: '',
})

const listItemIds = (results: readonly RawResult[]): number[] =>
  results.flatMap(({ itemId }) => itemId ?? [])

const missingItem = { reason: 'The item no longer exists.' }

async function makeTasks(
  context: TxContext,
  { actor, stocktake, chosen, places, task }: DecisionOrder,
): Promise<Effects> {
  const items = await itemStore(context.db).lockMany(listItemIds(chosen))
  const comments = commentService(context.db, context.clock)
  const texts = await stocktakeStore(context.db).findFactTexts(
    chosen.flatMap(({ fact }) => fact?.id ?? []),
  )
  const effects = new Map<RawResult, Effect>()
  for (const result of chosen) {
    const item = items.get(result.itemId ?? 0)
    if (!item) {
      effects.set(result, missingItem)
      continue
    }
    const remark = texts.get(result.fact?.id ?? '')?.remark ?? ''
    const comment = {
      itemId: item.id,
      comment: formatTaskText(stocktake.name, { ...result, remark }, places),
      task,
    }
    const { id } = await comments.add(actor, comment, null)
    if (result.kind === 'condition') await setConditionTask(context.db, result.fact?.id ?? '', id)
    effects.set(result, { comment_id: id })
  }
  return effects
}

type ResultWithRemark = RawResult & { readonly remark: string }

function formatTaskText(
  name: string,
  result: ResultWithRemark,
  places: Pick<PlaceTree, 'pathOf'>,
): string {
  const { kind, fact, expectedAt, remark } = result
  const expected = expectedAt === null ? '' : ` Expected in: ${places.pathOf(expectedAt)}.`
  if (kind === 'missing') return `Stocktake ‘${name}’: not found.${expected}`
  if (kind === 'condition')
    return [`Stocktake ‘${name}’: condition ${fact?.condition}.`, remark].filter(Boolean).join('\n')
  return `Stocktake ‘${name}’: seen in ${places.pathOf(fact?.placeId ?? 0) || 'no place'}.${expected}`
}

async function acceptMovements(
  context: TxContext,
  { actor, chosen, places }: DecisionOrder,
): Promise<Effects> {
  // Locks all items before the first write, because a write also locks rows that other writers wait
  // for.
  const items = await itemStore(context.db).lockMany(listItemIds(chosen))
  const effects = new Map<RawResult, Effect>()
  const groups = Map.groupBy(
    chosen,
    ({ fact, itemId }) => `${fact?.placeId} ${items.get(itemId ?? 0)?.type}`,
  )
  for (const group of groups.values()) {
    const to = group[0]?.fact?.placeId ?? null
    const movable = group.filter((result) => {
      const reason = findReasonAgainstMove(items.get(result.itemId ?? 0), to, places)
      if (reason) effects.set(result, { reason })
      return !reason
    })
    if (movable.length === 0) continue
    const order = { ids: listItemIds(movable), to, reason: 'stocktake' } as const
    const { left, importIds } = await moveItems(context, actor, {
      ...order,
      backOn: '',
      remark: '',
      dryRun: false,
    })
    const reasons = new Map(left.map(({ identifier, reason }) => [identifier, reason]))
    for (const result of movable) {
      const reason = reasons.get(items.get(result.itemId ?? 0)?.state.identifier ?? '')
      effects.set(result, reason === undefined ? { import_id: importIds[0] ?? null } : { reason })
    }
  }
  return effects
}

function findReasonAgainstMove(
  item: Item | undefined,
  to: number | null,
  places: DecisionOrder['places'],
): string {
  if (!item) return missingItem.reason
  if (to === null) return 'It was seen without a place. Please move it on its page.'
  const place = places.get(to)
  if (!place) return 'There is no such place.'
  return place.archived && item.state.placeId !== to ? placeArchivedMessage(place) : ''
}

/**
 * Sets 'Last checked' of items that were not seen before the end to the day on which the late fact
 * arrived, unless it is as recent already.
 */
async function countLateFacts(
  context: TxContext,
  { actor, stocktake, chosen, at }: DecisionOrder,
): Promise<Effects> {
  const effects = new Map<RawResult, Effect>(chosen.map((result) => [result, {}]))
  const sightings = chosen.filter(({ fact, itemId }) => fact?.kind === 'seen' && itemId !== null)
  // Reversed, so that the first sighting of each item wins.
  const firstByItem = new Map(sightings.toReversed().map((result) => [result.itemId ?? 0, result]))
  const seen = await stocktakeStore(context.db).findSeenItems(stocktake.id, [...firstByItem.keys()])
  const unseen = [...firstByItem].filter(([itemId]) => !seen.has(itemId))
  const items = await itemStore(context.db).lockMany(unseen.map(([itemId]) => itemId))
  const days = await itemStore(context.db).readCheckedDays([...items.keys()])
  const checked: CheckedItem[] = []
  for (const [itemId, result] of unseen) {
    const item = items.get(itemId)
    const before = days.get(itemId)
    const day = toDay(new Date(result.fact?.receivedAt ?? ''))
    if (!item || before === undefined || before >= day) continue
    checked.push({ item, day })
    effects.set(result, { checked_before: before })
  }
  await setCheckedDays(context, { actor, at }, checked)
  return effects
}

interface CheckedItem {
  readonly item: Item
  readonly day: string
}

async function setCheckedDays(
  { db }: TxContext,
  change: { readonly actor: Actor; readonly at: string },
  checked: readonly CheckedItem[],
): Promise<void> {
  for (const [day, checkedItems] of Map.groupBy(checked, (item) => item.day)) {
    const items = checkedItems.map(({ item }) => item)
    await markChecked(db, items, day, change)
  }
}

/** Moves back the items of accepted movements, except items changed since. */
async function moveBack(
  context: TxContext,
  actor: Actor,
  rows: readonly DecisionRow[],
): Promise<void> {
  const moved = rows.filter(({ import_id }) => import_id !== null)
  await itemStore(context.db).lockMany(moved.map(({ difference }) => parseItemId(difference)))
  for (const importId of new Set(moved.map(({ import_id }) => import_id ?? 0)))
    await undoImport(context, actor, importId).catch(ignoreIfUndone)
}

/** The item's id in the key of a difference: 101 for 'elsewhere 101'. */
const parseItemId = (difference: string): number => Number(difference.split(' ')[1])

async function deleteTasks({ db, clock }: TxContext, rows: readonly DecisionRow[]): Promise<void> {
  const commentIds = rows.flatMap(({ comment_id }) => comment_id ?? [])
  if (commentIds.length > 0) await commentService(db, clock).removeMany(commentIds)
}

/** Ignores the failures of a movement that was undone before. */
function ignoreIfUndone(error: unknown): void {
  if (!(error instanceof Failure) || !['missing', 'conflict'].includes(error.code)) throw error
}

/** Restores 'Last checked' where counting a late fact has set it, unless it was set again since. */
async function restoreCheckedDays(
  context: TxContext,
  actor: Actor,
  id: number,
  rows: readonly DecisionRow[],
): Promise<void> {
  const { db } = context
  const checked = rows.filter(({ checked_before }) => checked_before !== '')
  if (checked.length === 0) return
  const facts = new Map(
    (await stocktakeStore(db).listBriefFacts(id)).map((fact) => [`late ${fact.id}`, fact]),
  )
  const itemIds = checked.flatMap(({ difference }) => facts.get(difference)?.itemId ?? [])
  const seen = await stocktakeStore(db).findSeenItems(id, itemIds)
  const items = await itemStore(db).lockMany(itemIds)
  const days = await itemStore(db).readCheckedDays(itemIds)
  const restored: CheckedItem[] = []
  for (const { difference, checked_before } of checked) {
    const fact = facts.get(difference)
    const item = items.get(fact?.itemId ?? 0)
    if (!fact || !item || seen.has(item.id)) continue
    const hasDayOfFact = days.get(item.id) === toDay(new Date(fact.receivedAt))
    if (hasDayOfFact) restored.push({ item, day: checked_before })
  }
  await setCheckedDays(context, { actor, at: instant(context.clock) }, restored)
}
