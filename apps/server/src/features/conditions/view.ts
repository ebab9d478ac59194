import {
  type ConditionCheck,
  type ConditionState,
  conditionFields,
  conditionLimits,
  isRoleAllowed,
  managers,
} from '@vitrine/contract'
import type { Clock } from '../../base/clock.ts'
import { fromColumns } from '../../db/records.ts'
import type { Actor } from '../../http/access.ts'
import type { RecordLink } from '../history/index.ts'
import { shortMediaName } from '../items/index.ts'
import type { ConditionRow } from './store.ts'

export const toConditionState = (row: ConditionRow): ConditionState => ({
  ...fromColumns(conditionFields, row),
  photos: row.photos.map(({ name }) => shortMediaName(name)),
})

/** Links to the part of the item's page that shows a check. */
export const toRecordLink = ({ id, item_id, identifier, item_name }: ConditionRow): RecordLink => ({
  title: `Condition of ${identifier} ${item_name}`.trim(),
  screen: `/inventory-detail/${item_id}`,
  part: `condition-${id}`,
})

/** Root and admin may always edit a check; authors their own, for a day. */
export const mayEditCheck = (
  { role, userId }: Pick<Actor, 'role' | 'userId'>,
  { user_id, created_at }: Pick<ConditionRow, 'user_id' | 'created_at'>,
  clock: Clock,
): boolean =>
  isRoleAllowed(managers, role) ||
  (user_id === userId && clock.now().getTime() - Date.parse(created_at) < conditionLimits.editMs)

export function toConditionCheck(row: ConditionRow, mayEdit: boolean): ConditionCheck {
  const check: ConditionCheck = {
    id: row.id,
    itemId: row.item_id,
    ...fromColumns(conditionFields, row),
    photos: row.photos.map(({ name, width, height }) => ({
      name: shortMediaName(name),
      width: width ?? 0,
      height: height ?? 0,
    })),
    created: row.created_at,
    first_name: row.first_name,
    last_name: row.last_name,
    version: row.version,
  }
  if (row.task_id !== null) check.task = { commentId: row.task_id }
  if (check.task && row.task_done_at !== null) check.task.done = row.task_done_at
  if (mayEdit) {
    check.mayEdit = true
    check.key = row.key
  }
  return check
}
