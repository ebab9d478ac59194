import { randomUUID } from 'node:crypto'
import {
  type Api,
  type Decision,
  decisionsFor,
  type HandlerInput,
  type HandlerOutput,
  type PlaceTree,
} from '@vitrine/contract'
import { instant } from '../../base/clock.ts'
import { conflict, Failure } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import { type Actor, nameOf } from '../../http/access.ts'
import { commentService } from '../comments/index.ts'
import { undoImport } from '../inventory/index.ts'
import { placesOf } from '../places/index.ts'
import { readCampaign } from './campaigns.ts'
import type { Result } from './differences.ts'
import { readResults } from './result.ts'
import { stocktakeStore } from './store.ts'

/** Each makes a comment of its own. */
const maxTasks = 200

type DecideInput = HandlerInput<Api['stocktake']['decide']>['body']
type Outcome = HandlerOutput<Api['stocktake']['decide']>

/** Decides about differences, many at once, and undoes it. */
export const decisionService = (context: Context) => {
  const { db, clock, get } = context
  const store = stocktakeStore(db)
  const comments = commentService(db, clock)

  return {
    async decide(actor: Actor, id: number, { keys, decision, task: fields = {} }: DecideInput): Promise<Outcome> {
      const campaign = await readCampaign(db, actor, id)
      const { results, decisions, items, places, types } = await readResults(context, id)
      const known = new Map(results.map((one) => [one.key, one]))
      const left: Outcome['left'] = []
      const leave = (some: readonly Result[], reason: string) => left.push(...some.map(({ key }) => ({ key, reason })))
      const chosen = [...new Set(keys)].flatMap((key) => {
        const one = known.get(key)
        const reason = reasonAgainst(one, decision, decisions.has(key))
        if (reason) left.push({ key, reason })
        return one && !reason ? [one] : []
      })
      if (decision === 'task' && chosen.length > maxTasks)
        throw conflict(`Please make at most ${maxTasks} tasks at once.`)

      const batch = randomUUID()
      const record = (some: readonly Result[], by: { import_id?: number | null; comment_id?: number } = {}) =>
        store.decide(
          some.map(({ key }) => ({
            stocktake_id: id,
            difference: key,
            decision,
            batch,
            user_name: nameOf(actor),
            at: instant(clock),
            import_id: null,
            comment_id: null,
            checked_before: '',
            ...by,
          })),
        )
      const orLeave = async (some: readonly Result[], work: () => Promise<void>) => {
        try {
          await work()
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          leave(some, error.message)
        }
      }
      const ways: Record<Decision, () => Promise<void>> = {
        later: () => record(chosen),
        dismissed: () => record(chosen),
        counted: () => record(chosen),
        async task() {
          for (const one of chosen) {
            const task = { itemId: one.itemId ?? 0, comment: taskText(campaign.name, one, places), task: fields }
            await orLeave([one], async () => record([one], { comment_id: (await comments.add(actor, task, null)).id }))
          }
        },
        async moved() {
          const groups = Map.groupBy(chosen, ({ fact, itemId }) => `${fact?.placeId} ${types.get(itemId ?? 0)}`)
          for (const group of groups.values())
            await orLeave(group, async () => {
              const to = group[0]?.fact?.placeId ?? null
              if (to === null) throw conflict('It was seen without a place.')
              const ids = group.flatMap(({ itemId }) => itemId ?? [])
              const moved = await get(placesOf).move(actor, { ids, to, reason: 'stocktake', backOn: '' })
              const reasons = new Map(moved.left.map(({ identifier, reason }) => [identifier, reason]))
              const reasonFor = ({ itemId }: Result) => reasons.get(items.get(itemId ?? 0)?.identifier ?? '')
              for (const one of group) if (reasonFor(one)) leave([one], reasonFor(one) ?? '')
              const done = group.filter((one) => !reasonFor(one))
              await record(done, { import_id: moved.importIds[0] ?? null })
            })
        },
      }
      await ways[decision]()
      const failed = new Set(left.map(({ key }) => key))
      return { batch, decided: chosen.filter(({ key }) => !failed.has(key)).length, left }
    },

    async undo(actor: Actor, id: number, batch: string): Promise<{ undone: number }> {
      await readCampaign(db, actor, id)
      const rows = (await store.decisions(id)).filter((row) => row.batch === batch)
      for (const importId of new Set(rows.flatMap(({ import_id }) => import_id ?? [])))
        await undoImport(context, actor, importId).catch(ignoreUndone)
      for (const { comment_id } of rows) if (comment_id !== null) await comments.remove(comment_id).catch(ignoreUndone)
      await store.undecide(id, batch)
      return { undone: rows.length }
    },
  }
}

export type DecisionService = ReturnType<typeof decisionService>

function reasonAgainst(one: Result | undefined, decision: Decision, isDecided: boolean): string {
  if (!one) return 'It is no difference any more.'
  if (isDecided) return 'It was decided already.'
  return decisionsFor[one.kind].includes(decision) ? '' : 'This can’t be decided about it.'
}

/** What was undone or deleted by another way is undone. */
function ignoreUndone(error: unknown): void {
  if (!(error instanceof Failure) || !['missing', 'conflict'].includes(error.code)) throw error
}

function taskText(name: string, { kind, fact, expectedAt }: Result, places: Pick<PlaceTree, 'pathOf'>): string {
  const expected = expectedAt === null ? '' : ` Expected in: ${places.pathOf(expectedAt)}.`
  if (kind === 'missing') return `Stocktake ‘${name}’: not found.${expected}`
  if (kind === 'condition')
    return [`Stocktake ‘${name}’: condition ${fact?.condition}.`, fact?.remark].filter(Boolean).join('\n')
  return `Stocktake ‘${name}’: seen in ${places.pathOf(fact?.placeId ?? 0) || 'no place'}.${expected}`
}
