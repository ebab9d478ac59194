import type { Movement, PlacedItem } from '@vitrine/contract'
import { parsePlacePath } from '../../items/places.ts'
import { shortMediaName } from '../items/index.ts'
import type { MovementRow, PlacedItemRow } from './store.ts'

export const toPlacedItem = ({
  id,
  type,
  identifier,
  name,
  place_id,
  picture,
}: PlacedItemRow): PlacedItem => ({
  id,
  type,
  identifier,
  name,
  picture: picture === null ? null : shortMediaName(picture),
  placeId: place_id,
})

export const toMovement = (row: MovementRow): Movement => ({
  id: row.id,
  item: toPlacedItem({ ...row, id: row.item_id }),
  from: parsePlacePath(row.from_path),
  to: parsePlacePath(row.to_path),
  day: row.day,
  at: row.at,
  by: row.user_name,
  reason: row.reason,
  remark: row.remark,
  backOn: row.back_on,
})
