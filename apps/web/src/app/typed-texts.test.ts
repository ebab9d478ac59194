import { describe, expect, test } from 'vitest'
import { findSlowRuns } from '../../../../test/long-runs.ts'
import { findMentionedPerson, findStartedMention } from '../features/comments/mention.ts'
import { toSingleLine } from '../features/comments/quick-texts.ts'
import { guessColumns } from '../features/imports/prepare-upload.ts'
import { removeLineBreaks } from '../features/inventory/detail/item-forms.tsx'
import { toggleWord } from '../features/journal/journal-search.ts'

/** All functions that process text typed, pasted or compared in the browser. */
const textFunctions: Record<string, (text: string) => unknown> = {
  findStartedMention,
  findMentionedPerson: (text) => findMentionedPerson(text, [{ id: 1, name: 'a b' }]),
  toSingleLine,
  guessColumns: (text) =>
    guessColumns({ unknownColumns: [text], possibleFields: [], catalogue: [], headers: [] }),
  removeLineBreaks,
  toggleWord: (text) => toggleWord(text, 'a'),
}

describe('functions of typed text', () => {
  test.for(Object.entries(textFunctions))(
    '%s takes time proportional to the length of the text',
    async ([, processText]) =>
      expect(await findSlowRuns(processText, 'other characters')).toEqual([]),
  )
})
