import { toCsvText } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { CsvError, parseCsv } from './parse-csv.ts'

const encodeUtf8 = (text: string) => new TextEncoder().encode(text).buffer
/** Encodes text in which no character has a code above 255, one byte each. */
const encodeLatin1 = (text: string) =>
  Uint8Array.from(text, (character) => character.charCodeAt(0)).buffer
const encodeUtf16 = (text: string) =>
  Uint16Array.from(text, (character) => character.charCodeAt(0)).buffer

const parseText = (text: string) => parseCsv(encodeUtf8(text)).rows

function findProblem(file: ArrayBuffer): string {
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
    expect(parseText(text)).toEqual([{ identifier: 'LG-1', name: 'Étude' }])
  })

  it('unquotes cells with delimiters, line breaks and quotes', () => {
    expect(parseText('identifier;name\nLG-1;"a; b\n""c"""\n')).toEqual([
      { identifier: 'LG-1', name: 'a; b\n"c"' },
    ])
  })

  it('detects the delimiter in the header, ignoring other cells', () => {
    expect(parseText('identifier;"name, long"\nLG-1;a,b,c')).toEqual([
      { identifier: 'LG-1', 'name, long': 'a,b,c' },
    ])
  })

  it('skips empty rows and names unnamed columns', () => {
    expect(parseText('\nidentifier;;name\n\nLG-1;;x\n;;\n  \nLG-2;y;z\n')).toEqual([
      { identifier: 'LG-1', unnamed_2: '', name: 'x' },
      { identifier: 'LG-2', unnamed_2: 'y', name: 'z' },
    ])
  })

  it('numbers rows as a spreadsheet does', () => {
    const text = '\nidentifier;name\n\nLG-1;"a\nb"\n;\nLG-2;c\n'
    expect(parseCsv(encodeUtf8(text)).rowNumbers).toEqual([4, 6])
    expect(findProblem(encodeUtf8('identifier;name\n\nLG-1'))).toMatch(/^Row 3 has/)
  })

  it('reads UTF-8, UTF-16 with a byte order mark, and Windows-1252', () => {
    const rows = [{ identifier: 'LG-1', name: 'Émile’s' }]
    expect(parseText('identifier;name\nLG-1;Émile’s')).toEqual(rows)
    expect(parseText('\uFEFFidentifier;name\nLG-1;Émile’s')).toEqual(rows)
    expect(parseCsv(encodeUtf16('\uFEFFidentifier;name\nLG-1;Émile’s')).rows).toEqual(rows)
    // In Windows-1252, the apostrophe ’ is the byte 92.
    expect(parseCsv(encodeLatin1('identifier;name\nLG-1;Émile\x92s')).rows).toEqual(rows)
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
      const file = parseCsv(encodeUtf8(toCsvText([['identifier', 'name'], ...rows], delimiter)))
      expect(file.rows.map(({ name }) => name)).toEqual(names)
    },
  )

  it('accepts a single column, and empty cells beyond the header', () => {
    expect(parseText('identifier\nLG-1')).toEqual([{ identifier: 'LG-1' }])
    expect(parseText('identifier;name\nLG-1;x;;')).toEqual([{ identifier: 'LG-1', name: 'x' }])
  })
})

/** Far beyond the limit of 200 columns, in a file that is not too large. */
const cellCount = 1_000_001

describe('parseCsv rejects', () => {
  it.each([
    ['an empty file', encodeUtf8(''), /empty/],
    ['a file of white space', encodeUtf8(' \n\n'), /empty/],
    ['a header without rows', encodeUtf8('identifier;name\n'), /no rows/],
    [
      'rows without a header',
      encodeUtf8('LG-1;Étude\nLG-2;Nocturne'),
      /first line must name the columns.*“LG-1”/,
    ],
    [
      'a column twice',
      encodeUtf8('identifier;name;Name\nLG-1;a;b'),
      /The header has the column “Name” more than once/,
    ],
    [
      'a short row',
      encodeUtf8('identifier;name;artist\nLG-1;a;b\nLG-2;a'),
      /Row 3 has 2 cells, but the header has 3\. Text/,
    ],
    [
      'two short rows',
      encodeUtf8('identifier;name\nLG-1\nLG-2'),
      / 1 other row has the same problem\. /,
    ],
    [
      'three short rows',
      encodeUtf8('identifier;name\nLG-1\nLG-2\nLG-3'),
      / 2 other rows have the same problem\. /,
    ],
    ['a long row', encodeUtf8('identifier;name\nLG-1;a;b'), /Row 2 has 3 cells/],
    [
      'a quote left open',
      encodeUtf8('identifier;name\nLG-1;"a\nLG-2;b'),
      /Row 2.*unmatched quotes/,
    ],
    [
      'too many columns',
      encodeUtf8(`identifier${';'.repeat(cellCount - 1)}\nLG-1`),
      /Row 1 has 1000001 cells, but at most 200/,
    ],
    [
      'a row with too many cells',
      encodeUtf8(`identifier;name\nLG-1${';x'.repeat(cellCount - 1)}`),
      /Row 2 has 1000001 cells/,
    ],
    ['too many rows', encodeUtf8(`identifier\n${'x\n'.repeat(20_001)}`), /at most 20000 rows/],
    ['a spreadsheet, which is a ZIP file', encodeLatin1('PK\x03\x04\0\0'), /not a CSV file/],
  ])('%s', (_, file, message) => expect(findProblem(file)).toMatch(message))
})
