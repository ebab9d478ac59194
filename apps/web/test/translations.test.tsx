import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import {
  type Answers,
  closeScreen,
  openScreen,
  rejection,
  rejectionMessage,
} from './open-screen.tsx'
import { attribute, item } from './samples.ts'

afterEach(closeScreen)

/** Opens the form of the German translation on the page of an item. */
async function openGerman(answers: Answers) {
  openScreen('/inventory-detail/101', { 'GET /inventory/details/:id': item, ...answers })
  fireEvent.click(await screen.findByRole('button', { name: 'German: missing' }))
  return within(screen.getByRole('region', { name: 'Translations' }))
}

const attributesAnswer: Answers = { 'GET /attributes/:type': [attribute] }

test('the translation form shows why the attributes failed to load', async () => {
  const form = await openGerman({ 'GET /attributes/:type': rejection(500) })
  expect((await form.findByRole('alert')).textContent).toContain(rejectionMessage)
})

test('the translation form says if there is no text to translate', async () => {
  const form = await openGerman({
    ...attributesAnswer,
    'GET /inventory/details/:id': { ...item, name: '' },
  })
  expect(await form.findByText('There is no text to translate yet.')).toBeTruthy()
})

test('the translation form offers no drafts without a model', async () => {
  const form = await openGerman({
    ...attributesAnswer,
    'GET /inventory/translator': { engine: null, seesPictures: false },
  })
  await form.findByLabelText('Name in German')
  expect(form.queryByRole('button', { name: 'Draft a translation' })).toBeNull()
})

test('a failed draft says why and keeps what was typed', async () => {
  const form = await openGerman({
    ...attributesAnswer,
    'GET /inventory/translator': { engine: 'a model', seesPictures: false },
    'POST /inventory/translate': rejection(502),
  })
  const field = await form.findByLabelText<HTMLTextAreaElement>('Name in German')
  fireEvent.change(field, { target: { value: 'Mine' } })
  fireEvent.click(await form.findByRole('button', { name: 'Draft a translation' }))
  expect((await form.findByRole('alert')).textContent).toBe(
    `No draft was created. ${rejectionMessage}`,
  )
  expect(field.value).toBe('Mine')
})
