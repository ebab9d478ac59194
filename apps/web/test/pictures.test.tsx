import { fireEvent, screen, within } from '@testing-library/react'
import type { ItemDetail, ItemPicture } from '@vitrine/contract'
import { afterEach, expect, test } from 'vitest'
import {
  type Answers,
  closeScreen,
  openScreen,
  rejection,
  rejectionMessage,
} from './open-screen.tsx'
import { item } from './samples.ts'

afterEach(closeScreen)

const picture: ItemPicture = {
  name: '0123456789abcdef',
  fileName: 'clock.jpg',
  width: 400,
  height: 300,
  kind: 'view',
  credit: '',
  licence: '',
  public: true,
  alt: { fr: '', de: '', en: '' },
}
const itemWithPicture: ItemDetail = { ...item, picture, pictures: [picture] }

async function openPicture(answers: Answers) {
  openScreen('/inventory-detail/101', {
    'GET /inventory/details/:id': itemWithPicture,
    'GET /attributes/:type': [],
    ...answers,
  })
  fireEvent.click(await screen.findByRole('button', { name: /^Picture 1 of 1/ }))
  return within(await screen.findByRole('form', { name: 'Picture' }))
}

const translator = (seesPictures: boolean): Answers => ({
  'GET /inventory/translator': { engine: 'a model', seesPictures },
})

test('without a model that sees pictures, no alternative texts can be drafted', async () => {
  const form = await openPicture(translator(false))
  await form.findByLabelText('German')
  expect(form.queryByRole('button', { name: 'Draft in German' })).toBeNull()
})

async function draftInGerman(answer: Answers) {
  const form = await openPicture({ ...translator(true), ...answer })
  fireEvent.click(await form.findByRole('button', { name: 'Draft in German' }))
  return form
}

test('a failed draft of an alternative text says why', async () => {
  const form = await draftInGerman({ 'POST /assistant/draft-alt': rejection(502) })
  expect((await form.findByRole('alert')).textContent).toBe(
    `No draft was created. ${rejectionMessage}`,
  )
})

test('a draft of an alternative text fills its field, to be saved by the user', async () => {
  const text = 'Eine Uhr aus Messing.'
  const form = await draftInGerman({ 'POST /assistant/draft-alt': { text, engine: 'a model' } })
  await form.findByText('Drafted by a model. Please read it before you save it.')
  expect(form.getByLabelText<HTMLTextAreaElement>('German').value).toBe(text)
  expect(form.getByRole<HTMLButtonElement>('button', { name: 'Save Picture' }).disabled).toBe(false)
})

/** Edits the credit and saves it; the server rejects that. */
async function saveCredit(answer: ReturnType<typeof rejection>) {
  const form = await openPicture({ 'POST /inventory/save-pictures': answer })
  const field = form.getByLabelText<HTMLInputElement>('Credit')
  fireEvent.change(field, { target: { value: 'Anna Keller' } })
  fireEvent.click(form.getByRole('button', { name: 'Save Picture' }))
  const alert = await form.findByRole('alert')
  return { form, field, message: alert.textContent }
}

const conflict = (current: ItemDetail) =>
  rejection(409, { current, changedBy: 'Anna', changedAt: '2026-11-01T10:00:00.000Z' })

test('edits of a picture that someone else has removed are kept', async () => {
  const { field, message } = await saveCredit(conflict({ ...item, version: 2 }))
  expect(message).toContain('someone else has removed this picture')
  expect(field.value).toBe('Anna Keller')
})

test('edits of a picture that someone else has saved are kept', async () => {
  const pictures = [{ ...picture, credit: 'Museum' }]
  const { field, message } = await saveCredit(
    conflict({ ...itemWithPicture, pictures, version: 2 }),
  )
  expect(message).toContain('Anna saved this picture')
  expect(field.value).toBe('Anna Keller')
})

test('a rejected field of a picture shows its error', async () => {
  const fields = { 'pictures.0.credit': 'Too long.' }
  const { form, message } = await saveCredit(rejection(400, { fields }))
  expect(message).toContain('Please check the marked fields.')
  expect((await form.findByText('Too long.')).tagName).not.toBe('INPUT')
})
