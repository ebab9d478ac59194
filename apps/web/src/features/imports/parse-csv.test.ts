import { toCsvText } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { CsvError, parseCsv } from './parse-csv.ts'

const utf8 = (text: string) => new TextEncoder().encode(text).buffer
const bytes = (...values: (string | number)[]) =>
  Uint8Array.from(
    values.flatMap((value) =>
      typeof value === 'number' ? value : [...value].map((c) => c.charCodeAt(0)),
    ),
  ).buffer
const read = (text: string) => parseCsv(utf8(text)).rows
const problemIn = (file: ArrayBuffer) => {
  try {
    parseCsv(file)
  } catch (error) {
    if (error instanceof CsvError) return error.message
    throw error
  }
  return 'none'
}

describe('parseCsv', () => {
  it.each([';', ',', '\t'])('detects the delimiter %j', (delimiter) => {
    const text = `${['identifier', 'name'].join(delimiter)}\r\n${['LG-1', 'Étude'].join(delimiter)}`
    expect(read(text)).toEqual([{ identifier: 'LG-1', name: 'Étude' }])
  })

  it('unquotes cells with delimiters, line breaks and quotes', () => {
    expect(read('identifier;name\nLG-1;"a; b\n""c"""\n')).toEqual([
      { identifier: 'LG-1', name: 'a; b\n"c"' },
    ])
  })

  it('detects the delimiter in the header, ignoring other cells', () => {
    expect(read('identifier;"name, long"\nLG-1;a,b,c')).toEqual([
      { identifier: 'LG-1', 'name, long': 'a,b,c' },
    ])
  })

  it('skips empty rows and names unnamed columns', () => {
    expect(read('\nidentifier;;name\n\nLG-1;;x\n;;\n  \nLG-2;y;z\n')).toEqual([
      { identifier: 'LG-1', unnamed_2: '', name: 'x' },
      { identifier: 'LG-2', unnamed_2: 'y', name: 'z' },
    ])
  })

  it('numbers rows as a spreadsheet does', () => {
    const text = '\nidentifier;name\n\nLG-1;"a\nb"\n;\nLG-2;c\n'
    expect(parseCsv(utf8(text)).rowNumbers).toEqual([4, 6])
    expect(problemIn(utf8('identifier;name\n\nLG-1'))).toMatch(/^Row 3 has/)
  })

  it('reads UTF-8, UTF-16 with a byte order mark, and Windows-1252', () => {
    const expected = [{ identifier: 'LG-1', name: 'Émile’s' }]
    expect(read('identifier;name\nLG-1;Émile’s')).toEqual(expected)
    expect(read('\uFEFFidentifier;name\nLG-1;Émile’s')).toEqual(expected)
    expect(parseCsv(bytes('identifier;name\nLG-1;', 0xc9, 'mile', 0x92, 's')).rows).toEqual(
      expected,
    )
    const wide = Uint16Array.from(
      [...'\uFEFFidentifier;name\nLG-1;Émile’s'].map((c) => c.charCodeAt(0)),
    )
    expect(parseCsv(wide.buffer).rows).toEqual(expected)
  })

  it.each(['semicolon', 'comma'] as const)(
    'reads exported files back unchanged, including formulas (%s)',
    (delimiter) => {
      const names = [
        '=1+1',
        "'=1+1",
        '-',
        '-5',
        "'-5",
        '@home',
        '＋1',
        '=a;"b",c',
        '=1\n+2',
        "l'été",
        "'",
      ]
      const rows = names.map((name, index) => [`LG-${index}`, name])
      const file = parseCsv(utf8(toCsvText([['identifier', 'name'], ...rows], delimiter)))
      expect(file.rows.map(({ name }) => name)).toEqual(names)
    },
  )

  it('accepts a single column, and empty cells beyond the header', () => {
    expect(read('identifier\nLG-1')).toEqual([{ identifier: 'LG-1' }])
    expect(read('identifier;name\nLG-1;x;;')).toEqual([{ identifier: 'LG-1', name: 'x' }])
  })
})

describe('parseCsv rejects', () => {
  it.each([
    ['nothing in it', utf8(''), /empty/],
    ['only blanks', utf8(' \n\n'), /empty/],
    ['only a header', utf8('identifier;name\n'), /no rows/],
    ['no header', utf8('LG-1;Étude\nLG-2;Nocturne'), /first line must name the columns.*“LG-1”/],
    [
      'a column twice',
      utf8('identifier;name;Name\nLG-1;a;b'),
      /The header has the column “Name” more than once/,
    ],
    [
      'a short row',
      utf8('identifier;name;artist\nLG-1;a;b\nLG-2;a'),
      /Row 3 has 2 cells, but the header has 3\. Text/,
    ],
    ['two short rows', utf8('identifier;name\nLG-1\nLG-2'), / 1 other row has the same problem\. /],
    [
      'three short rows',
      utf8('identifier;name\nLG-1\nLG-2\nLG-3'),
      / 2 other rows have the same problem\. /,
    ],
    ['a long row', utf8('identifier;name\nLG-1;a;b'), /Row 2 has 3 cells/],
    ['a quote left open', utf8('identifier;name\nLG-1;"a\nLG-2;b'), /Row 2.*unmatched quotes/],
    [
      'too many columns',
      utf8(`identifier${';'.repeat(1_000_000)}\nLG-1`),
      /Row 1 has 1000001 cells, but at most 200/,
    ],
    [
      'a row with too many',
      utf8(`identifier;name\nLG-1${';x'.repeat(1_000_000)}`),
      /Row 2 has 1000001 cells/,
    ],
    ['too many rows', utf8(`identifier\n${'x\n'.repeat(20_001)}`), /at most 20000 rows/],
    ['a spreadsheet', bytes('PK', 3, 4, 0, 0), /not a CSV file/],
  ])('%s', (_, file, message) => expect(problemIn(file)).toMatch(message))
})
