import { expect, it } from 'vitest'
import { removeLineBreaks } from './item-forms.tsx'

it.each([
  ['one\ntwo', 'one two'],
  ['one\r\n\r\ntwo   three', 'one two three'],
  [' a \n b ', ' a b '],
  ['as it is', 'as it is'],
])('removeLineBreaks turns %j into %j', (text, line) => expect(removeLineBreaks(text)).toBe(line))
