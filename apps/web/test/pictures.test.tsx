import { fireEvent, screen, within } from '@testing-library/react'
import type { ItemPicture } from '@vitrine/contract'
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
const withPicture = { ...item, picture, pictures: [picture] }

async function openPicture(answers: Answers) {
  openScreen('/inventory-detail/101', {
    'GET /inventory/details/:id': withPicture,
    'GET /attributes/:type': [],
    ...answers,
  })
  fireEvent.click(await screen.findByRole('button', { name: /^Picture 1 of 1/ }))
  return within(await screen.findByRole('form', { name: 'Picture' }))
}

const translator = (seesPictures: boolean): Answers => ({
  'GET /inventory/translator': { engine: 'a model', seesPictures },
})

test('a model that sees pictures drafts alternative texts without saving them', async () => {
  const formWithoutModel = await openPicture(translator(false))
  await formWithoutModel.findByLabelText('German')
  expect(formWithoutModel.queryByRole('button', { name: 'Draft in German' })).toBeNull()

  const failingForm = await openPicture({
    ...translator(true),
    'POST /assistant/draft-alt': rejection(502),
  })
  fireEvent.click(await failingForm.findByRole('button', { name: 'Draft in German' }))
  expect((await failingForm.findByRole('alert')).textContent).toBe(
    `No draft was created. ${rejectionMessage}`,
  )

  const text = 'Eine Uhr aus Messing.'
  const form = await openPicture({
    ...translator(true),
    'POST /assistant/draft-alt': { text, engine: 'a model' },
  })
  fireEvent.click(await form.findByRole('button', { name: 'Draft in German' }))
  await form.findByText('Drafted by a model. Please read it before you save it.')
  expect(form.getByLabelText<HTMLTextAreaElement>('German').value).toBe(text)
  expect(form.getByRole<HTMLButtonElement>('button', { name: 'Save Picture' }).disabled).toBe(false)
})

test('the picture form keeps edits when a save is rejected', async () => {
  const save = async (answer: Answers) => {
    const form = await openPicture(answer)
    fireEvent.change(form.getByLabelText('Credit'), { target: { value: 'Anna Keller' } })
    fireEvent.click(form.getByRole('button', { name: 'Save Picture' }))
    return form
  }
  const theirs = {
    current: { ...item, version: 2 },
    changedBy: 'Anna',
    changedAt: '2026-11-01T10:00:00.000Z',
  }
  const afterRemoval = await save({ 'POST /inventory/save-pictures': rejection(409, theirs) })
  expect((await afterRemoval.findByRole('alert')).textContent).toContain(
    'someone else has removed this picture',
  )
  expect(afterRemoval.getByLabelText<HTMLInputElement>('Credit').value).toBe('Anna Keller')

  const described = { ...withPicture, pictures: [{ ...picture, credit: 'Museum' }], version: 2 }
  const changed = await save({
    'POST /inventory/save-pictures': rejection(409, { ...theirs, current: described }),
  })
  expect((await changed.findByRole('alert')).textContent).toContain('Anna saved this picture')
  expect(changed.getByLabelText<HTMLInputElement>('Credit').value).toBe('Anna Keller')

  const fields = { 'pictures.0.credit': 'Too long.' }
  const refused = await save({ 'POST /inventory/save-pictures': rejection(400, { fields }) })
  expect((await refused.findByText('Too long.')).tagName).not.toBe('INPUT')
  expect((await refused.findByRole('alert')).textContent).toContain(
    'Please check the marked fields.',
  )
})
