import type { ItemComment } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { listIdentifiers, listQuickFilters } from './quick-texts.ts'

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
  it('are repeated texts, then first names, without duplicates', () => {
    const comments = [
      comment('Checked', 'Luca'),
      comment('Frame is loose', 'Claire'),
      comment('Checked ', 'Claire'),
      comment('', 'Luca'),
      comment('', ''),
    ]
    expect(listQuickFilters(comments)).toEqual(['Checked', 'Claire', 'Luca'])
  })

  it('are single lines, as the filter field shows them', () => {
    const comments = ['Checked\n\nAll is well', 'Checked\nAll is  well'].map((text) =>
      comment(text, ''),
    )
    expect(listQuickFilters(comments)).toEqual(['Checked All is well'])
  })

  it('are empty without comments', () => expect(listQuickFilters([])).toEqual([]))
})

it('sorts identifiers by their numbers', () => {
  const comments = ['LG-10', 'LG-2', 'LG-10'].map((identifier) => comment('x', 'Luca', identifier))
  expect(listIdentifiers(comments)).toEqual(['LG-2', 'LG-10'])
})
