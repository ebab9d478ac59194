import { type AttributeMeaning, attributeLabel, type FieldChange, meaningOf } from '@vitrine/contract'
import { type ItemState, tagKeysOf } from './state.ts'

/** The fields in which two states differ, in words, attributes in the order of the catalogue; null stands for no item. */
export function fieldChanges(
  before: ItemState | null,
  after: ItemState | null,
  mediaNames: ReadonlyMap<number, string> = new Map(),
  catalogue: readonly AttributeMeaning[] = [],
): FieldChange[] {
  const file = (id: number | null | undefined) => (id ? (mediaNames.get(id) ?? '') : '')
  const meaning = meaningOf(catalogue)
  const read: [field: string, value: (state: ItemState | null) => string][] = [
    ['Identifier', (state) => state?.identifier ?? ''],
    ['Name', (state) => state?.name ?? ''],
    ['Description', (state) => state?.description ?? ''],
    ...inOrderOf(catalogue, tagKeysOf(before, after)).map((key): [string, (state: ItemState | null) => string] => [
      attributeLabel(meaning(key)),
      (state) => state?.tags[key] ?? '',
    ]),
    ['Shown to visitors', (state) => (state ? (state.public ? 'Yes' : 'No') : '')],
  ]
  const texts = read.flatMap(([field, value]) => {
    const change = { field, before: value(before), after: value(after) }
    return change.before === change.after ? [] : [change]
  })
  // Compared by what they are: two files of one name are still two pictures.
  const files = [
    { field: 'Picture', from: before?.pictureId, to: after?.pictureId },
    { field: 'Recording', from: before?.recordingId, to: after?.recordingId },
  ]
    .filter(({ from, to }) => (from ?? null) !== (to ?? null))
    .map(({ field, from, to }) => ({ field, before: file(from), after: file(to) }))
  return [...texts, ...files]
}

/** Those that the catalogue does not know come last. */
function inOrderOf(catalogue: readonly AttributeMeaning[], some: readonly string[]): string[] {
  const known = catalogue.map(({ tag_key }) => tag_key).filter((key) => some.includes(key))
  return [...new Set([...known, ...some])]
}

export const mediaOf = (state: ItemState | null): number[] =>
  [state?.pictureId, state?.recordingId].filter((id) => typeof id === 'number')
