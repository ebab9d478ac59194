// @module-tag sqlite

import {
  api,
  EditConflict,
  type ItemDetail,
  type LabelLanguage,
  type TextsToSave,
  toPublicNumber,
} from '@vitrine/contract'
import { expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { listChanges, undoChange } from '../../../test/history.ts'
import { addItem } from '../../../test/inventory.ts'
import { test } from '../../../test/server.ts'

const french = 'Le moteur tourne plus vite que ceux des concurrents, et il est dans la cour.'
const german = 'Der Motor dreht schneller als die der Konkurrenz, und er steht im Hof.'
const english = 'The engine turns faster than those of the others, and it is in the yard.'

const details = (client: Client, id: number) =>
  client.call(api.inventory.details, { params: { id } })

/** Saves translations as the screen does, together with the texts that it had read. */
const saveTexts = (
  client: Client,
  item: ItemDetail,
  lang: TextsToSave['lang'],
  texts: Readonly<Record<string, string>>,
  { state = 'checked', same }: { state?: TextsToSave['state']; same?: boolean } = {},
) =>
  client.call(api.inventory.saveTexts, {
    body: {
      itemId: item.id,
      lang,
      fields: Object.fromEntries(
        Object.entries(texts).map(([field, text]) => [
          field,
          {
            text,
            was: item.texts[lang]?.[field]?.text ?? '',
            source:
              field === 'name' || field === 'description' ? item[field] : (item.tags[field] ?? ''),
            ...(same !== undefined && { same }),
          },
        ]),
      ),
      state,
    },
  })

const saveInfo = (client: Client, item: ItemDetail, changes: Partial<ItemDetail>) =>
  client.call(api.inventory.saveInfo, { body: { itemId: item.id, data: { ...item, ...changes } } })

test('recognises the language of the original until one is chosen', async ({ employee: clerk }) => {
  const id = await addItem(clerk, { name: 'Moteur', description: french })
  expect(await details(clerk, id)).toMatchObject({
    language: 'fr',
    languageChosen: false,
    note: '',
    texts: {},
  })

  // A recognised language that is sent back unchanged is not a choice: it changes with the text.
  await saveInfo(clerk, await details(clerk, id), { description: german, note: 'Not for sale.' })
  expect(await details(clerk, id)).toMatchObject({ language: 'de', note: 'Not for sale.' })
  await saveInfo(clerk, await details(clerk, id), { language: 'ja' })
  expect(await details(clerk, id)).toMatchObject({ language: 'ja', languageChosen: true })
  const { identifier, name, description } = await details(clerk, id)
  await clerk.call(api.inventory.saveInfo, {
    body: { itemId: id, data: { identifier, name, description } },
  })
  expect(await details(clerk, id)).toMatchObject({ language: 'ja', note: 'Not for sale.' })
  await saveInfo(clerk, await details(clerk, id), { language: '' })
  expect(await details(clerk, id)).toMatchObject({ language: 'de', languageChosen: false })
  await saveInfo(clerk, await details(clerk, id), { languageChosen: true })
  await saveInfo(clerk, await details(clerk, id), { description: french })
  expect(await details(clerk, id)).toMatchObject({ language: 'de', languageChosen: true })
  await saveInfo(clerk, await details(clerk, id), { languageChosen: false })
  expect(await details(clerk, id)).toMatchObject({ language: 'fr', languageChosen: false })

  const changedFields = (await listChanges(clerk, 'item', id)).map(({ fields }) =>
    fields.map((field) => field.field),
  )
  expect(changedFields.slice(0, 4)).toEqual([
    ['Language'],
    ['Description'],
    ['Language'],
    ['Language'],
  ])
})

test('keeps notes from visitors', async ({ server, employee: clerk }) => {
  const id = await addItem(clerk, { name: 'Moteur', description: french })
  await saveInfo(clerk, await details(clerk, id), { note: 'Not for sale.' })
  const number = toPublicNumber('art', id)
  for (const path of [
    `/api/public/details/${id}`,
    `/api/public/details/${id}?lang=de`,
    `/art/${number}`,
  ]) {
    const page = await (await server.fetch(path)).text()
    expect(page).toContain('Moteur')
    expect(page).not.toContain('Not for sale.')
  }
})

test('saves translations as drafts or checked, and undoes them one by one', async ({
  employee: clerk,
}) => {
  const id = await addItem(clerk, { name: 'Moteur', description: french })
  const item = await details(clerk, id)
  await clerk.call(api.inventory.saveTags, {
    body: { itemId: id, tags: { music_detail: 'Deux mouvements.' } },
  })
  await saveTexts(clerk, item, 'de', { name: 'Motor', description: german }, { state: 'draft' })
  await saveTexts(clerk, await details(clerk, id), 'de', { description: german })
  await saveTexts(clerk, await details(clerk, id), 'en', { music_detail: 'Two movements.' })

  const texts = {
    de: {
      name: { text: 'Motor', state: 'draft', source: 'Moteur' },
      description: { text: german, state: 'checked', source: french },
    },
    en: { music_detail: { text: 'Two movements.', state: 'checked', source: 'Deux mouvements.' } },
  }
  expect((await details(clerk, id)).texts).toEqual(texts)
  const [third, second, first] = await listChanges(clerk, 'item', id)
  expect([first, second, third]).toMatchObject([
    {
      kind: 'texts',
      fields: [
        { field: 'Name in German', before: '', after: 'Motor' },
        { field: 'Name in German', before: '', after: 'saved as a draft' },
        { field: 'Description in German', before: '', after: german },
        { field: 'Description in German', before: '', after: 'saved as a draft' },
      ],
    },
    { fields: [{ field: 'Description in German', before: '', after: 'marked as checked' }] },
    {
      fields: [
        { field: 'Music Detail in English', after: 'Two movements.' },
        { after: 'marked as checked' },
      ],
    },
  ])

  await expect(undoChange(clerk, 'item', id, first)).rejects.toMatchObject({ status: 409 })
  await undoChange(clerk, 'item', id, third)
  expect((await details(clerk, id)).texts).toEqual({ de: texts.de })
  await undoChange(clerk, 'item', id, second)
  await undoChange(clerk, 'item', id, first)
  expect((await details(clerk, id)).texts).toEqual({})
  // Undoing the undo restores the translation.
  await undoChange(clerk, 'item', id, (await listChanges(clerk, 'item', id))[0])
  expect((await details(clerk, id)).texts.de?.description).toEqual({
    text: german,
    state: 'draft',
    source: french,
  })
  await saveTexts(clerk, await details(clerk, id), 'de', { name: '', description: '' })
  expect((await details(clerk, id)).texts).toEqual({})
})

test('marks translations as outdated while their original is changed', async ({
  server,
  employee: clerk,
}) => {
  const id = await addItem(clerk, { name: 'Moteur', description: french })
  await saveTexts(clerk, await details(clerk, id), 'de', { name: 'Motor', description: german })
  const readStates = () =>
    server.inDatabase((db) =>
      db.selectFrom('item').select('text_states').where('id', '=', id).executeTakeFirstOrThrow(),
    )
  expect(await readStates()).toEqual({ text_states: 'original,checked,missing' })

  await saveInfo(clerk, await details(clerk, id), { description: `${french} Fin.` })
  expect(await readStates()).toEqual({ text_states: 'original,outdated,missing' })
  // Visitors still see the outdated translation: it is better than a text in another language.
  const readAsVisitor = () =>
    server.fetch(`/api/public/details/${id}?lang=de`).then((answer) => answer.json())
  expect(await readAsVisitor()).toMatchObject({ name: 'Motor', description: german })

  await undoChange(clerk, 'item', id, (await listChanges(clerk, 'item', id))[0])
  expect(await readStates()).toEqual({ text_states: 'original,checked,missing' })
  await saveInfo(clerk, await details(clerk, id), { description: `${french} Fin.` })
  // Saving the same text confirms it for the new original.
  await saveTexts(clerk, await details(clerk, id), 'de', { description: german })
  expect(await readStates()).toEqual({ text_states: 'original,checked,missing' })
  expect((await listChanges(clerk, 'item', id))[0]?.fields).toEqual([
    { field: 'Description in German', before: '', after: 'compared with the new original' },
  ])
})

test('answers with a conflict only if two people edit the same translation', async ({
  employee: clerk,
  admin,
}) => {
  const id = await addItem(clerk, { name: 'Moteur', description: french })
  const opened = await details(clerk, id)
  expect(await saveTexts(admin, opened, 'de', { description: german })).toEqual({ version: 1 })
  // Neither another language nor another field conflicts.
  await saveTexts(admin, opened, 'en', { description: english })
  await clerk.call(api.inventory.saveInfo, {
    body: {
      itemId: id,
      data: { ...opened, texts: (await details(clerk, id)).texts, name: 'Le moteur' },
      version: 1,
    },
  })

  const failure = await saveTexts(clerk, opened, 'de', { description: 'Ein anderer Text.' }).catch(
    (error) => error,
  )
  expect(failure).toMatchObject({ status: 409 })
  const conflict = EditConflict.parse(failure.body.obj)
  expect(conflict.current.texts.de?.description?.text).toBe(german)
  // A retry finds nothing to change.
  await saveTexts(clerk, opened, 'de', { description: german })

  const before = await details(clerk, id)
  await saveInfo(admin, before, { description: `${french} Fin.` })
  for (const lang of ['de', 'en'] as const) {
    await expect(saveTexts(clerk, before, lang, { description: 'Neu.' })).rejects.toMatchObject({
      status: 409,
    })
    // The name did not change.
    await saveTexts(clerk, before, lang, { name: 'Motor' })
  }
  expect((await details(clerk, id)).texts.de?.description?.text).toBe(german)
})

test('rejects an invalid translation with a message that says what to do', async ({
  employee: clerk,
}) => {
  const id = await addItem(clerk, { name: 'Moteur', description: french })
  const item = await details(clerk, id)
  const toRejection = (message: string) => ({
    status: 400,
    body: { message: expect.stringContaining(message) },
  })
  await expect(saveTexts(clerk, item, 'fr', { name: 'Moteur' })).rejects.toMatchObject(
    toRejection('is already in French'),
  )
  await expect(saveTexts(clerk, item, 'de', { description: ` ${french}\n` })).rejects.toMatchObject(
    toRejection('the same as the original'),
  )
  await saveTexts(clerk, item, 'de', { name: 'Moteur' })
  await saveTexts(clerk, item, 'de', { description: french }, { same: true })
  for (const field of ['year', 'previous_owners', 'nonsense']) {
    await expect(saveTexts(clerk, item, 'de', { [field]: 'x' })).rejects.toMatchObject(
      toRejection('can’t be translated'),
    )
  }
  await expect(saveTexts(clerk, item, 'de', { music_detail: 'x' })).rejects.toMatchObject(
    toRejection('no original'),
  )
  await expect(saveTexts(clerk, item, 'en', { name: 'a\nb' })).rejects.toMatchObject(
    toRejection('single line'),
  )
  await expect(
    saveTexts(clerk, item, 'en', { description: 'x'.repeat(20_001) }),
  ).rejects.toMatchObject({ status: 400 })
  await expect(saveTexts(clerk, item, 'it' as 'fr', { name: 'x' })).rejects.toMatchObject({
    status: 400,
  })
  await expect(
    saveTexts(clerk, { ...item, id: 999_999 }, 'en', { name: 'x' }),
  ).rejects.toMatchObject({ status: 404 })

  const longestText = 'שלום 你好 👋 '.repeat(1_600).slice(0, 20_000)
  await saveTexts(clerk, item, 'en', { description: longestText })
  expect((await details(clerk, id)).texts.en?.description?.text).toBe(longestText.toWellFormed())
  const translated = await details(clerk, id)
  await expect(saveInfo(clerk, translated, { texts: {} })).rejects.toMatchObject(
    toRejection('Use save-texts'),
  )
  await saveInfo(clerk, translated, { name: 'Le moteur' })
})

test('shows visitors checked texts in their language, else in English, else the original', async ({
  server,
  employee: clerk,
}) => {
  const id = await addItem(clerk, { name: 'Moteur', description: french })
  await clerk.call(api.inventory.saveTags, {
    body: { itemId: id, tags: { music_detail: 'Deux mouvements.', year: '1921' } },
  })
  await saveTexts(
    clerk,
    await details(clerk, id),
    'de',
    { name: 'Motor', description: german },
    { state: 'draft' },
  )
  await saveTexts(clerk, await details(clerk, id), 'de', { name: 'Motor' })
  await saveTexts(clerk, await details(clerk, id), 'en', {
    description: english,
    music_detail: 'Two movements.',
  })

  const readTexts = async (lang: LabelLanguage) => {
    const { name, description, tags } = await clerk.call(api.factsheets.details, {
      params: { id },
      query: { lang },
    })
    return [name, description, tags.music_detail, tags.year]
  }
  expect(await readTexts('fr')).toEqual(['Moteur', french, 'Deux mouvements.', '1921'])
  expect(await readTexts('de')).toEqual(['Motor', french, 'Deux mouvements.', '1921'])
  for (const lang of ['en', 'it', 'ja'] as const)
    expect(await readTexts(lang)).toEqual(['Moteur', english, 'Two movements.', '1921'])
  await saveInfo(clerk, await details(clerk, id), { language: 'it' })
  expect(await readTexts('it')).toEqual(['Moteur', french, 'Deux mouvements.', '1921'])

  const withoutLanguage = await clerk.call(api.factsheets.details, { params: { id }, query: {} })
  expect(Object.keys(withoutLanguage).sort()).toEqual([
    'description',
    'id',
    'identifier',
    'name',
    'picture',
    'pictures',
    'recording',
    'tags',
    'type_name',
  ])
  // Emptying the original hides its translations.
  await saveInfo(clerk, await details(clerk, id), { description: '' })
  expect(await readTexts('en')).toEqual(['Moteur', '', 'Two movements.', '1921'])
  expect((await server.fetch(`/api/public/details/${id}?lang=xx`)).status).toBe(400)
})
