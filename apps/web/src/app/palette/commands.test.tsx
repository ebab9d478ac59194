import type { Role } from '@vitrine/contract'
import { describe, expect, it, test } from 'vitest'
import { toCommandGroups } from '../../features/search/search-options.tsx'
import { listScreenCommands } from './commands.tsx'

const listOptions = (typed: string, role: Role) =>
  toCommandGroups(listScreenCommands(role), typed).flatMap(({ options }) => options)

/** Formats the commands found for a text: 'title | other name | screen of an action'. */
const find = (typed: string, role: Role = 'root'): string[] =>
  listOptions(typed, role).map(({ title, origin, lines }) => {
    const texts = [title, ...lines].map(({ text }) => text)
    if (origin !== undefined) texts.push(origin)
    return texts.join(' | ')
  })

describe('finds a screen by its French and German names', () => {
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
  ] as const)('%s: %s', ([typed, command]) => expect(find(typed)[0]).toBe(command))
})

describe('finds an action of both inventories by its title and other names', () => {
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

test('links an action to the fragment that opens its form, for roles that may use it', () => {
  const listAddresses = (typed: string, role: Role = 'root') =>
    listOptions(typed, role).map(({ href }) => href)

  expect(listAddresses('labels')).toEqual(['/inventory/car#labels', '/inventory/art#labels'])
  expect(listAddresses('new event')).toEqual(['/cms#new'])
  expect(listAddresses('add place')).toEqual(['/places#add'])
  expect(listAddresses('add place', 'employee')).toEqual([])
})

describe('the command palette', () => {
  it('lists a screen with a matching title before one with only a matching other name', () => {
    expect(find('journal')).toEqual(['Journal', 'Audit log | Journal d’audit'])
  })

  it('finds no screen by its other names that the role may not open', () => {
    expect(find('utilisateurs', 'employee')).toEqual([])
    expect(find('rapport', 'employee')).toEqual([])
  })

  it('offers the test screen and the API reference only when their titles are typed', () => {
    const isTechnical = (command: string) => /^(?:Test screen|API reference)/.test(command)

    for (const typed of ['', 'e', 'screen', 'reference', 'a', 'te'])
      expect(find(typed).filter(isTechnical), typed).toEqual([])
    expect(find('test')).toEqual(['Test screen'])
    expect(find('API')).toEqual(['API reference'])
  })

  it('does not search other names for one or two letters', () => {
    // 'Konten' is another name of the screen Employees.
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
