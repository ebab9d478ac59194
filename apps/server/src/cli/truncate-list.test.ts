import { expect, test } from 'vitest'
import { truncateList, truncateListByKind } from './command.ts'

const maxLines = 20

const createLines = (count: number, createLine: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => createLine(index))

test('truncates a list to its first lines and the number of the others', () => {
  const lines = createLines(maxLines + 1_070, (index) => `  missing: ${index}`)
  const firstLines = lines.slice(0, maxLines)
  expect(truncateList(firstLines)).toEqual(firstLines)
  expect(truncateList(lines)).toEqual([...firstLines, '  and 1070 more'])
})

test('keeps a rare problem visible among many of another kind', () => {
  const missing = createLines(maxLines + 5, (index) => `The file a${index}/original is missing.`)
  const damaged = 'The file b7/original is damaged.'
  const items = createLines(
    maxLines + 1,
    (index) => `Item ${index} is not as its last change left it.`,
  )
  const hidden = [...missing.slice(0, maxLines + 2), damaged, ...missing.slice(maxLines + 2)]
  expect(truncateListByKind([...hidden, ...items])).toEqual([
    ...missing.slice(0, maxLines),
    '  and 5 more',
    damaged,
    ...items.slice(0, maxLines),
    '  and 1 more',
  ])
})
