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
  type PhotoSize,
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
import { updateProjections } from '../../projections/index.ts'
import { commentService } from '../comments/index.ts'
import { type ChangeContext, fieldHistory, type RevertContext } from '../history/index.ts'
import { itemNotFound, itemReader, itemStore, markChecked, shortMediaName } from '../items/index.ts'
import { mediaReader, mediaUploadService } from '../media/index.ts'
import { type CheckToAdd, type ConditionRow, conditionStore } from './store.ts'
import { mayEditCheck, toConditionCheck, toConditionState } from './view.ts'

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
    if (!item) continue
    const id = await conditionStore(tx).add(check)
    if (id === undefined) continue
    addedIds.push(id)
    if (check.day <= (checkedDays.get(item.id) ?? '')) continue
    checkedDays.set(item.id, check.day)
    await markChecked(tx, [item], check.day, context)
  }
  await updateProjections(tx, 'condition', addedIds)
}

/** Remembers the task that was made from the check with this key, if there is one. */
export const setConditionTask = (tx: Db, key: string, commentId: number) =>
  conditionStore(tx).setTask(key, commentId)

export const conditionService = ({ db, clock, get }: Context) => {
  const changeContext = (actor: Actor): RevertContext => ({ actor, at: instant(clock) })
  const present = (actor: Actor, row: ConditionRow): ConditionCheck =>
    toConditionCheck(row, mayEditCheck(actor, row, clock))

  /** Locks the item of a check, so that all writes to its checks run one after the other. */
  async function lock(tx: Tx, by: 'id' | 'key', value: number | string): Promise<ConditionRow> {
    const store = conditionStore(tx)
    const { item_id } = (await store.find(by, value)) ?? fail(noSuchCheck())
    await itemStore(tx).lockVersions([item_id])
    return (await store.find(by, value)) ?? fail(noSuchCheck())
  }

  async function lockToEdit(tx: Tx, actor: Actor, id: number): Promise<ConditionRow> {
    const row = await lock(tx, 'id', id)
    if (!mayEditCheck(actor, row, clock))
      throw forbidden(
        'Authors can change a check for a day, root and admin always. You can add a new check.',
      )
    return row
  }

  const findPresent = async (id: number): Promise<ConditionRow> => {
    const row = await conditionStore(db).find('id', id)
    return row && row.deleted_at === null ? row : fail(noSuchCheck())
  }

  /** The single write path of existing checks: row, projections and history in one transaction. */
  const changeCheck = (
    context: RevertContext,
    id: number,
    kind: ChangeKind,
    next: (state: ConditionState, row: ConditionRow) => ConditionState | Promise<ConditionState>,
  ): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const row = await lockToEdit(tx, context.actor, id)
      if (row.deleted_at !== null) throw noSuchCheck()
      const before = toConditionState(row)
      const after = await next(before, row)
      requirePastDay(after.day, clock)
      if (isDeepStrictEqual(before, after)) return
      await conditionStore(tx).update(row, after)
      await recordChange(tx, { subjectId: id, kind, before, after }, context)
    })

  async function staleVersion(actor: Actor, row: ConditionRow): Promise<Failure> {
    const last = await history.changes(db).findLatest(row.id)
    return new Failure(
      'conflict',
      'This check was changed since you opened it. Compare the two, then save again to replace it.',
      {
        current: present(actor, row),
        changedBy: last?.user_name ?? '',
        changedAt: last?.at ?? row.created_at,
      } satisfies ConditionConflict,
    )
  }

  return {
    async ofItem(actor: Actor, itemId: number) {
      await itemReader({ db }).requireExisting(itemId)
      const rows = await conditionStore(db).listForItem(itemId, instant(clock, -deletedRetentionMs))
      const checks: ConditionCheck[] = []
      const removed: RemovedCondition[] = []
      for (const row of rows) {
        const check = present(actor, row)
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
        requirePastDay(day, clock)
        const item = await itemStore(tx).lock(itemId)
        if (!item) throw itemNotFound()
        if (item.state.archived)
          throw conflict('This item is archived. Restore it first, then check its condition.')
        const context = changeContext(actor)
        const check = { ...fields, day, key, itemId, author: actor, at: context.at }
        await addConditionChecks(tx, [check], context)
        const added = (await conditionStore(tx).find('key', key)) ?? fail(noSuchCheck())
        if (added.item_id !== itemId) throw otherItem()
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
      await db.transaction().execute(async (tx) => {
        if (!(await itemStore(tx).lock(itemId))) throw itemNotFound()
        const store = conditionStore(tx)
        const check = await store.find('key', key)
        if (check && check.item_id !== itemId) throw otherItem()
        const contents = await store.listPhotoContents(key)
        // Phones send again what got no answer; a photo that was removed since stays removed.
        if (contents.includes(media.content)) return
        if (contents.length >= conditionLimits.photos)
          throw conflict(`A check can have at most ${conditionLimits.photos} photos.`)
        await store.addPhoto({ item_id: itemId, check_key: key, media_id: media.id })
        if (!check) return
        const before = toConditionState(check)
        const after = { ...before, photos: [...before.photos, shortMediaName(media.content)] }
        await store.update(check, after)
        const change = { subjectId: check.id, kind: 'picture', before, after } as const
        await recordChange(tx, change, changeContext(actor))
      })
      return { name: shortMediaName(media.content) }
    },

    edit: (actor: Actor, { id, version, photos, ...fields }: ConditionToSave): Promise<void> =>
      changeCheck(changeContext(actor), id, 'changed', async (state, row) => {
        if (version !== row.version) throw await staleVersion(actor, row)
        const kept = state.photos.filter((name) => photos?.includes(name) ?? true)
        return { ...fields, photos: kept }
      }),

    /** Reverts to an earlier state, by the same rules as for other changes. */
    revert: changeCheck,

    state: async (id: number): Promise<ConditionState> => toConditionState(await findPresent(id)),

    async reservedFields(actor: Actor, id: number): Promise<readonly string[]> {
      const mayEdit = mayEditCheck(actor, await findPresent(id), clock)
      return mayEdit ? [] : Object.keys(conditionFields)
    },

    remove: (actor: Actor, id: number): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const row = await lockToEdit(tx, actor, id)
        if (row.deleted_at !== null) throw noSuchCheck()
        await conditionStore(tx).setDeleted(id, instant(clock))
        await updateProjections(tx, 'condition', [id])
      }),

    restore: (actor: Actor, id: number): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const { deleted_at } = await lockToEdit(tx, actor, id)
        if (deleted_at === null) return
        if (deleted_at < instant(clock, -deletedRetentionMs))
          throw conflict(
            `This check was removed over ${retentionDays} days ago and can’t be restored. Please add it again.`,
          )
        await conditionStore(tx).setDeleted(id, null)
        await updateProjections(tx, 'condition', [id])
      }),

    makeTask: (
      actor: Actor,
      { id, task }: { readonly id: number; readonly task: TaskFields },
      idempotentRequest: IdempotentRequest | null,
    ): Promise<{ commentId: number }> =>
      runIdempotently(db, clock, idempotentRequest, async (tx) => {
        const row = await lock(tx, 'id', id)
        if (row.deleted_at !== null) throw noSuchCheck()
        if (row.task_id !== null)
          throw conflict('A task was already made from this check. It is among the comments.')
        const comment = { itemId: row.item_id, comment: formatTask(row), task }
        const added = await commentService(tx, clock).add(actor, comment, null)
        await conditionStore(tx).setTask(row.key, added.id)
        return { commentId: added.id }
      }),

    async photo(name: string, size: PhotoSize, mayRead: boolean) {
      const photo = mayRead ? await conditionStore(db).findPhoto(name) : undefined
      if (!photo) throw notFound('There is no such photo.')
      return get(mediaReader)[pictureReaders[size]](photo.name, 'revalidate')
    },
  }
}

export type ConditionService = ReturnType<typeof conditionService>

export const conditionHistory = ({ state, revert, reservedFields }: ConditionService) =>
  history.kind({ readCurrent: state, write: revert, reservedFields })

/** Purges checks past their retention; returns how many. */
export const purgeConditions = (tx: Tx, clock: Clock): Promise<number> =>
  conditionStore(tx).purge(instant(clock, -deletedRetentionMs))

const pictureReaders = {
  thumbnail: 'thumbnail',
  medium: 'mediumPicture',
  screen: 'screenPicture',
} as const satisfies Record<PhotoSize, string>

type NewChange = Parameters<ReturnType<typeof history.changes>['record']>[0][number]

async function recordChange(tx: Tx, change: NewChange, context: ChangeContext): Promise<void> {
  await updateProjections(tx, 'condition', [change.subjectId])
  await history.changes(tx).record([change], context)
}

const noSuchCheck = () => notFound('This condition check does not exist. It may have been removed.')

const otherItem = () => conflict('This check belongs to another item. Please add a new one.')

function requirePastDay(day: string, clock: Clock): void {
  if (day > toDay(clock.now()))
    throw invalid('day', 'A condition can’t have been checked on a future date.')
}

const formatTask = ({ day, state, remark }: ConditionRow): string =>
  [`Condition on ${formatLongDay(day, 'en')}: ${conditionNames[state]}.`, remark]
    .filter(Boolean)
    .join('\n')
