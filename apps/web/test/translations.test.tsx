import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type Answers, closeScreen, openScreen, reason, refusal } from './open-screen.tsx'
import { attribute, item } from './samples.ts'

afterEach(closeScreen)

/** The translation into German of an item's page, opened. */
async function openGerman(answers: Answers) {
  openScreen('/inventory-detail/101', { 'GET /inventory/details/:id': item, ...answers })
  fireEvent.click(await screen.findByRole('button', { name: 'German: missing' }))
  return within(screen.getByRole('region', { name: 'Translations' }))
}

const attributes: Answers = { 'GET /attributes/:type': [attribute] }
const aModel: Answers = { 'GET /inventory/translator': { engine: 'a model', seesPictures: false } }

test('a translation says what went wrong with the attributes', async () => {
  const failed = await openGerman({ 'GET /attributes/:type': refusal(500) })
  expect((await failed.findByRole('alert')).textContent).toContain(reason)
})

test('an item without a text has none to translate', async () => {
  const empty = await openGerman({
    ...attributes,
    'GET /inventory/details/:id': { ...item, name: '' },
  })
  expect(await empty.findByText('There is no text to translate yet.')).toBeTruthy()
})

test('without a model nothing is drafted; a failed draft shows an error, and nothing typed is lost', async () => {
  const plain = await openGerman({
    ...attributes,
    'GET /inventory/translator': { engine: null, seesPictures: false },
  })
  await plain.findByLabelText('Name in German')
  expect(plain.queryByRole('button', { name: 'Draft a translation' })).toBeNull()

  const drafting = await openGerman({
    ...attributes,
    ...aModel,
    'POST /inventory/translate': refusal(502),
  })
  const field = await drafting.findByLabelText<HTMLTextAreaElement>('Name in German')
  fireEvent.change(field, { target: { value: 'Mine' } })
  fireEvent.click(await drafting.findByRole('button', { name: 'Draft a translation' }))
  expect((await drafting.findByRole('alert')).textContent).toBe(`No draft was created. ${reason}`)
  expect(field.value).toBe('Mine')
})
