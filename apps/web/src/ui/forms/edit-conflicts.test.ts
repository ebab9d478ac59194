import { describe, expect, it } from 'vitest'
import { applyProposals, findDifferences } from './edit-conflicts.ts'
import { hasEdits } from './edit-drafts.ts'

const base = { name: 'Fiat 500', identifier: 'LM-7', description: 'Small.' }

describe('two edits of one item', () => {
  it('differ nowhere when the other one changed something that is not in this form', () => {
    expect(findDifferences(base, { ...base, name: 'Fiat Nuova 500' }, base)).toEqual([])
  })

  it('differ nowhere when both did the same', () => {
    const both = { ...base, name: 'Fiat Nuova 500' }
    expect(findDifferences(base, both, both)).toEqual([])
  })

  it('keep what was typed and take over what was not touched', () => {
    const mine = { ...base, name: 'My name' }
    const theirs = { ...base, name: 'Their name', description: 'Small, and round.' }
    const found = findDifferences(base, mine, theirs)
    expect(found).toEqual([
      { field: 'name', was: 'Fiat 500', mine: 'My name', theirs: 'Their name', proposed: 'mine' },
      {
        field: 'description',
        was: 'Small.',
        mine: 'Small.',
        theirs: 'Small, and round.',
        proposed: 'theirs',
      },
    ])
    expect(applyProposals(mine, found)).toEqual({
      ...base,
      name: 'My name',
      description: 'Small, and round.',
    })
  })

  it('know an attribute that was removed, and one that was added on both sides', () => {
    expect(
      findDifferences({ year: '1957' }, { year: '1958', colour: 'red' }, { colour: 'blue' }),
    ).toEqual([
      { field: 'year', was: '1957', mine: '1958', theirs: '', proposed: 'mine' },
      { field: 'colour', was: '', mine: 'red', theirs: 'blue', proposed: 'mine' },
    ])
  })
})

describe('edits', () => {
  it('are more than empty fields that were added to fill in', () => {
    expect(hasEdits({ year: '1957' }, { year: '1957', colour: '' })).toBe(false)
    expect(hasEdits({ year: '1957' }, { year: '' })).toBe(true)
  })
})
