import { expect, test } from 'vitest'
import { api } from '../api.ts'
import type { Call } from '../call.ts'
import { type Access, isRoleAllowed, roles } from '../roles.ts'
import { type HistorySubject, historySubjects } from './history.ts'

/** The calls that change each subject. A new subject without an entry does not compile. */
const writes: Record<HistorySubject, readonly Call[]> = {
  item: [
    api.inventory.saveInfo,
    api.inventory.saveTags,
    api.inventory.saveTexts,
    api.inventory.setPublic,
    api.inventory.setArchived,
    api.media.savePictures,
    api.media.uploadRecording,
    api.places.move,
  ],
  event: [api.events.save],
  journal: [api.journal.change, api.journal.remove],
  comment: [api.comments.edit, api.comments.setTask, api.comments.setDone],
  condition: [api.conditions.edit],
  attribute: [api.attributes.save, api.attributes.move, api.attributes.retire],
  museum: [api.museums.save],
  place: [api.places.save],
}

/** Calls that revert changes outside the history, with the calls that make these changes. */
const reversals: Record<string, { revert: Call; writes: readonly Call[] }> = {
  'an import': {
    revert: api.imports.undo,
    writes: [api.imports.uploadArt, api.imports.uploadCar, api.imports.changeMany],
  },
  'a stocktake decision': { revert: api.stocktake.undo, writes: [api.stocktake.decide] },
  'the end of a stocktake': { revert: api.stocktake.reopen, writes: [api.stocktake.close] },
  'a removed view': { revert: api.views.restore, writes: [api.views.remove] },
  'a removed comment': { revert: api.comments.restore, writes: [api.comments.remove] },
  'a removed check': { revert: api.conditions.setRemoved, writes: [api.conditions.edit] },
  'a removed journal entry': { revert: api.journal.restore, writes: [api.journal.remove] },
}

const rolesIn = (access: Access) => roles.filter((role) => isRoleAllowed(access, role))

test.for(Object.keys(writes) as HistorySubject[])(
  'reverting a change of a %s requires the access to make it',
  (subject) => {
    const { read, revert } = historySubjects[subject]
    expect(rolesIn(revert)).not.toEqual([])
    for (const { path, access } of [...writes[subject], { path: 'its history', access: read }])
      expect(rolesIn(access), path).toEqual(expect.arrayContaining(rolesIn(revert)))
  },
)

test.for(Object.entries(reversals))('reverting %s requires the access to do it', ([, reversal]) => {
  for (const { path, access } of reversal.writes)
    expect(rolesIn(access), path).toEqual(expect.arrayContaining(rolesIn(reversal.revert.access)))
})
