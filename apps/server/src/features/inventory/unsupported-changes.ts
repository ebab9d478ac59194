import { isDeepStrictEqual } from 'node:util'
import { type ItemDetail, type ItemToSave, inventoryTypes } from '@vitrine/contract'
import { invalid } from '../../base/failure.ts'

/** Fields that `save-info` accepts but does not save. */
const changedElsewhere = {
  id: 'An item keeps its id.',
  type_id: 'An item keeps its type.',
  type_name: 'An item keeps its type.',
  public: 'Use set-public to show or withdraw an item.',
  checked: 'Use set-checked to say when somebody looked at it.',
  archived: 'Use set-archived to archive or restore an item.',
  texts: 'Use save-texts to change translations.',
  picture: 'Use upload-image to change the picture.',
  pictures: 'Use save-pictures to change what is said of pictures.',
  recording: 'Use upload-recording or the attribute mp3 to change the recording.',
} as const satisfies { [field in keyof ItemToSave]?: string }

/** Rejects a value that would otherwise be dropped silently. */
export function rejectUnsupportedChanges(sent: ItemToSave, detail: ItemDetail): void {
  const current = { ...detail, type_id: inventoryTypes[detail.type_name].id }
  for (const field of Object.keys(changedElsewhere) as (keyof typeof changedElsewhere)[]) {
    if (sent[field] === undefined || isDeepStrictEqual(sent[field], current[field])) continue
    throw invalid(`data.${field}`, `data.${field}: this is not saved here. ${changedElsewhere[field]}`)
  }
}
