import type { Role } from '@vitrine/contract'
import { describe, expect, it, test } from 'vitest'
import { toCommandGroups } from '../../features/search/search-options.tsx'
import { listScreenCommands } from './commands.tsx'

/** What the palette offers: titles, with the lines below them. */
function find(typed: string, role: Role = 'root'): string[] {
  const options = toCommandGroups(listScreenCommands(role), typed).flatMap((group) => group.options)
  return options.map(({ title, lines }) =>
    [title, ...lines]
      .map(({ text, ...line }) => ('label' in line && line.label ? `${line.label}: ${text}` : text))
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

describe('a screen is found by what can be done there', () => {
  test.for([
    ['étiquettes', 'Select, then Labels: Étiquettes'],
    ['Etiketten', 'Select, then Labels: Etiketten'],
    ['import', 'Upload CSV: Import'],
    ['verschieben', 'Select, then Move…: Verschieben'],
  ] as const)('%s: %s', ([typed, action]) =>
    expect(find(typed)).toEqual([`Le Manège | ${action}`, `La Grange | ${action}`]),
  )
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
