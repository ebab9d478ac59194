import { api, toDay } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem, addPlace, addPlaces, plainAttribute } from '../../../test/inventory.ts'
import {
  type Behaviour,
  type ModelServer,
  shortModelTimeouts,
  startModelServer,
} from '../../../test/model-server.ts'
import { startTestServer, type TestServer, test } from '../../../test/server.ts'

// @module-tag sqlite

const ask = (client: Client, question: string) =>
  client.call(api.assistant.ask, { body: { question } })

const setTags = (client: Client, itemId: number, tags: Record<string, string>) =>
  client.call(api.inventory.saveTags, { body: { itemId, tags } })

const repairEntry =
  'Guten Morgen. Im Zelbrix wurde das Getriebe repariert, 12 Zahnräder sind neu. Rechnung folgt, 840 Franken.'

interface Museum extends AsyncDisposable {
  readonly server: TestServer
  readonly root: Client
  readonly zelbrixId: number
}

/**
 * Starts a server with an entry, a comment and an item about the car 'Zelbrix', which no other text
 * mentions.
 */
async function startMuseum(variables: Record<string, string> = {}): Promise<Museum> {
  const server = await startTestServer(variables, { limits: shortModelTimeouts })
  const root = await server.signIn('root')
  const { id: zelbrixId } = await root.call(api.inventory.add, {
    body: {
      item: {
        type_id: 1,
        identifier: 'ZX-1',
        name: 'Zelbrix Torpedo',
        description: 'It crossed the Gotthard in 1931.',
      },
    },
  })
  await setTags(root, zelbrixId, { weight_kg: '910' })
  await root.call(api.comments.add, {
    body: { itemId: zelbrixId, comment: 'The left headlamp of this one is cracked.' },
  })
  await root.call(api.journal.add, {
    body: { comment: repairEntry, date: '2024-03-14', tags: [] },
  })
  return {
    server,
    root,
    zelbrixId,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

const questionsAboutRepair = [
  'When was the Zelbrix’s gearbox repaired?',
  'Wann wurde beim Zelbrix das Getriebe geflickt?',
  'Quand a-t-on réparé la boîte de vitesses de la Zelbrix ?',
]

const questionsAboutSaal3 = [
  'Was hängt im Saal 3?',
  'What hangs in Saal 3?',
  'Qu’est-ce qui est accroché dans le Saal 3 ?',
]

const questionsAboutLocation = [
  'Wo ist ZX-1?',
  'Où est ZX-1 ?',
  'Where is ZX-1?',
  'Wo steht der Zelbrix?',
  'Où se trouve la Zelbrix ?',
  'Where is the Zelbrix Torpedo?',
]

describe('without a model', () => {
  let museum: Museum
  let root: Client
  let zelbrixId: number
  beforeAll(async () => {
    museum = await startMuseum()
    ;({ root, zelbrixId } = museum)
  })
  afterAll(() => museum[Symbol.asyncDispose]())

  test('quotes a journal entry for questions in three languages', async () => {
    for (const question of questionsAboutRepair) {
      const { sources, ...answer } = await ask(root, question)
      expect(sources[0], question).toEqual({
        id: 1,
        kind: 'journal',
        subject_id: expect.any(Number),
        item_id: null,
        title: '',
        date: '2024-03-14',
        author: expect.any(String),
        text: repairEntry,
      })
      expect(answer).toMatchObject({ answer: [], engine: 'embedded', fellBack: false })
    }
  })

  test('quotes comments and attributes with their item', async () => {
    const [headlamp] = (await ask(root, 'What is wrong with the headlamp of the Zelbrix?')).sources
    expect(headlamp).toMatchObject({
      kind: 'comment',
      item_id: zelbrixId,
      title: 'ZX-1 Zelbrix Torpedo',
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
    const [weight] = (await ask(root, 'How heavy is the Zelbrix?')).sources
    expect(weight).toMatchObject({
      kind: 'item',
      subject_id: zelbrixId,
      text: 'Weight (kg): 910',
    })
  })

  test('finds a text despite a typing error in the question', async () => {
    const [source] = (await ask(root, 'When was the Zelbirx repaired?')).sources
    expect(source).toMatchObject({ kind: 'journal', date: '2024-03-14' })
  })

  test('quotes nothing for questions without a known word', async () => {
    for (const question of ['Xyzzy plugh?', '?!', '🙂', 'שלום', '<b>xqzzz</b>'])
      expect((await ask(root, question)).sources, question).toEqual([])
  })

  test('finds items by the label of an attribute and a relative year', async () => {
    const thisYear = museum.server.clock.now().getFullYear()
    await root.call(api.attributes.add, {
      body: {
        type: 'car',
        tag_key: 'loan_until',
        attribute: { ...plainAttribute, labels: { en: 'On loan until' } },
      },
    })
    const quoteLoans = async (question: string) =>
      (await ask(root, question)).sources
        .filter((source) => source.kind === 'item' && source.subject_id === zelbrixId)
        .map(({ text }) => text)

    const dayOfThisYear = `30.6.${thisYear}`
    await setTags(root, zelbrixId, { weight_kg: '910', loan_until: dayOfThisYear })
    for (const question of ['Which loans end this year?', 'Welche Leihgaben enden dieses Jahr?'])
      expect(await quoteLoans(question)).toEqual([`On loan until: ${dayOfThisYear}`])
    expect(await quoteLoans('Which loans end next year?')).toEqual([])

    const dayOfNextYear = `30.6.${thisYear + 1}`
    await setTags(root, zelbrixId, { weight_kg: '910', loan_until: dayOfNextYear })
    expect(await quoteLoans('Which loans end next year?')).toEqual([
      `On loan until: ${dayOfNextYear}`,
    ])
  })

  test('quotes the path of an item’s place', async () => {
    const building = await addPlace(root, 'Zelhaus', { kind: 'building' })
    const hall = await addPlace(root, 'Saal 77', { parent_id: building.id })
    await addPlace(root, 'Kiste 77', { kind: 'box', parent_id: hall.id })
    await setTags(root, zelbrixId, { weight_kg: '910', location: 'Kiste 77' })
    for (const question of questionsAboutLocation)
      expect((await ask(root, question)).sources, question).toMatchObject([
        { subject_id: zelbrixId, text: 'Location: Zelhaus › Saal 77 › Kiste 77' },
      ])
  })

  test('counts items inside the places of a named place', async () => {
    const hall = await addPlace(root, 'Saal 78')
    const box = await addPlace(root, 'Kiste 78', { kind: 'box', parent_id: hall.id })
    const [inHall, inBox] = [
      await addItem(root, { type_id: 1 }),
      await addItem(root, { type_id: 1 }),
    ]
    await setTags(root, inHall, { location: 'Saal 78' })
    await setTags(root, inBox, { location: 'Kiste 78' })
    const { lists } = await ask(root, 'Qu’est-ce qui est accroché dans le Saal 78 ?')
    expect(lists).toMatchObject([
      { count: 1, insideCount: 1, inside: [{ id: box.id, name: 'Kiste 78', count: 1 }] },
    ])
  })
})

test('quotes nothing if only single words of a question occur', async ({ root }) => {
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
})

test('finds inflected words, but not longer words with the same beginning', async ({ root }) => {
  const texts = (await ask(root, 'Ça coule ?')).sources.map(({ text }) => text).join(' ')
  expect(texts).toMatch(/coulé/)
  expect(texts).not.toMatch(/couleur/i)
})

test('rejects a question of more than 300 characters, and an empty one', async ({ root }) => {
  await expect(ask(root, 'x'.repeat(301))).rejects.toMatchObject({ status: 400 })
  await expect(ask(root, ' ')).rejects.toMatchObject({ status: 400 })
  await expect(ask(root, 'ä'.repeat(300))).resolves.toMatchObject({ fellBack: false })
})

describe('matching words of a question', () => {
  let server: TestServer
  let root: Client
  beforeAll(async () => {
    server = await startTestServer()
    root = await server.signIn('root')
    const date = toDay(server.clock.now())
    for (const comment of [
      'Das Dach über Saal 9 ist undicht.',
      'Ab Mai gelten neue Öffnungszeiten, die Sitzung hat es beschlossen.',
      'Heizung in Saal 9 ausgefallen.',
      'Retour du tableau prêté à Genève, sans dommage.',
    ])
      await root.call(api.journal.add, { body: { comment, date, tags: [] } })
  })
  afterAll(() => server[Symbol.asyncDispose]())

  test('quotes the history of an item first, in three languages', async () => {
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
  })

  // Found by synonyms, by translation, or as comments on the named item. Texts that are not added
  // above are in the demo data.
  test.for<[question: string, text: RegExp]>([
    ['Qui a réparé le toit ?', /Das Dach über Saal 9 ist undicht/],
    ['Who repaired the roof?', /Das Dach über Saal 9 ist undicht/],
    ['What did we decide about opening hours?', /neue Öffnungszeiten/],
    ['When did the heating fail?', /Heizung in Saal 9 ausgefallen/],
    ['Wer kümmert sich um den Audi quattro?', /Qui s’en charge/],
    ['What do the comments on the Bugatti say?', /Rad hinten links/],
    ['Wann kam das Gemälde aus Genf zurück?', /prêté à Genève, sans dommage/],
    ['Wer kümmert sich um den Audi quattro?', /Mache ich bis Ende Monat/],
  ])('quotes for ‘%s’ a text with %s', async ([question, text]) => {
    const { sources } = await ask(root, question)
    expect(sources.map((source) => source.text)).toContainEqual(expect.stringMatching(text))
  })
})

test('quotes no deleted or archived texts', async () => {
  await using museum = await startMuseum()
  const { root, zelbrixId } = museum
  const listKinds = async () =>
    (await ask(root, 'What about the Zelbrix?')).sources.map(({ kind }) => kind)
  expect(await listKinds()).toEqual(expect.arrayContaining(['item', 'journal']))
  const [entry] = (await ask(root, 'Zelbrix Getriebe repariert')).sources
  await root.call(api.journal.remove, { params: { id: entry?.subject_id ?? expect.fail() } })
  await root.call(api.inventory.setArchived, { body: { itemIds: [zelbrixId], archived: true } })
  expect(await listKinds()).toEqual([])
})

const goodAnswer: Behaviour = {
  say: ['It was repaired on 14 March 2024 ', '[1]. It got 12 new parts [1].'],
}

const unusableAnswers: readonly (readonly [description: string, Behaviour])[] = [
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
  const note = 'The Zelbrix gearbox was repaired in secret.'
  const question = 'When was the Zelbrix’s gearbox repaired?'
  let provider: ModelServer
  let museum: Museum
  let root: Client
  let zelbrixId: number

  beforeAll(async () => {
    provider = await startModelServer('openai-compatible')
    museum = await startMuseum(provider.variables)
    ;({ root, zelbrixId } = museum)
    const data = { identifier: 'ZX-1', name: 'Zelbrix Torpedo', description: '', note }
    await root.call(api.inventory.saveInfo, { body: { itemId: zelbrixId, data } })
  })
  afterAll(async () => {
    await museum[Symbol.asyncDispose]()
    await provider[Symbol.asyncDispose]()
  })

  test('returns a grounded answer with its sources', async () => {
    provider.behave(goodAnswer)
    expect(await ask(root, question)).toMatchObject({
      answer: [
        { text: 'It was repaired on 14 March 2024.', sources: [1] },
        { text: 'It got 12 new parts.', sources: [1] },
      ],
      sources: [{ id: 1, kind: 'journal', date: '2024-03-14' }],
      engine: expect.stringContaining('test-model'),
      fellBack: false,
    })
  })

  test('sends the model its sources as material, but no internal notes', async () => {
    provider.behave(goodAnswer)
    await ask(root, question)
    const { messages } = JSON.parse(provider.requests[0]?.body ?? '{}')
    const [system, user] = messages.map(({ content }: { content: unknown }) =>
      JSON.stringify(content),
    )
    expect(system).not.toContain('Zahnräder')
    expect(user).toMatch(/\[1\] Thursday, 14 March 2024: Guten Morgen/)
    expect(user).not.toContain('in secret')
  })

  test.for(unusableAnswers)(
    'returns quotes, also from internal notes, for %s',
    async ([, behaviour]) => {
      provider.behave(behaviour)
      const { sources, ...answer } = await ask(root, question)
      expect(answer).toMatchObject({ answer: [], engine: 'embedded', fellBack: true })
      expect(sources[0]).toMatchObject({ id: 1, text: repairEntry })
      expect(sources.map(({ text }) => text)).toContain(note)
      // The question is not sent again after an unusable answer.
      expect(provider.requests).toHaveLength(1)
    },
  )

  test('quotes the location of a named item without asking the model', async () => {
    provider.behave(goodAnswer)
    await setTags(root, zelbrixId, { location: 'Halle 2' })
    for (const question of questionsAboutLocation)
      expect(await ask(root, question), question).toMatchObject({
        lists: [],
        answer: [],
        sources: [{ kind: 'item', subject_id: zelbrixId, text: 'Location: Le Manège › Halle 2' }],
        engine: 'embedded',
        fellBack: false,
      })
    expect(provider.requests).toEqual([])
  })

  test('lists the items in a named place without asking the model', async () => {
    provider.behave(goodAnswer)
    for (const question of questionsAboutSaal3)
      expect((await ask(root, question)).lists, question).toMatchObject([
        { type: 'art', values: ['Saal 3'] },
      ])
    expect(provider.requests).toEqual([])
  })

  test('sends the model no attribute that is for staff only', async () => {
    provider.behave(goodAnswer)
    const location = 'Vault behind the boiler'
    await addPlaces(root, location)
    await setTags(root, zelbrixId, { location })
    const { sources } = await ask(root, 'Is the Zelbrix in the vault behind the boiler?')
    expect(sources.map(({ text }) => text)).toContainEqual(expect.stringContaining('boiler'))

    await ask(root, 'When was the Zelbrix’s gearbox repaired behind the boiler?')
    expect(provider.requests.length).toBeGreaterThan(0)
    for (const { body } of provider.requests) expect(body).not.toContain(location)
  })
})
