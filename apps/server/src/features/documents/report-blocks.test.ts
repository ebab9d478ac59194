import { expect, test } from 'vitest'
import { parseBlocks } from './report-paper.ts'

const createRun = (text: string, style = {}) => ({ text, bold: false, italic: false, ...style })
/** In millimetres, with the space after the bullet or short number. */
const markWidth = 6

test('parses headings, paragraphs, lists and emphasis', () => {
  const report =
    '# Mai\n\nIm **Manège** war *viel* los.\nUnd mehr.\n\n- Öl\n  - Filter\n- Reifen\n\n3. drei\n4. vier'
  expect(parseBlocks(report)).toEqual([
    { kind: 'heading', level: 1, runs: [createRun('Mai')] },
    {
      kind: 'paragraph',
      runs: [
        createRun('Im '),
        createRun('Manège', { bold: true }),
        createRun(' war '),
        createRun('viel', { italic: true }),
        createRun(' los.\nUnd mehr.'),
      ],
    },
    { kind: 'item', depth: 0, mark: '•', room: markWidth, runs: [createRun('Öl')] },
    { kind: 'item', depth: 1, mark: '•', room: markWidth, runs: [createRun('Filter')] },
    { kind: 'item', depth: 0, mark: '•', room: markWidth, runs: [createRun('Reifen')] },
    { kind: 'item', depth: 0, mark: '3.', room: markWidth, runs: [createRun('drei')] },
    { kind: 'item', depth: 0, mark: '4.', room: markWidth, runs: [createRun('vier')] },
  ])
})

test('parses underlined headings, and items of two lines', () => {
  expect(parseBlocks('Rapport\n=======\n\nMai\n---\n\n- 1er mai: Öl.\n  Tags: A, B\n')).toEqual([
    { kind: 'heading', level: 1, runs: [createRun('Rapport')] },
    { kind: 'heading', level: 2, runs: [createRun('Mai')] },
    {
      kind: 'item',
      depth: 0,
      mark: '•',
      room: markWidth,
      runs: [createRun('1er mai: Öl.\nTags: A, B')],
    },
  ])
})

test('aligns the second paragraph of a list item with the first', () => {
  expect(parseBlocks('- Öl\n\n  Und Filter.\n\nEnde.').slice(1)).toEqual([
    { kind: 'item', depth: 0, mark: '', room: markWidth, runs: [createRun('Und Filter.')] },
    { kind: 'paragraph', runs: [createRun('Ende.')] },
  ])
})

test('reserves the width of a list number', () => {
  const [year] = parseBlocks('1963. Ein gutes Jahr')
  expect(year).toMatchObject({ kind: 'item', mark: '1963.', room: expect.closeTo(11.3, 1) })
})

test('parses the head of a table as its first row', () => {
  expect(parseBlocks('| a | b |\n| --- | --- |\n| 1 | 2 |')).toEqual([
    {
      kind: 'table',
      rows: [
        [[createRun('a')], [createRun('b')]],
        [[createRun('1')], [createRun('2')]],
      ],
    },
  ])
})

test('leaves other markup as text', () => {
  const texts = JSON.stringify(
    parseBlocks('<script>x</script>\n\n#panic("x") $y$ @ref\n\n```\ncode\n```'),
  )
  for (const part of ['<script>x</script>', '#panic(\\"x\\") $y$ @ref', 'code'])
    expect(texts).toContain(part)
})

// Markup beyond 2,000 marks or lines per passage, or nested deeper than the stack allows.
test.for([
  ['emphasis without end', '**a'.repeat(60_000)],
  ['lists in lists', '1. '.repeat(6_000)],
  ['quotes in quotes', '> '.repeat(9_000)],
  ['emphasis over several lines', `${'*a_'.repeat(966)}\n`.repeat(9)],
  ['an item of 20,000 lines', `- a\n${'plain\n'.repeat(20_000)}`],
])('leaves excessive markup as text: %s', ([, markup]) => {
  const [first, ...others] = parseBlocks(`# Mai\n\n${markup}`)
  expect(first).toEqual({ kind: 'paragraph', runs: [createRun('# Mai')] })
  expect(others.map(({ kind }) => kind)).toEqual(['paragraph'])
})

test('turns thousands of blocks into one paragraph with lines', () => {
  // More than the 4,000 blocks of a report.
  const count = 4_100
  for (const block of ['- a\n\n', 'a\n\n', '# a\n']) {
    const markdown = block.repeat(count)
    expect(parseBlocks(markdown)).toEqual([
      { kind: 'paragraph', runs: [createRun(markdown.trim())] },
    ])
  }
})
