import type { ItemComment } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { listIdentifiers, listQuickFilters } from './quick-texts.ts'

const createComment = (text: string, first_name: string, identifier = 'LG-1'): ItemComment => ({
  id: 0,
  item_id: 101,
  identifier,
  item_name: '',
  comment: text,
  created: '2026-05-01T10:00:00.000Z',
  first_name,
  last_name: 'Muster',
})

describe('listQuickFilters', () => {
  it('lists repeated texts, then first names, without duplicates', () => {
    const comments = [
      createComment('Checked', 'Luca'),
      createComment('Frame is loose', 'Claire'),
      createComment('Checked ', 'Claire'),
      createComment('', 'Luca'),
      createComment('', ''),
    ]
    expect(listQuickFilters(comments)).toEqual(['Checked', 'Claire', 'Luca'])
  })

  it('joins the lines of a text, as the filter field shows it', () => {
    const comments = ['Checked\n\nAll is well', 'Checked\nAll is  well'].map((text) =>
      createComment(text, ''),
    )
    expect(listQuickFilters(comments)).toEqual(['Checked All is well'])
  })

  it('lists nothing without comments', () => expect(listQuickFilters([])).toEqual([]))
})

it('listIdentifiers sorts by the numbers in the identifiers', () => {
  const comments = ['LG-10', 'LG-2', 'LG-10'].map((identifier) =>
    createComment('x', 'Luca', identifier),
  )
  expect(listIdentifiers(comments)).toEqual(['LG-2', 'LG-10'])
})
