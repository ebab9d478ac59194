import { randomUUID } from 'node:crypto'
import {
  type Api,
  type Decision,
  type Difference,
  decisionsFor,
  differencesOf,
  type Fact,
  type HandlerOutput,
  isWithin,
  type PlaceTree,
} from '@vitrine/contract'
import { instant } from '../../base/clock.ts'
import { conflict, Failure } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import { readPlaces } from '../../db/places.ts'
import { type Actor, nameOf } from '../../http/access.ts'
import { commentService } from '../comments/index.ts'
import { undoImport } from '../inventory/index.ts'
import { placesOf } from '../places/index.ts'
import { expectOpen } from './service.ts'
import { stocktakeStore } from './store.ts'
import { toFact } from './view.ts'

/** Each makes a comment of its own. */
const maxTasks = 200

const changed = 'It is no difference any more.'
const decidedAlready = 'It was decided already.'
const notThis = 'This can’t be decided about it.'

interface KnownItem {
  readonly identifier: string
  readonly name: string
}

/** What a stocktake leaves to decide, with what is needed to name it. */
export async function readDifferences({ db }: Pick<Context, 'db'>, id: number) {
  const store = stocktakeStore(db)
  const [expected, places] = [await store.expected(id), await readPlaces(db)]
  const facts = (await store.facts(id, 0, Number.MAX_SAFE_INTEGER)).map(toFact)
  const now = await store.itemsOf([...new Set(facts.flatMap(({ itemId }) => itemId ?? []))])
  const expectedPlaces = new Map(expected.map(({ item_id, place_id }) => [item_id, place_id]))
  return {
    ...{ facts, places, types: new Map(now.map((item) => [item.id, item.type])) },
    // As they were called at the opening.
    items: new Map<number, KnownItem>([
      ...now.map((item) => [item.id, item] as const),
      ...expected.map((row) => [row.item_id, row] as const),
    ]),
    differences: differencesOf(expectedPlaces, facts, isWithin(places)),
    decisions: await store.decisions(id),
  }
}

type Outcome = HandlerOutput<Api['stocktake']['decide']>

/** Decides about differences, many at once, and undoes it. */
export const decisionService = (context: Context) => {
  const { db, clock, get } = context
  const store = stocktakeStore(db)
  const comments = commentService(db, clock)

  return {
    async decide(actor: Actor, id: number, keys: readonly string[], decision: Decision): Promise<Outcome> {
      const campaign = expectOpen(await store.find(id))
      const result = await readDifferences(context, id)
      const known = new Map(result.differences.map((one) => [one.key, one]))
      const decided = new Set(result.decisions.map(({ difference }) => difference))
      const left: Outcome['left'] = []
      const chosen = [...new Set(keys)].flatMap((key) => {
        const one = known.get(key)
        const reason = !one
          ? changed
          : decided.has(key)
            ? decidedAlready
            : !decisionsFor[one.kind].includes(decision) && notThis
        if (reason) left.push({ key, reason })
        return one && !reason ? [one] : []
      })
      if (decision === 'task' && chosen.length > maxTasks)
        throw conflict(`Please make at most ${maxTasks} tasks at once.`)

      const batch = randomUUID()
      const record = (made: readonly Difference<Fact>[], by: { importId?: number | null; commentId?: number } = {}) =>
        store.decide(
          made.map(({ key }) => ({
            ...{ stocktake_id: id, difference: key, decision, batch, user_name: nameOf(actor), at: instant(clock) },
            ...{ import_id: by.importId ?? null, comment_id: by.commentId ?? null },
          })),
        )
      if (decision === 'later') await record(chosen)
      if (decision === 'task')
        for (const one of chosen) {
          const comment = taskText(campaign.name, one, result.places)
          const task = { itemId: one.itemId ?? 0, comment, task: {} }
          try {
            await record([one], { commentId: (await comments.add(actor, task, null)).id })
          } catch (error) {
            left.push({ key: one.key, reason: reasonOf(error) })
          }
        }
      if (decision === 'moved') {
        const groups = Map.groupBy(chosen, ({ fact, itemId }) => `${fact?.placeId} ${result.types.get(itemId ?? 0)}`)
        for (const group of groups.values()) {
          const to = group[0]?.fact?.placeId ?? null
          try {
            if (to === null) throw conflict('It was seen without a place.')
            const ids = group.flatMap(({ itemId }) => itemId ?? [])
            const moved = await get(placesOf).move(actor, { ids, to, reason: 'stocktake', backOn: '' })
            const reasons = new Map(moved.left.map(({ identifier, reason }) => [identifier, reason]))
            const reasonFor = ({ itemId }: Difference<Fact>) =>
              reasons.get(result.items.get(itemId ?? 0)?.identifier ?? '')
            for (const one of group)
              left.push(...[reasonFor(one) ?? []].flat().map((reason) => ({ key: one.key, reason })))
            await record(
              group.filter((one) => !reasonFor(one)),
              { importId: moved.importIds[0] ?? null },
            )
          } catch (error) {
            left.push(...group.map(({ key }) => ({ key, reason: reasonOf(error) })))
          }
        }
      }
      const failed = new Set(left.map(({ key }) => key))
      return { batch, decided: chosen.filter(({ key }) => !failed.has(key)).length, left }
    },

    async undo(actor: Actor, id: number, batch: string): Promise<{ undone: number }> {
      expectOpen(await store.find(id))
      const rows = (await store.decisions(id)).filter((row) => row.batch === batch)
      for (const importId of new Set(rows.flatMap(({ import_id }) => import_id ?? [])))
        await undoImport(context, actor, importId).catch(ignoreUndone)
      for (const { comment_id } of rows) if (comment_id !== null) await comments.remove(comment_id).catch(ignoreUndone)
      await store.undecide(id, batch)
      return { undone: rows.length }
    },

    async decisions(id: number) {
      const rows = await store.decisions(id)
      return rows.map(({ difference, decision, user_name, at }) => ({ key: difference, decision, by: user_name, at }))
    },
  }
}

export type DecisionService = ReturnType<typeof decisionService>

/** The sentence of an expected failure; anything else is a fault. */
function reasonOf(error: unknown): string {
  if (error instanceof Failure) return error.message
  throw error
}

/** What was undone or deleted by another way is undone. */
function ignoreUndone(error: unknown): void {
  if (!(error instanceof Failure) || !['missing', 'conflict'].includes(error.code)) throw error
}

function taskText(name: string, difference: Difference<Fact>, places: Pick<PlaceTree, 'pathOf'>): string {
  const { kind, fact, expectedAt } = difference
  const expected = expectedAt === null ? '' : ` Expected in: ${places.pathOf(expectedAt)}.`
  if (kind === 'missing') return `Stocktake ‘${name}’: not found.${expected}`
  if (kind === 'condition')
    return [`Stocktake ‘${name}’: condition ${fact?.condition}.`, fact?.remark].filter(Boolean).join('\n')
  return `Stocktake ‘${name}’: seen in ${places.pathOf(fact?.placeId ?? 0) || 'no place'}.${expected}`
}
