import type { ListedSubject } from '@vitrine/contract'
import { isIsoDay } from '../../ui/text/format.ts'

/** What the list of all changes can be limited to. */
export const listedSubjects: Readonly<Record<ListedSubject, string>> = {
  item: 'Items',
  comment: 'Comments and tasks',
  condition: 'Condition checks',
  place: 'Places',
  journal: 'Journal',
  event: 'Events',
  museum: 'Museums',
  attribute: 'Attributes',
  import: 'Uploads and changes of many items',
  stocktake: 'Stocktakes',
}

export interface ChangesSearch {
  readonly what?: ListedSubject
  readonly person?: number
  readonly from?: string
  readonly to?: string
}

const isSubject = (value: unknown): value is ListedSubject =>
  typeof value === 'string' && Object.hasOwn(listedSubjects, value)

/** Reads the filter from an address, dropping invalid values. */
export function parseChangesSearch({
  what,
  person,
  from,
  to,
}: Record<string, unknown>): ChangesSearch {
  return {
    ...(isSubject(what) && { what }),
    ...(/^[1-9]\d{0,8}$/.test(String(person)) && { person: Number(person) }),
    ...(isIsoDay(from) && { from }),
    ...(isIsoDay(to) && { to }),
  }
}
