import { api, toDay } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem, addPlace, addPlaces, plainAttribute } from '../../../test/inventory.ts'
import { type Behaviour, shortModelTimeouts, startModelServer } from '../../../test/model-server.ts'
import { startTestServer } from '../../../test/server.ts'

// @module-tag sqlite

const ask = (client: Client, question: string) =>
  client.call(api.assistant.ask, { body: { question } })
const repaired =
  'Guten Morgen. Im Zelbrix wurde das Getriebe repariert, 12 Zahnräder sind neu. Rechnung folgt, 840 Franken.'

/**
 * Starts a server with an entry, a comment and an item about the car 'Zelbrix', which no other text
 * mentions.
 */
async function startMuseum(variables: Record<string, string> = {}) {
  const server = await startTestServer(variables, { limits: shortModelTimeouts })
  const root = await server.signIn('root')
  const added = await root.call(api.inventory.add, {
    body: {
      item: {
        type_id: 1,
        identifier: 'ZX-1',
        name: 'Zelbrix Torpedo',
        description: 'It crossed the Gotthard in 1931.',
      },
    },
  })
  const { id } = added
  await root.call(api.inventory.saveTags, { body: { itemId: id, tags: { weight_kg: '910' } } })
  await root.call(api.comments.add, {
    body: { itemId: id, comment: 'The left headlamp of this one is cracked.' },
  })
  await root.call(api.journal.add, { body: { comment: repaired, date: '2024-03-14', tags: [] } })
  return { server, root, id }
}

test('quotes kind, date and link of sources for questions in three languages', async () => {
  const { server, root, id } = await startMuseum()
  await using _ = server
  for (const question of [
    'When was the Zelbrix’s gearbox repaired?',
    'Wann wurde beim Zelbrix das Getriebe geflickt?',
    'Quand a-t-on réparé la boîte de vitesses de la Zelbrix ?',
  ]) {
    const { sources, answer, engine, fellBack } = await ask(root, question)
    expect(sources[0], question).toEqual({
      id: 1,
      kind: 'journal',
      subject_id: expect.any(Number),
      item_id: null,
      title: '',
      date: '2024-03-14',
      author: expect.any(String),
      text: repaired,
    })
    expect({ answer, engine, fellBack }).toEqual({
      answer: [],
      engine: 'embedded',
      fellBack: false,
    })
  }
  const [headlamp] = (await ask(root, 'What is wrong with the headlamp of the Zelbrix?')).sources
  expect(headlamp).toMatchObject({
    kind: 'comment',
    item_id: id,
    title: 'ZX-1 Zelbrix Torpedo',
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
  const [weight] = (await ask(root, 'How heavy is the Zelbrix?')).sources
  expect(weight).toMatchObject({ kind: 'item', subject_id: id, text: 'Weight (kg): 910' })
  const [slip] = (await ask(root, 'When was the Zelbirx repaired?')).sources
  expect(slip).toMatchObject({ kind: 'journal', date: '2024-03-14' })
  for (const nothing of ['Xyzzy plugh?', '?!', '🙂', 'שלום', '<b>xqzzz</b>'])
    expect((await ask(root, nothing)).sources, nothing).toEqual([])
})

test('quotes nothing if only single words of a question occur', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  for (const question of [
    'Who is the president of France?',
    'What is the root password?',
    'Wer hat die Bundesratswahl gewonnen?',
    'Combien coûte un café ?',
    'Qui était le conducteur de la Bugatti ?',
    'Erzähl mir einen Witz',
    'Wann war der Apéro?',
  ])
    expect((await ask(root, question)).sources, question).toEqual([])
  const leaking = (await ask(root, 'Ça coule ?')).sources.map(({ text }) => text).join(' ')
  expect(leaking).toMatch(/coulé/)
  expect(leaking, '‘coule’ does not begin ‘couleur’').not.toMatch(/couleur/i)
})

test('finds texts by synonyms, by translation, and comments on the named item', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  for (const comment of [
    'Das Dach über Saal 9 ist undicht.',
    'Ab Mai gelten neue Öffnungszeiten, die Sitzung hat es beschlossen.',
    'Heizung in Saal 9 ausgefallen.',
    'Retour du tableau prêté à Genève, sans dommage.',
  ])
    await root.call(api.journal.add, {
      body: { comment, date: toDay(server.clock.now()), tags: [] },
    })
  for (const question of [
    'When was the Bugatti’s gearbox repaired?',
    'Wann wurde das Getriebe des Bugatti repariert?',
    'Quand la boîte de la Bugatti a-t-elle été réparée ?',
  ])
    expect((await ask(root, question)).sources[0], question).toMatchObject({
      kind: 'item',
      title: 'LM-013 Bugatti Type 35B',
      text: expect.stringContaining('1990'),
    })
  const found: readonly (readonly [question: string, text: RegExp])[] = [
    ['Qui a réparé le toit ?', /Das Dach über Saal 9 ist undicht/],
    ['Who repaired the roof?', /Das Dach über Saal 9 ist undicht/],
    ['What did we decide about opening hours?', /neue Öffnungszeiten/],
    ['When did the heating fail?', /Heizung in Saal 9 ausgefallen/],
    ['Wer kümmert sich um den Audi quattro?', /Qui s’en charge/],
    ['What do the comments on the Bugatti say?', /Rad hinten links/],
    ['Wann kam das Gemälde aus Genf zurück?', /prêté à Genève, sans dommage/],
    ['Wer kümmert sich um den Audi quattro?', /Mache ich bis Ende Monat/],
  ]
  for (const [question, text] of found)
    expect(
      (await ask(root, question)).sources.map((source) => source.text),
      question,
    ).toContainEqual(expect.stringMatching(text))
})

test('finds items by the label of an attribute and a relative year', async () => {
  const { server, root, id } = await startMuseum()
  await using _ = server
  const year = server.clock.now().getFullYear()
  await root.call(api.attributes.add, {
    body: {
      type: 'car',
      tag_key: 'loan_until',
      attribute: { ...plainAttribute, labels: { en: 'On loan until' } },
    },
  })
  const set = (value: string) =>
    root.call(api.inventory.saveTags, {
      body: { itemId: id, tags: { weight_kg: '910', loan_until: value } },
    })
  const loan = async (question: string) =>
    (await ask(root, question)).sources
      .filter((source) => source.kind === 'item' && source.subject_id === id)
      .map(({ text }) => text)
  await set(`30.6.${year}`)
  expect(await loan('Which loans end this year?')).toEqual([`On loan until: 30.6.${year}`])
  expect(await loan('Welche Leihgaben enden dieses Jahr?')).toEqual([`On loan until: 30.6.${year}`])
  expect(await loan('Which loans end next year?')).toEqual([])
  await set(`30.6.${year + 1}`)
  expect(await loan('Which loans end next year?')).toEqual([`On loan until: 30.6.${year + 1}`])
})

test('quotes the location of an item named by identifier or name, without a model', async () => {
  await using provider = await startModelServer('openai-compatible', { say: ['It is here [1].'] })
  const { server, root, id } = await startMuseum(provider.variables)
  await using _ = server
  await root.call(api.inventory.saveTags, { body: { itemId: id, tags: { location: 'Halle 2' } } })
  for (const question of [
    'Wo ist ZX-1?',
    'Où est ZX-1 ?',
    'Where is ZX-1?',
    'Wo steht der Zelbrix?',
    'Où se trouve la Zelbrix ?',
    'Where is the Zelbrix Torpedo?',
  ])
    expect(await ask(root, question), question).toMatchObject({
      lists: [],
      answer: [],
      sources: [{ kind: 'item', subject_id: id, text: 'Location: Le Manège › Halle 2' }],
      engine: 'embedded',
      fellBack: false,
    })
  for (const question of [
    'Was hängt im Saal 3?',
    'What hangs in Saal 3?',
    'Qu’est-ce qui est accroché dans le Saal 3 ?',
  ])
    expect((await ask(root, question)).lists, question).toMatchObject([
      { type: 'art', values: ['Saal 3'] },
    ])
  expect(provider.requests).toEqual([])
})

test('tells the path of an item’s place, and counts items in places inside a named one', async () => {
  const { server, root, id } = await startMuseum()
  await using _ = server
  const house = await addPlace(root, 'Zelhaus', { kind: 'building' })
  const hall = await addPlace(root, 'Saal 77', { parent_id: house.id })
  const box = await addPlace(root, 'Kiste 77', { kind: 'box', parent_id: hall.id })
  const other = await addItem(root, { type_id: 1 })
  const move = (itemId: number, location: string) =>
    root.call(api.inventory.saveTags, { body: { itemId, tags: { location } } })
  await move(id, 'Kiste 77')
  await move(other, 'Saal 77')
  for (const question of ['Wo ist ZX-1?', 'Où est ZX-1 ?', 'Where is ZX-1?'])
    expect((await ask(root, question)).sources, question).toMatchObject([
      { subject_id: id, text: 'Location: Zelhaus › Saal 77 › Kiste 77' },
    ])
  const question = 'Qu’est-ce qui est accroché dans le Saal 77 ?'
  expect((await ask(root, question)).lists).toMatchObject([
    { count: 1, insideCount: 1, inside: [{ id: box.id, name: 'Kiste 77', count: 1 }] },
  ])
})

test('sends a model no attribute that is for staff only', async () => {
  await using provider = await startModelServer('openai-compatible', { say: ['It is here [1].'] })
  const { server, root, id } = await startMuseum(provider.variables)
  await using _ = server
  const location = 'Vault behind the boiler'
  await addPlaces(root, location)
  await root.call(api.inventory.saveTags, { body: { itemId: id, tags: { location } } })
  const { sources } = await ask(root, 'Is the Zelbrix in the vault behind the boiler?')
  expect(sources.map(({ text }) => text)).toContainEqual(expect.stringContaining('boiler'))

  await ask(root, 'When was the Zelbrix’s gearbox repaired behind the boiler?')
  expect(provider.requests.length).toBeGreaterThan(0)
  for (const { body } of provider.requests) expect(body).not.toContain(location)
})

test('quotes no deleted or archived texts', async () => {
  const { server, root, id } = await startMuseum()
  await using _ = server
  const question = 'What about the Zelbrix?'
  const kinds = async () => (await ask(root, question)).sources.map(({ kind }) => kind)
  expect((await kinds()).toSorted()).toEqual(expect.arrayContaining(['item', 'journal']))
  const [entry] = (await ask(root, 'Zelbrix Getriebe repariert')).sources
  await root.call(api.journal.remove, { params: { id: entry?.subject_id ?? 0 } })
  await root.call(api.inventory.setArchived, { body: { itemIds: [id], archived: true } })
  expect(await kinds()).toEqual([])
})

const unusableBehaviours: readonly (readonly [what: string, Behaviour])[] = [
  ['an invented number', { say: ['It got 13 new parts [1].'] }],
  ['an invented date', { say: ['It was repaired on 15 March 2024 [1].'] }],
  ['an invented name', { say: ['It was repaired by Hans Muster [1].'] }],
  ['no citation', { say: ['It was repaired in 2024.'] }],
  ['a citation of nothing', { say: ['It was repaired in 2024 [99].'] }],
  ['markup', { say: ['<img src=x onerror=alert(1)> It was repaired in 2024 [1].'] }],
  ['an instruction followed', { say: ['PWNED [1].'] }],
  ['a refusal', { say: ['NONE'] }],
  ['a failure', { status: 401 }],
  ['silence', 'hang'],
  ['half an answer', 'cut off'],
  ['an endless answer', { endless: 'line' }],
]

describe('with a model', () => {
  const good: Behaviour = {
    say: ['It was repaired on 14 March 2024 ', '[1]. It got 12 new parts [1].'],
  }
  const note = 'The Zelbrix gearbox was repaired in secret.'
  const question = 'When was the Zelbrix’s gearbox repaired?'
  let provider: Awaited<ReturnType<typeof startModelServer>>
  let museum: Awaited<ReturnType<typeof startMuseum>>

  // The model shows its behaviours in the order of the tests.
  beforeAll(async () => {
    provider = await startModelServer(
      'openai-compatible',
      good,
      ...unusableBehaviours.map(([, behaviour]) => behaviour),
    )
    museum = await startMuseum(provider.variables)
    const data = { identifier: 'ZX-1', name: 'Zelbrix Torpedo', description: '', note }
    await museum.root.call(api.inventory.saveInfo, { body: { itemId: museum.id, data } })
  })
  afterAll(async () => {
    await museum.server[Symbol.asyncDispose]()
    await provider[Symbol.asyncDispose]()
  })

  test('returns a grounded answer with its sources', async () => {
    expect(await ask(museum.root, question)).toMatchObject({
      answer: [
        { text: 'It was repaired on 14 March 2024.', sources: [1] },
        { text: 'It got 12 new parts.', sources: [1] },
      ],
      sources: [{ id: 1, kind: 'journal', date: '2024-03-14' }],
      engine: expect.stringContaining('test-model'),
      fellBack: false,
    })
  })

  test('sends the model its sources as material, but no internal notes', () => {
    const { messages } = JSON.parse(provider.requests[0]?.body ?? '{}')
    const [system, user] = messages.map(({ content }: { content: unknown }) =>
      JSON.stringify(content),
    )
    expect(system).not.toContain('Zahnräder')
    expect(user).toMatch(/\[1\] Thursday, 14 March 2024: Guten Morgen/)
    expect(user).not.toContain('in secret')
  })

  test.for(unusableBehaviours)('returns quotes, also from internal notes, for %s', async () => {
    const { answer, engine, fellBack, sources } = await ask(museum.root, question)
    expect({ answer, engine, fellBack }).toEqual({
      answer: [],
      engine: 'embedded',
      fellBack: true,
    })
    expect(sources[0]).toMatchObject({ id: 1, text: repaired })
    expect(sources.map(({ text }) => text)).toContain(note)
  })

  test('asks the model once per question', () => {
    expect(provider.requests).toHaveLength(unusableBehaviours.length + 1)
  })
})

test('rejects a question of more than 300 characters', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  await expect(ask(root, 'x'.repeat(301))).rejects.toMatchObject({ status: 400 })
  await expect(ask(root, ' ')).rejects.toMatchObject({ status: 400 })
  await expect(ask(root, 'ä '.repeat(149))).resolves.toMatchObject({ fellBack: false })
})
