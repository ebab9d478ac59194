import { expect, test } from 'vitest'
import { toCsvText, unescapeCsvCell } from './csv.ts'

test('toCsvText writes a BOM, CRLF and necessary quotes', () => {
  const rows = [
    ['Name', 'Note'],
    ['Citroën; DS', 'says "hello"'],
    ['a,b', 'two\nlines'],
  ]
  expect(toCsvText(rows, 'semicolon')).toBe(
    '\uFEFFName;Note\r\n"Citroën; DS";"says ""hello"""\r\n"a,b";"two\nlines"\r\n',
  )
})

test.for(['comma', 'semicolon'] as const)(
  'toCsvText quotes cells with any delimiter, with a %s as separator',
  (delimiter) => {
    const between = delimiter === 'comma' ? ',' : ';'
    const file = toCsvText([['a,b', 'c;d', 'e\tf', 'g h']], delimiter)
    expect(file).toBe(`\uFEFF${['"a,b"', '"c;d"', '"e\tf"', 'g h'].join(between)}\r\n`)
  },
)

test('toCsvText escapes formulas but not numbers', () => {
  const cells = [
    '=1+1',
    '+41 26 555',
    '-',
    '@cmd',
    '\tx',
    '＝1',
    '-5',
    '+3.5',
    '-1,5',
    'a=b',
    "l'été",
  ]
  expect(toCsvText([cells], 'semicolon')).toBe(
    "\uFEFF'=1+1;'+41 26 555;'-;'@cmd;\"'\tx\";'＝1;-5;+3.5;\"-1,5\";a=b;l'été\r\n",
  )
  expect(toCsvText([['\r=1', '\n=1', '=1;2', '="x"']], 'semicolon')).toBe(
    `\uFEFF"'\r=1";"'\n=1";"'=1;2";"'=""x"""\r\n`,
  )
})

test.for(['=1+1', "'=1+1", "''=1+1", '-', "'-5", '-5', '@a', "'", "''", "'tis", '', 'plain'])(
  'unescapeCsvCell restores %s',
  (cell) => {
    const [, written = ''] = /^\uFEFF(.*)\r\n$/s.exec(toCsvText([[cell]], 'semicolon')) ?? []
    expect(unescapeCsvCell(written)).toBe(cell)
  },
)
