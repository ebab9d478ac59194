import type { Role } from '@vitrine/contract'
import { describe, expect, it, test } from 'vitest'
import { toCommandGroups } from '../../features/search/search-options.tsx'
import { listScreenCommands } from './commands.tsx'

/** What the palette offers: titles, with the lines below them. */
function find(typed: string, role: Role = 'root'): string[] {
  const options = toCommandGroups(listScreenCommands(role), typed).flatMap((group) => group.options)
  return options.map(({ title, origin, lines }) =>
    [title, ...lines]
      .map(({ text }) => text)
      .concat(origin ?? [])
      .join(' | '),
  )
}

describe('a screen is found by its name in French and German', () => {
  test.for([
    ['récolement', 'Stocktake | Récolement'],
    ['RECOLEMENT', 'Stocktake | Récolement'],
    ['Inventur', 'Stocktake | Inventur'],
    ['Standort', 'Places | Standorte'],
    ['emplac', 'Places | Emplacements'],
    ['utilisateurs', 'Employees | Utilisateurs'],
    ['Benutzer', 'Employees | Benutzer'],
    ['aide', 'Help | Aide'],
    ['Hilfe', 'Help | Hilfe'],
    ['evenement', 'Save the Date | Événements'],
    ['oeuvres', 'La Grange | Œuvres'],
    ['offnungszeiten', 'Museums | Öffnungszeiten'],
    ['ouverture', 'Museums | Horaires d’ouverture'],
  ] as const)('%s: %s', ([typed, first]) => expect(find(typed)[0]).toBe(first))
})

describe('an action is found by what people call it', () => {
  test.for([
    ['étiquettes', 'Print labels | Étiquettes'],
    ['Etiketten', 'Print labels | Etiketten'],
    ['import', 'Upload CSV | Import'],
    ['verschieben', 'Select, then Move… | Verschieben'],
    ['add item', 'Add Item'],
  ] as const)('%s: %s', ([typed, action]) =>
    expect(find(typed)).toEqual([`${action} | Le Manège`, `${action} | La Grange`]),
  )
})

test('an action opens its form by the fragment of the address', () => {
  const hrefs = (typed: string, role: Role = 'root') =>
    toCommandGroups(listScreenCommands(role), typed).flatMap((group) =>
      group.options.map(({ href }) => href),
    )
  expect(hrefs('labels')).toEqual(['/inventory/car#labels', '/inventory/art#labels'])
  expect(hrefs('new event')).toEqual(['/cms#new'])
  expect(hrefs('add place')).toEqual(['/places#add'])
  expect(hrefs('add place', 'employee')).toEqual([])
})

describe('the command palette', () => {
  it('offers a screen with the typed title before one with such another name', () => {
    expect(find('journal')).toEqual(['Journal', 'Audit log | Journal d’audit'])
  })

  it('offers no screen of other roles by its other names', () => {
    expect(find('utilisateurs', 'employee')).toEqual([])
    expect(find('rapport', 'employee')).toEqual([])
  })

  it('offers the test screen and the API reference only when their titles are typed', () => {
    for (const typed of ['', 'e', 'screen', 'reference', 'a', 'te'])
      expect(find(typed), typed).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^Test screen|^API reference/)]),
      )
    expect(find('test')).toEqual(['Test screen'])
    expect(find('API')).toEqual(['API reference'])
  })

  it('does not search other names for one or two letters', () => {
    expect(find('ko')).toEqual([])
  })

  it('lists places under a heading of their own', () => {
    const place = { key: 'place 1', title: 'Saal 3 (S3)', heading: 'Places', icon: null } as const
    const groups = toCommandGroups([...listScreenCommands('root'), place], 'sa')
    expect(groups.map(({ heading, options }) => [heading, options.length])).toEqual([
      ['Screens', 1],
      ['Places', 1],
    ])
  })
})
