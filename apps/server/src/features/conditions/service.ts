import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type ChangeKind,
  type ConditionCheck,
  type ConditionConflict,
  type ConditionState,
  type ConditionToSave,
  conditionFields,
  conditionLimits,
  conditionNames,
  formatLongDay,
  type NewCondition,
  type RemovedCondition,
  retentionDays,
  type TaskFields,
  toDay,
} from '@vitrine/contract'
import { type Clock, deletedRetentionMs, instant } from '../../base/clock.ts'
import { conflict, Failure, fail, forbidden, invalid, notFound } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import { type IdempotentRequest, runIdempotently } from '../../db/idempotency.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { Actor } from '../../http/access.ts'
import type { Upload } from '../../http/upload.ts'
import { purgeItemRecords } from '../../items/item-records.ts'
import { updateProjections } from '../../projections/index.ts'
import { commentService } from '../comments/index.ts'
import { type ChangeContext, fieldHistory, type RevertContext } from '../history/index.ts'
import { itemNotFound, itemReader, itemStore, markChecked, shortMediaName } from '../items/index.ts'
import { mediaUploadService } from '../media/index.ts'
import { type CheckToAdd, type ConditionRow, conditionStore } from './store.ts'
import { mayEditCheck, toConditionCheck, toConditionState, toRecordLink } from './view.ts'

const history = fieldHistory('condition', conditionFields)

/**
 * Adds checks that do not exist yet, by their keys, and sets when their items were last checked.
 * Checks of items that no longer exist are skipped.
 */
export async function addConditionChecks(
  tx: Tx,
  checks: readonly CheckToAdd[],
  context: ChangeContext,
): Promise<void> {
  // Locks all items before the first write, because a write also locks a row that others wait for.
  const items = await itemStore(tx).lockMany([...new Set(checks.map(({ itemId }) => itemId))])
  const checkedDays = await itemStore(tx).readCheckedDays([...items.keys()])
  const addedIds: number[] = []
  for (const check of checks) {
    const item = items.get(check.itemId)
    const id = item && (await conditionStore(tx).add(check))
    if (!item || id === undefined) continue
    addedIds.push(id)
    const lastCheckedDay = checkedDays.get(item.id) ?? ''
    if (check.day <= lastCheckedDay) continue
    checkedDays.set(item.id, check.day)
    await markChecked(tx, [item], check.day, context)
  }
  await updateProjections(tx, 'condition', addedIds)
}

/** Stores which comment is the task of a check. Does nothing if no check has this key. */
export const setConditionTask = (tx: Db, key: string, commentId: number) =>
  conditionStore(tx).setColumns(key, { task_id: commentId })

export const conditionService = ({ db, clock, get }: Context) => {
  const createContext = (actor: Actor): RevertContext => ({ actor, at: instant(clock) })
  const toCheck = (actor: Actor, row: ConditionRow): ConditionCheck =>
    toConditionCheck(row, mayEditCheck(actor, row, clock))

  /** Locks a check by its item, so that all writes to the item's checks run one by one. */
  async function lockCheck(tx: Tx, id: number): Promise<ConditionRow> {
    const { item_id } = (await conditionStore(tx).find('id', id)) ?? fail(noSuchCheck())
    await itemStore(tx).lockVersions([item_id])
    return (await conditionStore(tx).find('id', id)) ?? fail(noSuchCheck())
  }

  /** Locks a check; fails if the actor may not change it. */
  async function lockToEdit(tx: Tx, actor: Actor, id: number): Promise<ConditionRow> {
    const row = await lockCheck(tx, id)
    if (mayEditCheck(actor, row, clock)) return row
    throw forbidden(
      'Authors can change a check for a day, root and admin always. You can add a new check.',
    )
  }

  /** The single write path of existing checks: row, projections and history in one transaction. */
  const changeCheck = (
    context: RevertContext,
    id: number,
    kind: ChangeKind,
    computeState: (
      state: ConditionState,
      row: ConditionRow,
    ) => ConditionState | Promise<ConditionState>,
  ): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const row = requirePresent(await lockToEdit(tx, context.actor, id))
      const before = toConditionState(row)
      const after = await computeState(before, row)
      rejectFutureDay(after.day, clock)
      if (!isDeepStrictEqual(before, after)) await writeState(tx, { row, kind, after, context })
    })

  const findPresent = async (id: number) => requirePresent(await conditionStore(db).find('id', id))

  async function createEditConflict(actor: Actor, row: ConditionRow): Promise<Failure> {
    const latest = await history.changes(db).findLatest(row.id)
    return new Failure(
      'conflict',
      'This check was changed since you opened it. Compare the two, then save again to replace it.',
      {
        current: toCheck(actor, row),
        changedBy: latest?.user_name ?? '',
        changedAt: latest?.at ?? row.created_at,
      } satisfies ConditionConflict,
    )
  }

  return {
    async ofItem(actor: Actor, itemId: number) {
      await itemReader({ db }).requireExisting(itemId)
      const since = instant(clock, -deletedRetentionMs)
      const checks: ConditionCheck[] = []
      const removed: RemovedCondition[] = []
      for (const row of await conditionStore(db).listForItem(itemId, since)) {
        const check = toCheck(actor, row)
        if (row.deleted_at === null) checks.push(check)
        else removed.push({ ...check, removed: row.deleted_at })
      }
      return { checks, removed }
    },

    add: (
      actor: Actor,
      { itemId, key = randomUUID(), day = toDay(clock.now()), ...fields }: NewCondition,
      idempotentRequest: IdempotentRequest | null,
    ): Promise<{ id: number }> =>
      runIdempotently(db, clock, idempotentRequest, async (tx) => {
        rejectFutureDay(day, clock)
        const item = (await itemStore(tx).lock(itemId)) ?? fail(itemNotFound())
        if (item.state.archived)
          throw conflict('This item is archived. Restore it first, then check its condition.')
        const context = createContext(actor)
        const check = { ...fields, day, key, itemId, author: actor, at: context.at }
        await addConditionChecks(tx, [check], context)
        const added = requirePresent(await conditionStore(tx).find('key', key))
        if (added.item_id !== itemId) throw checkOfOtherItem()
        return { id: added.id }
      }),

    async addPhoto(
      actor: Actor,
      { itemId, key }: { readonly itemId: number; readonly key: string },
      upload: Upload,
    ): Promise<{ name: string }> {
      // Checked before the upload is processed, which takes seconds.
      await itemReader({ db }).requireExisting(itemId)
      const media = await get(mediaUploadService).storePicture(upload)
      const name = shortMediaName(media.content)
      await db.transaction().execute(async (tx) => {
        if (!(await itemStore(tx).lock(itemId))) throw itemNotFound()
        const store = conditionStore(tx)
        const check = await store.find('key', key)
        if (check && check.item_id !== itemId) throw checkOfOtherItem()
        const photos = await store.listPhotos([key])
        // Phones resend a photo if they got no answer; if it was removed since, it stays removed.
        if (photos.some((photo) => photo.name === media.content)) return
        if (photos.length >= conditionLimits.photos)
          throw conflict(`A check can have at most ${conditionLimits.photos} photos.`)
        await store.addPhoto({ item_id: itemId, check_key: key, media_id: media.id })
        if (!check) return
        const before = toConditionState(check)
        const after = { ...before, photos: [...before.photos, name] }
        const context = createContext(actor)
        await writeState(tx, { row: check, kind: 'picture', after, context })
      })
      return { name }
    },

    edit: (actor: Actor, { id, version, photos, ...fields }: ConditionToSave): Promise<void> =>
      changeCheck(createContext(actor), id, 'changed', async (state, row) => {
        if (version !== row.version) throw await createEditConflict(actor, row)
        // A client that sends no list of photos leaves them as they are.
        const keptPhotos = state.photos.filter((name) => photos?.includes(name) ?? true)
        return { ...fields, photos: keptPhotos }
      }),

    setRemoved: (actor: Actor, id: number, removed: boolean): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const { key, deleted_at } = await lockToEdit(tx, actor, id)
        if (removed === (deleted_at !== null)) return
        if (deleted_at !== null && deleted_at < instant(clock, -deletedRetentionMs))
          throw conflict(
            `This check was removed over ${retentionDays} days ago and can’t be restored. Please add it again.`,
          )
        await conditionStore(tx).setColumns(key, { deleted_at: removed ? instant(clock) : null })
        await updateProjections(tx, 'condition', [id])
      }),

    makeTask: (
      actor: Actor,
      { id, task }: { readonly id: number; readonly task: TaskFields },
      idempotentRequest: IdempotentRequest | null,
    ): Promise<{ commentId: number }> =>
      runIdempotently(db, clock, idempotentRequest, async (tx) => {
        const row = requirePresent(await lockCheck(tx, id))
        if (row.task_id !== null)
          throw conflict('A task was already made from this check. It is among the comments.')
        const comment = { itemId: row.item_id, comment: formatTask(row), task }
        const added = await commentService(tx, clock).add(actor, comment, null)
        await setConditionTask(tx, row.key, added.id)
        return { commentId: added.id }
      }),

    history: history.kind({
      readCurrent: async (id) => toConditionState(await findPresent(id)),
      describe: async (id) => toRecordLink(await findPresent(id)),
      write: changeCheck,
      reservedFields: async (actor, id) =>
        mayEditCheck(actor, await findPresent(id), clock) ? [] : Object.keys(conditionFields),
    }),
  }
}

/** Purges removed checks past their retention; returns how many. */
export const purgeConditions = (tx: Tx, clock: Clock): Promise<number> =>
  purgeItemRecords(tx, 'condition', instant(clock, -deletedRetentionMs))

interface StateChange {
  readonly row: ConditionRow
  readonly kind: ChangeKind
  readonly after: ConditionState
  readonly context: ChangeContext
}

async function writeState(tx: Tx, { row, kind, after, context }: StateChange): Promise<void> {
  await conditionStore(tx).update(row, after)
  await updateProjections(tx, 'condition', [row.id])
  const change = { subjectId: row.id, kind, before: toConditionState(row), after }
  await history.changes(tx).record([change], context)
}

const noSuchCheck = () => notFound('This condition check does not exist. It may have been removed.')

const checkOfOtherItem = () => conflict('This check belongs to another item. Please add a new one.')

const requirePresent = (row: ConditionRow | undefined): ConditionRow =>
  row?.deleted_at === null ? row : fail(noSuchCheck())

function rejectFutureDay(day: string, clock: Clock): void {
  if (day > toDay(clock.now()))
    throw invalid('day', 'A condition can’t have been checked on a future date.')
}

const formatTask = ({ day, state, remark }: ConditionRow): string =>
  [`Condition on ${formatLongDay(day, 'en')}: ${conditionNames[state]}.`, remark]
    .filter(Boolean)
    .join('\n')
