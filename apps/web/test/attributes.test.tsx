import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Attribute } from '@vitrine/contract'
import { afterEach, expect, test } from 'vitest'
import { closeScreen, openScreen } from './open-screen.tsx'
import { attribute, item, listEntry } from './samples.ts'

afterEach(closeScreen)

/** An attribute whose order key is also its id. */
const createAttribute = (
  orderKey: number,
  key: string,
  otherFields: Partial<Attribute> = {},
): Attribute => ({
  ...attribute,
  ...otherFields,
  id: orderKey,
  order_key: orderKey,
  tag_key: key,
  labels: {},
})

const catalogue = [
  createAttribute(10, 'artist', { suggestions: true }),
  createAttribute(20, 'composer', { group: 'music' }),
  createAttribute(30, 'signature', { group: 'none' }),
  createAttribute(40, 'provenance', { audience: 'staff' }),
  createAttribute(50, 'title'),
]

// In another order than the catalogue.
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

async function findBlock() {
  const heading = await screen.findByRole('heading', { name: 'Attributes' })
  const block = within(heading.closest('section') ?? document.body)
  return {
    ...block,
    /** Labels of the attributes with the mark of those that visitors do not see. */
    readMarkedLabels: () =>
      block
        .getAllByRole('img', { name: 'Not shown to visitors' })
        .map(({ parentElement }) => parentElement?.textContent?.trim()),
  }
}

test('attributes have the order of the catalogue, with marks at those hidden from visitors', async () => {
  openItem()
  const block = await findBlock()
  const labels = block.getAllByRole('term').map(({ textContent }) => textContent?.trim())
  expect(labels).toEqual(['Artist', 'Composer', 'Signature', 'Provenance', 'Title'])
  expect(block.readMarkedLabels()).toEqual(['Signature', 'Provenance'])
})

test('the form of the attributes has the same order and marks', async () => {
  openItem()
  const block = await findBlock()
  fireEvent.click(block.getByRole('button', { name: 'Edit attributes' }))
  await block.findByRole('button', { name: 'Save Attributes' })

  const fields = block.getAllByRole('textbox').map((field) => field.getAttribute('name'))
  expect(fields).toEqual(catalogue.map(({ tag_key }) => tag_key))
  expect(block.readMarkedLabels()).toEqual(['Signature', 'Provenance'])
  expect(block.queryByRole('group')).toBeNull()
})

test('warns of an artist almost like one in use, while typing and after saving', async () => {
  openItem()
  fireEvent.click(await screen.findByRole('button', { name: 'Edit attributes' }))
  fireEvent.focus(await screen.findByLabelText('Artist'))
  typeInto('Artist', 'Hodle')
  const warning = /Almost the same as “Hodler”, which is already in use/
  await screen.findByText(warning)

  fireEvent.click(screen.getByRole('button', { name: 'Write Hodler' }))
  await waitFor(() => expect(screen.queryByText(warning)).toBeNull())
  expect(screen.getByLabelText('Artist')).toHaveProperty('value', 'Hodler')

  typeInto('Artist', 'Hodle')
  fireEvent.click(screen.getByRole('button', { name: 'Save Attributes' }))
  await screen.findByText(/^Saved\. Artist: Almost the same as “Hodler”/)
})

test('warns of the name of another item while typing', async () => {
  openItem()
  fireEvent.click(await screen.findByRole('button', { name: 'Edit info' }))
  await screen.findByLabelText('Name')

  typeInto('Name', 'nuit')
  await screen.findByText(/^LG-002 has the same name/)

  typeInto('Name', 'Étude')
  await waitFor(() => expect(screen.queryByText(/has the same name/)).toBeNull())
})
