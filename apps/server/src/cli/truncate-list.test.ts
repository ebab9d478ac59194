import { expect, test } from 'vitest'
import { truncateList, truncateListByKind } from './command.ts'

const times = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index))

test('truncates a list to twenty lines and the number of the others', () => {
  const lines = times(1090, (index) => `  missing: ${index}`)
  expect(truncateList(lines.slice(0, 20))).toEqual(lines.slice(0, 20))
  expect(truncateList(lines)).toEqual([...lines.slice(0, 20), '  and 1070 more'])
})

test('keeps a rare problem visible among many of another kind', () => {
  const files = times(25, (index) => `The file a${index}/original is missing.`)
  const damaged = 'The file b7/original is damaged.'
  const items = times(21, (index) => `Item ${index} is not as its last change left it.`)
  expect(
    truncateListByKind([...files.slice(0, 22), damaged, ...files.slice(22), ...items]),
  ).toEqual([...files.slice(0, 20), '  and 5 more', damaged, ...items.slice(0, 20), '  and 1 more'])
})
