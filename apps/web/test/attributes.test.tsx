import { fireEvent, screen, within } from '@testing-library/react'
import type { Attribute } from '@vitrine/contract'
import { afterEach, expect, test } from 'vitest'
import { closeScreen, openScreen } from './open-screen.tsx'
import { attribute, item } from './samples.ts'

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
  define(10, 'artist'),
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

function openItem() {
  openScreen('/inventory-detail/101', {
    'GET /inventory/details/:id': { ...item, tags },
    'GET /attributes/:type': catalogue,
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
