import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Attribute } from '@vitrine/contract'
import { afterEach, expect, test } from 'vitest'
import { closeScreen, openScreen } from './open-screen.tsx'
import { attribute, item, listEntry } from './samples.ts'

afterEach(closeScreen)

const define = (
  order_key: number,
  tag_key: string,
  others: Partial<Attribute> = {},
): Attribute => ({
  ...attribute,
  ...others,
  id: order_key,
  order_key,
  tag_key,
  labels: {},
})

const catalogue = [
  define(10, 'artist', { suggestions: true }),
  define(20, 'composer', { group: 'music' }),
  define(30, 'signature', { group: 'none' }),
  define(40, 'provenance', { audience: 'staff' }),
  define(50, 'title'),
]

const tags = {
  title: 'Nuit',
  provenance: 'Bern',
  signature: 'HK',
  composer: 'Clara',
  artist: 'Anker',
}

const typeInto = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

function openItem() {
  openScreen('/inventory-detail/101', {
    'GET /inventory/details/:id': { ...item, tags },
    'GET /attributes/:type': catalogue,
    'GET /attributes/suggestions/:id': ['Hodler', 'Anker'],
    'GET /inventory/art': [
      { ...listEntry, id: 101, identifier: 'LG-001', name: 'Étude' },
      { ...listEntry, id: 102, identifier: 'LG-002', name: 'Nuit' },
    ],
    'POST /inventory/save-tags': { version: 2 },
    'POST /inventory/save-info': { version: 2 },
  })
}

test('attributes keep the order of the catalogue, and hidden ones are marked, in both modes', async () => {
  openItem()
  const heading = await screen.findByRole('heading', { name: 'Attributes' })
  const block = within(heading.closest('section') ?? document.body)
  const labels = ['Artist', 'Composer', 'Signature', 'Provenance', 'Title']
  const listMarked = () =>
    block
      .getAllByRole('img', { name: 'Not shown to visitors' })
      .map(({ parentElement }) => parentElement?.textContent?.trim())

  expect(block.getAllByRole('term').map(({ textContent }) => textContent?.trim())).toEqual(labels)
  expect(listMarked()).toEqual(['Signature', 'Provenance'])

  fireEvent.click(block.getByRole('button', { name: 'Edit attributes' }))
  await block.findByRole('button', { name: 'Save Attributes' })
  const fields = block.getAllByRole('textbox').map((field) => field.getAttribute('name'))
  expect(fields).toEqual(['artist', 'composer', 'signature', 'provenance', 'title'])
  expect(listMarked()).toEqual(['Signature', 'Provenance'])
  expect(block.queryByRole('group')).toBeNull()
})

test('an artist almost like one in use is warned of while typed, and again after saving', async () => {
  openItem()
  fireEvent.click(await screen.findByRole('button', { name: 'Edit attributes' }))
  fireEvent.focus(await screen.findByLabelText('Artist'))
  typeInto('Artist', 'Hodle')
  const message = /Almost the same as “Hodler”, which is already in use/
  await screen.findByText(message)

  fireEvent.click(screen.getByRole('button', { name: 'Write Hodler' }))
  await waitFor(() => expect(screen.queryByText(message)).toBeNull())
  expect(screen.getByLabelText('Artist')).toHaveProperty('value', 'Hodler')

  typeInto('Artist', 'Hodle')
  fireEvent.click(screen.getByRole('button', { name: 'Save Attributes' }))
  await screen.findByText(/^Saved\. Artist: Almost the same as “Hodler”/)
})

test('a name that another item has is warned of while typed', async () => {
  openItem()
  fireEvent.click(await screen.findByRole('button', { name: 'Edit info' }))
  await screen.findByLabelText('Name')
  typeInto('Name', 'nuit')
  await screen.findByText(/^LG-002 has the same name/)
  typeInto('Name', 'Étude')
  await waitFor(() => expect(screen.queryByText(/has the same name/)).toBeNull())
})
