import { expect, test } from 'vitest'
import { csvFile } from './csv.ts'

test('a file has a BOM, CRLF and quotes where they are needed', () => {
  const rows = [
    ['Name', 'Note'],
    ['Citroën; DS', 'says "hello"'],
    ['a,b', 'two\nlines'],
  ]
  expect(csvFile(rows, 'semicolon')).toBe('\uFEFFName;Note\r\n"Citroën; DS";"says ""hello"""\r\na,b;"two\nlines"\r\n')
  expect(csvFile([['a,b', 'c;d']], 'comma')).toBe('\uFEFF"a,b",c;d\r\n')
})

test('what a spreadsheet would run is made harmless, numbers stay numbers', () => {
  const cells = ['=1+1', '+41 26 555', '-', '@cmd', '\tx', '-5', '+3.5', '-1,5']
  expect(csvFile([cells], 'semicolon')).toBe("\uFEFF'=1+1;'+41 26 555;'-;'@cmd;'\tx;-5;+3.5;-1,5\r\n")
})
