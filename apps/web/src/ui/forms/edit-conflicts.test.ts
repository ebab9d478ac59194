import { describe, expect, it } from 'vitest'
import { applyProposals, findDifferences } from './edit-conflicts.ts'
import { hasEdits } from './edit-drafts.ts'

const base = { name: 'Fiat 500', identifier: 'LM-7', description: 'Small.' }

describe('findDifferences', () => {
  it('finds none if the other user changed nothing', () => {
    expect(findDifferences(base, { ...base, name: 'Fiat Nuova 500' }, base)).toEqual([])
  })

  it('finds none if both made the same change', () => {
    const changed = { ...base, name: 'Fiat Nuova 500' }
    expect(findDifferences(base, changed, changed)).toEqual([])
  })

  it('proposes own edits, and newer values of unedited fields', () => {
    const mine = { ...base, name: 'My name' }
    const theirs = { ...base, name: 'Their name', description: 'Small, and round.' }
    const differences = findDifferences(base, mine, theirs)
    expect(differences).toEqual([
      {
        field: 'name',
        before: 'Fiat 500',
        mine: 'My name',
        theirs: 'Their name',
        proposed: 'mine',
      },
      {
        field: 'description',
        before: 'Small.',
        mine: 'Small.',
        theirs: 'Small, and round.',
        proposed: 'theirs',
      },
    ])
    expect(applyProposals(mine, differences)).toEqual({
      ...base,
      name: 'My name',
      description: 'Small, and round.',
    })
  })

  it('finds removed attributes, and those added on both sides', () => {
    expect(
      findDifferences({ year: '1957' }, { year: '1958', colour: 'red' }, { colour: 'blue' }),
    ).toEqual([
      { field: 'year', before: '1957', mine: '1958', theirs: '', proposed: 'mine' },
      { field: 'colour', before: '', mine: 'red', theirs: 'blue', proposed: 'mine' },
    ])
  })
})

describe('hasEdits', () => {
  it('ignores added fields that are empty', () => {
    expect(hasEdits({ year: '1957' }, { year: '1957', colour: '' })).toBe(false)
    expect(hasEdits({ year: '1957' }, { year: '' })).toBe(true)
  })
})
