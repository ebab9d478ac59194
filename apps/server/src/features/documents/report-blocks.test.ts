import { expect, test } from 'vitest'
import { parseBlocks } from './report-paper.ts'

const run = (text: string, style = {}) => ({ text, bold: false, italic: false, ...style })

test('headings, paragraphs, lists and emphasis keep their meaning', () => {
  const report =
    '# Mai\n\nIm **Manège** war *viel* los.\nUnd mehr.\n\n- Öl\n  - Filter\n- Reifen\n\n3. drei\n4. vier'
  expect(parseBlocks(report)).toEqual([
    { kind: 'heading', level: 1, runs: [run('Mai')] },
    {
      kind: 'paragraph',
      runs: [
        run('Im '),
        run('Manège', { bold: true }),
        run(' war '),
        run('viel', { italic: true }),
        run(' los.\nUnd mehr.'),
      ],
    },
    { kind: 'item', depth: 0, mark: '•', room: 6, runs: [run('Öl')] },
    { kind: 'item', depth: 1, mark: '•', room: 6, runs: [run('Filter')] },
    { kind: 'item', depth: 0, mark: '•', room: 6, runs: [run('Reifen')] },
    { kind: 'item', depth: 0, mark: '3.', room: 6, runs: [run('drei')] },
    { kind: 'item', depth: 0, mark: '4.', room: 6, runs: [run('vier')] },
  ])
})

test('the second paragraph of an item stands under the first', () => {
  expect(parseBlocks('- Öl\n\n  Und Filter.\n\nEnde.').slice(1)).toEqual([
    { kind: 'item', depth: 0, mark: '', room: 6, runs: [run('Und Filter.')] },
    { kind: 'paragraph', runs: [run('Ende.')] },
  ])
})

test('the number of a list has the room it needs', () => {
  const [year] = parseBlocks('1963. Ein gutes Jahr')
  expect(year).toMatchObject({ kind: 'item', mark: '1963.', room: expect.closeTo(11.3, 1) })
})

test('a table has its head as the first row', () => {
  expect(parseBlocks('| a | b |\n| --- | --- |\n| 1 | 2 |')).toEqual([
    {
      kind: 'table',
      rows: [
        [[run('a')], [run('b')]],
        [[run('1')], [run('2')]],
      ],
    },
  ])
})

test('markup of other kinds stays text', () => {
  const texts = JSON.stringify(
    parseBlocks('<script>x</script>\n\n#panic("x") $y$ @ref\n\n```\ncode\n```'),
  )
  for (const part of ['<script>x</script>', '#panic(\\"x\\") $y$ @ref', 'code'])
    expect(texts).toContain(part)
})

test.for([
  ['emphasis without end', '**a'.repeat(60_000)],
  ['lists in lists', '1. '.repeat(6_000)],
  ['quotes in quotes', '> '.repeat(9_000)],
  ['emphasis over several lines', `${'*a_'.repeat(966)}\n`.repeat(9)],
  ['an item that goes on for 20,000 lines', `- a\n${'plain\n'.repeat(20_000)}`],
])('%s: excessive markup is not taken apart', ([, odd]) => {
  const [first, ...others] = parseBlocks(`# Mai\n\n${odd}`)
  expect(first).toEqual({ kind: 'paragraph', runs: [run('# Mai')] })
  expect(others.map(({ kind }) => kind)).toEqual(['paragraph'])
})

test('a text of thousands of paragraphs is one, with its lines', () => {
  for (const many of ['- a\n\n', 'a\n\n', '# a\n']) {
    expect(parseBlocks(many.repeat(4_100))).toEqual([
      { kind: 'paragraph', runs: [run(many.repeat(4_100).trim())] },
    ])
  }
})
