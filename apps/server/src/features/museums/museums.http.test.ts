// @module-tag sqlite

import { api, type MuseumState } from '@vitrine/contract'
import { expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { createMuseumTexts } from '../../../test/examples.ts'
import { listChanges, undoChange } from '../../../test/history.ts'
import { addItem } from '../../../test/inventory.ts'
import { test } from '../../../test/server.ts'

const hours = { fr: 'Du mardi au dimanche', de: 'Dienstag bis Sonntag', en: 'Tuesday to Sunday' }
const checked: MuseumState = {
  ...createMuseumTexts(),
  email: 'manege@example.org',
  telephone: '+41 26 555 01 27',
  state_fr: 'checked',
  state_de: 'checked',
  state_en: 'checked',
  hours_fr: hours.fr,
  hours_de: hours.de,
  hours_en: hours.en,
}

/** The version that each test starts with. */
let initialVersion = 0

const save = (root: Client, museum: MuseumState, version?: number) =>
  root.call(api.museums.save, {
    body: { type: 'car', museum, ...(version !== undefined && { version }) },
  })

test.beforeEach(async ({ root }) => {
  initialVersion = (await save(root, { ...createMuseumTexts(), state_fr: 'draft', hours_fr: '' }))
    .version
})

test('marks the other checked languages as outdated when one changes', async ({ root }) => {
  await save(root, checked)
  const changed = await save(root, { ...checked, hours_de: 'Täglich' })
  expect(changed).toMatchObject({ state_fr: 'outdated', state_de: 'checked', state_en: 'outdated' })
  // An outdated language can be marked as checked again.
  const { type: _, id: __, version: ___, ...state } = changed
  expect(await save(root, { ...state, state_fr: 'checked' })).toMatchObject({
    state_fr: 'checked',
    state_en: 'outdated',
  })
})

test('keeps drafts as drafts, and ignores changed contact details', async ({ root }) => {
  const draft = await save(root, { ...checked, state_en: 'draft', email: '' })
  expect(await save(root, { ...checked, state_en: 'draft', email: 'a@example.org' })).toMatchObject(
    {
      state_fr: 'checked',
    },
  )
  expect(draft.state_en).toBe('draft')
})

test('rejects a save over a newer version, and undoes changes', async ({ root }) => {
  const first = await save(root, checked, initialVersion)
  expect((await save(root, checked, first.version)).version).toBe(first.version)
  await expect(save(root, { ...checked, telephone: '1' }, initialVersion)).rejects.toMatchObject({
    status: 409,
    body: { obj: { current: { telephone: checked.telephone, version: first.version } } },
  })
  await save(root, { ...checked, telephone: '117' }, first.version)
  const [latest] = await listChanges(root, 'museum', first.id)
  expect(latest?.fields).toMatchObject([
    { field: 'Telephone', before: checked.telephone, after: '117' },
  ])
  await undoChange(root, 'museum', first.id, latest)
  const [car] = await root.call(api.museums.list)
  expect(car?.telephone).toBe(checked.telephone)
})

test('rejects an invalid e-mail address, a long text and an unknown state', async ({ root }) => {
  await expect(save(root, { ...checked, email: 'at home' })).rejects.toMatchObject({ status: 400 })
  await expect(save(root, { ...checked, hours_fr: 'x'.repeat(2_001) })).rejects.toMatchObject({
    status: 400,
  })
  await expect(save(root, { ...checked, state_fr: 'nearly' })).rejects.toMatchObject({
    status: 400,
  })
})

test('shows visitors hours and contact in their language, but no drafts', async ({
  root,
  server,
}) => {
  const read = async (path: string, lang: string) =>
    (await server.fetch(`${path}?lang=${lang}`)).text()
  expect(await read('/manege', 'fr')).not.toContain('class="visit"')
  await save(root, { ...checked, state_de: 'draft' })
  await root.call(api.events.save, {
    body: { events: [{ date: '2099-05-31', text_en: 'Rally', active: true } as never] },
  })
  for (const path of ['/manege', '/save-the-date']) {
    expect(await read(path, 'fr')).toContain(`<p class="said">${hours.fr}</p>`)
    const german = await read(path, 'de')
    expect(german).not.toContain(hours.de)
    expect(german).toContain(`<p class="said" lang="en" dir="auto">${hours.en}</p>`)
    expect(german).toContain('href="mailto:manege@example.org"')
    expect(german).toContain('href="tel:+41265550127"')
    expect(await read(path, 'ja')).toContain(hours.en)
  }
  expect(await read('/grange', 'fr')).not.toContain(hours.fr)
})

test('lets the guide answer from the museum’s texts', async ({ root, server }) => {
  const id = await addItem(root, { type_id: 1, name: 'Zedel', description: 'A car.' })
  const ask = async (question: string, lang = 'en') =>
    (
      await server.fetch(`/ask/car/${id}?lang=${lang}`, {
        method: 'POST',
        body: new URLSearchParams({ question }),
      })
    ).text()
  await save(root, { ...checked, hours_de: '', telephone: '' })
  expect(await ask('When are you open?')).toContain(hours.en)
  const german = await ask('Wie sind die Öffnungszeiten?', 'de')
  expect(german).toContain(hours.en)
  expect(german).toContain('Dieser Text ist')
  const unanswered = await ask('Where are the toilets?')
  expect(unanswered).toContain('Please ask our staff.')
  expect(unanswered).toContain('mailto:manege@example.org')
  expect(unanswered).not.toContain('Chemin du Musée')
  expect(await ask('Bonjour !', 'fr')).toContain('Bonjour')
  const storedQuestions = await server.inDatabase((db) =>
    db
      .selectFrom('visitor_question')
      .select(['question', 'kind'])
      .where('item_id', '=', id)
      .orderBy('id')
      .execute(),
  )
  // The greeting is not stored.
  expect(storedQuestions.map(({ kind }) => kind)).toEqual(['fact', 'fact', 'unknown'])
})
