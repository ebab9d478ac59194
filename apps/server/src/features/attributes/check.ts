import { attributeGroups, attributeKinds, audiences, itemTypes } from '@vitrine/contract'
import type { Db } from '../../db/tables.ts'
import { attributeStore } from './store.ts'

/** Rows of the catalogue that say something nobody understands, each in a sentence. */
export async function checkAttributes(db: Db): Promise<string[]> {
  return (await attributeStore(db).all()).flatMap((row) => {
    const wrong = [
      ...(itemTypes.includes(row.type) ? [] : ['type']),
      ...(attributeKinds.includes(row.kind) ? [] : ['kind']),
      ...(audiences.includes(row.audience) ? [] : ['audience']),
      ...(attributeGroups.includes(row.group_name) ? [] : ['group_name']),
      ...(isObject(row.labels) ? [] : ['labels']),
    ]
    return wrong.map((column) => `The attribute ${row.tag_key} of ${row.type} has a ${column} that can’t be read.`)
  })
}

function isObject(json: string): boolean {
  try {
    return Object.values(JSON.parse(json) as object).every((label) => typeof label === 'string')
  } catch {
    return false
  }
}
