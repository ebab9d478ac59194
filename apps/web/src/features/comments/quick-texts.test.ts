import type { ItemComment } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { identifiersIn, quickTexts } from './quick-texts.ts'

const comment = (text: string, first_name: string, identifier = 'LG-1'): ItemComment => ({
  id: 0,
  item_id: 101,
  identifier,
  item_name: '',
  comment: text,
  created: '2026-05-01T10:00:00.000Z',
  first_name,
  last_name: 'Muster',
})

describe('quick filters of comments', () => {
  it('are texts that occur more than once, then first names, each once', () => {
    const comments = [
      comment('Checked', 'Luca'),
      comment('Frame is loose', 'Claire'),
      comment('Checked ', 'Claire'),
      comment('', 'Luca'),
      comment('', ''),
    ]
    expect(quickTexts(comments)).toEqual(['Checked', 'Claire', 'Luca'])
  })

  it('stand in one line, as the field of the filter shows them', () => {
    const comments = ['Checked\n\nAll is well', 'Checked\nAll is  well'].map((text) =>
      comment(text, ''),
    )
    expect(quickTexts(comments)).toEqual(['Checked All is well'])
  })

  it('have none where there is nothing', () => expect(quickTexts([])).toEqual([]))
})

it('identifiers stand in the order of their numbers', () => {
  const comments = ['LG-10', 'LG-2', 'LG-10'].map((identifier) => comment('x', 'Luca', identifier))
  expect(identifiersIn(comments)).toEqual(['LG-2', 'LG-10'])
})
