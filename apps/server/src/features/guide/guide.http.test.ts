// @module-tag sqlite

import { api, labelLanguages, toPublicNumber } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem, addPlaces } from '../../../test/inventory.ts'
import { type Behaviour, shortModelTimeouts, startModelServer } from '../../../test/model-server.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { days, hours, minutes } from '../../base/clock.ts'

let server: TestServer
let staff: Client
const secretPlace = 'Depot Sieben'

beforeAll(async () => {
  server = await startTestServer({
    PUBLIC_URL: 'https://museum.example.org',
    TRUST_PROXY: 'loopback',
  })
  staff = await server.signIn('employee')
  await addPlaces(await server.signIn('root'), secretPlace)
})
afterAll(() => server[Symbol.asyncDispose]())

const frenchText =
  'Le moteur a été construit à Molsheim. L’ingénieur Jean Muller est arrivé de Bâle en 1931 avec sa famille.'
async function addCar(
  changes = {},
  tags: Record<string, string> = { top_speed_kmh: '205', weight_kg: '1250' },
) {
  const id = await addItem(staff, {
    type_id: 1,
    name: 'Zedel Prototype',
    description: frenchText,
    ...changes,
  })
  await staff.call(api.inventory.saveTags, { body: { itemId: id, tags } })
  return id
}

let visitorCount = 0
/** Asks as a new visitor unless an address is given. */
async function ask(
  path: string,
  question: string | Record<string, string>,
  headers: Record<string, string> = {},
) {
  visitorCount++
  const response = await server.fetch(path, {
    method: 'POST',
    headers: {
      'accept-language': 'en',
      // The last two numbers of the address are the count in base 256.
      'x-forwarded-for': `10.1.${visitorCount >> 8}.${visitorCount & 255}`,
      ...headers,
    },
    body: new URLSearchParams(typeof question === 'string' ? { question } : question),
  })
  return { response, status: response.status, html: await response.text() }
}
const streamed = { accept: 'text/event-stream' }
const get = async (path: string, language = 'en', client: Client = server) => {
  const response = await client.fetch(path, { headers: { 'accept-language': language } })
  return { response, status: response.status, html: await response.text() }
}
const listQuestions = (itemId: number) =>
  server.inDatabase((db) =>
    db
      .selectFrom('visitor_question')
      .select(['lang', 'question', 'kind'])
      .where('item_id', '=', itemId)
      .orderBy('id')
      .execute(),
  )

describe('the question page', () => {
  test('says first, in nine languages, that a machine answers', async () => {
    const id = await addCar()
    const notices = await Promise.all(
      labelLanguages.map(async (lang) => {
        const { html, response } = await get(`/ask/car/${id}?lang=${lang}`)
        expect(html).toContain(`<html lang="${lang}"`)
        expect(response.headers.get('content-language')).toBe(lang)
        return /<body>.*?<p[^>]*>(.*?)<\/p>/s.exec(html)?.[1]
      }),
    )
    expect(notices[0]).toBe(
      'A machine answers from the museum’s text. Questions are stored without your name.',
    )
    expect(new Set(notices).size).toBe(labelLanguages.length)
  })

  test('exists for every type of item, and is not cached by browsers', async () => {
    const art = await addItem(staff, { name: 'Lac' })
    for (const [path, language, lang] of [
      [`/ask/art/${toPublicNumber('art', art)}`, 'nl,xx;q=0.5', 'en'],
      [`/ask/car/${await addCar()}`, 'de-CH', 'de'],
    ] as const) {
      const { status, html, response } = await get(path, language)
      expect([status, /<html lang="(..)"/.exec(html)?.[1]]).toEqual([200, lang])
      expect(html).toContain('interactive-widget=resizes-content')
      expect(html).not.toContain('data-scopes')
      expect(html).toContain('<meta name="robots" content="noindex"/>')
      expect(response.headers.get('cache-control')).toBe('private, no-cache')
    }
  })

  test('may be framed by, connect to and submit to its own site only', async () => {
    const path = `/ask/car/${await addCar()}`
    for (const { response } of [await get(path), await ask(path, 'How fast is it?')]) {
      const policy = response.headers.get('content-security-policy')
      expect(policy).toContain("frame-ancestors 'self';")
      expect(policy).toContain("connect-src 'self';frame-src 'none';")
      expect(policy).toContain("form-action 'self'")
      expect(policy).toMatch(/script-src 'self';.*style-src 'sha256-/)
      expect(response.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^visitor=[\w.-]+; Path=\/ask; HttpOnly; SameSite=Lax; Secure$/),
      ])
    }
  })

  test('suggests questions about the item’s attributes, most asked ones first', async () => {
    const listSuggestions = async (tags: Record<string, string>) =>
      [
        ...(await get(`/ask/car/${await addCar({}, tags)}`)).html.matchAll(
          /<button[^>]* value="(.*?)"/g,
        ),
      ].map(([, label]) => label)
    const tags = {
      year: '1931',
      weight_kg: '1250',
      location: 'Depot',
      colour: 'Bleu',
      top_speed_kmh: '205',
    }
    expect(await listSuggestions(tags)).toEqual(['Top Speed', 'Weight', 'Colour'])
    const moreTags = { units_built: '40', designer: 'Jano', power_hp: '138' }
    expect(await listSuggestions({ ...tags, ...moreTags })).toEqual([
      'Top Speed',
      'Power',
      'Weight',
      'Units Built',
    ])
    expect(await listSuggestions({})).toEqual([])
  })

  test('takes at most six times as long for a text of punctuation as for sentences', async () => {
    // Measures CPU time, so that other work on the machine does not count.
    const measureTime = async (description: string) => {
      const id = await addCar({ description })
      const start = process.cpuUsage()
      for (const lang of ['en', 'de', 'ja'])
        for (const path of [`/ask/car/${id}`, `/car/${id}`])
          expect((await get(`${path}?lang=${lang}`)).status).toBe(200)
      return process.cpuUsage(start).user
    }
    const timeForSentences = await measureTime(frenchText.repeat(200).slice(0, 20_000))
    for (const signs of ['.', '?!', '\n', '\u0301\u0323', '(', '. '])
      expect(
        await measureTime(`a${signs.repeat(19_000 / signs.length)}z`),
        JSON.stringify(signs),
      ).toBeLessThan(6 * timeForSentences)
  })

  test('takes at most six kilobytes, style included', async () => {
    const id = await addCar({ name: 'Rindfleischetikettierung '.repeat(8) })
    for (const lang of labelLanguages) {
      const response = await server.fetch(`/ask/car/${id}?lang=${lang}`, {
        headers: { 'accept-encoding': 'br' },
      })
      expect([lang, Number(response.headers.get('content-length')) <= 6 * 1024]).toEqual([
        lang,
        true,
      ])
      await response.text()
    }
  })
})

describe('a question', () => {
  test('is answered by a fact, by quotes, or with contact details', async () => {
    const id = await addCar()
    const fact = await ask(`/ask/car/${id}`, 'How fast is it?')
    expect(fact.status).toBe(200)
    expect(fact.html).toContain(
      '<h2 dir="auto">How fast is it?</h2><dl><div><dt>Top Speed</dt><dd>205 km/h</dd>',
    )
    // Cached only for going back in the browser.
    expect(fact.response.headers.get('cache-control')).toBe('private, no-cache')

    const quote = await ask(`/ask/car/${id}?lang=de`, 'Wer war Jean Muller?')
    expect(quote.html).toContain('In unserem Text steht:')
    expect(quote.html).toContain(
      '<blockquote lang="fr" dir="auto">L’ingénieur Jean Muller est arrivé de Bâle en 1931 avec sa famille.</blockquote>',
    )
    const unknown = await ask(`/ask/car/${id}?lang=fr`, 'Combien coûte un chien ?')
    expect(unknown.html).toContain(
      'Je n’ai rien trouvé à ce sujet dans notre texte. Demandez à notre personnel.',
    )
    expect(unknown.html).toContain('<a href="mailto:manege@example.org" target="_top">')

    expect(await listQuestions(id)).toEqual([
      { lang: 'en', question: 'How fast is it?', kind: 'fact' },
      { lang: 'de', question: 'Wer war Jean Muller?', kind: 'quotes' },
      { lang: 'fr', question: 'Combien coûte un chien ?', kind: 'unknown' },
    ])
  })

  test('about a text in another language is answered by a link to that text', async () => {
    const id = await addCar()
    const unknown = await ask(`/ask/car/${id}?lang=ja`, '犬はいくらですか')
    expect(unknown.html).toMatch(
      new RegExp(`<a href="/car/${id}\\?lang=fr" target="_top">[^<]*フランス語`),
    )
    const quoted = await ask(`/ask/car/${id}?lang=ja`, '1931年に何がありましたか')
    expect(quoted.html).toContain('<blockquote lang="fr"')
  })

  test('is followed by at most three new suggestions, one of them from the text', async () => {
    const id = await addCar()
    const { html } = await ask(`/ask/car/${id}`, { suggestion: 'Top Speed' })
    const offered = [...html.matchAll(/<button[^>]* value="(.*?)"/g)].map(([, example]) => example)
    expect(offered).toEqual(['Weight', 'What happened in 1931?'])
    const { html: answered } = await ask(`/ask/car/${id}`, { suggestion: 'What happened in 1931?' })
    expect(answered).toContain('L’ingénieur Jean Muller')
    expect(answered).not.toContain('value="What happened')
    expect((await ask(`/ask/car/${id}`, 'How fast is it?')).html).not.toContain('value="Top Speed"')
  })

  test('whether something is permitted is answered only if the text contains the verb', async () => {
    const forbidden = await addCar({
      description: 'No racing car has won more often. It seats two.',
    })
    const allowed = await addCar({
      description: 'It is the one car in the hall that may be touched.',
    })
    const refused = await ask(`/ask/car/${forbidden}`, 'Can I touch the car?')
    expect(refused.html).toContain('I found nothing about that in our text. Please ask our staff.')
    expect(refused.html).not.toContain('<blockquote')
    expect((await ask(`/ask/car/${allowed}`, 'Can I touch the car?')).html).toContain(
      'may be touched.</blockquote>',
    )
  })

  test('about a coming event is answered by that event', async () => {
    const admin = await server.signIn('admin')
    const text_en = '<p><strong>Guided tour</strong> for families<br />Le Manège at 2 pm</p>'
    const tour = { date: '2099-05-31', time: '14:00', show_time: true, text_en, active: true }
    const pastTour = { date: '2001-05-31', text_en: '<p>Guided tour of the past</p>', active: true }
    await admin.call(api.events.save, { body: { events: [tour, pastTour] as never } })
    const id = await addCar()
    const { html } = await ask(`/ask/car/${id}?lang=en`, 'When is the next tour of 2099?')
    expect(html).toContain('<strong>Sunday, 31 May 2099 · 14:00</strong>')
    expect(html).toMatch(/<p class="said">Guided tour for families\nLe Manège at 2.pm<\/p>/)
    expect(html).not.toContain('of the past')
    expect(html).toContain('<a href="/save-the-date?lang=en" target="_top">All events</a>')
    const { html: allEvents } = await ask(`/ask/car/${id}?lang=it`, 'Quali eventi ci sono?')
    expect(allEvents.match(/<blockquote>.*?<p class="said" lang="en"/g)).toHaveLength(3)
    expect((await ask(`/ask/car/${id}`, 'When is the next wine tasting?')).html).not.toContain(
      'Guided tour',
    )
    expect((await listQuestions(id)).map(({ kind }) => kind)).toEqual(['fact', 'fact', 'unknown'])
  })

  test('is answered by a stream for scripts, also from a suggestion', async () => {
    const id = await addCar()
    const { response, html } = await ask(
      `/ask/car/${id}`,
      { suggestion: 'Top Speed', question: 'left over' },
      streamed,
    )
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const [, event, data = ''] = /^event: (.*)\ndata: (.*)\n\n$/.exec(html) ?? []
    expect(event).toBe('turn')
    expect(JSON.parse(data)).toMatch(
      /^<section class="turn"><h2 dir="auto">Top Speed<\/h2><dl>.*205/,
    )
  })

  test('is answered only from current public content', async () => {
    const id = await addCar({}, { location: secretPlace, top_speed_kmh: '180' })
    for (const question of ['Where does it stand?', 'location?', secretPlace])
      expect(
        (await ask(`/ask/car/${id}`, question)).html.replaceAll(
          `<h2 dir="auto">${secretPlace}</h2>`,
          '',
        ),
      ).not.toContain(secretPlace)
    expect((await ask(`/ask/car/${id}`, 'Top speed?')).html).toContain('<dd>180 km/h</dd>')
    await staff.call(api.inventory.saveTags, {
      body: { itemId: id, tags: { top_speed_kmh: '190' } },
    })
    expect((await ask(`/ask/car/${id}`, 'Top speed?')).html).toContain('<dd>190 km/h</dd>')
  })

  test('that names another item gets a link to it', async () => {
    const id = await addCar({ name: 'Qvale Sport' })
    const other = await addCar({ name: 'Qvale Torpedo' })
    const listLinks = async (question: string) => {
      const { html } = await ask(`/ask/car/${id}?lang=en`, question)
      return [...html.matchAll(/<span>(?:, )?<a href="(.*?)" target="_top".*?>(.*?)<\/a>/g)].map(
        ([, ...link]) => link,
      )
    }
    expect(await listLinks('How fast is the other Qvale?')).toEqual([
      [`/car/${other}?lang=en`, 'Qvale Torpedo'],
    ])
    expect(await listLinks('How fast is the Qvale?')).toEqual([])
    await staff.call(api.inventory.setPublic, { body: { itemId: other, public: false } })
    expect(await listLinks('How fast is the other Qvale?')).toEqual([])
  })

  test.for([
    ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
    ['</h2><script>alert(1)</script>', '&lt;/h2&gt;&lt;script&gt;'],
    ['🚗🚗🚗', '🚗🚗🚗'],
    ['ما هي سرعتها؟', 'ما هي سرعتها؟'],
    ['\u202eHow fast?\u0000\ud800', 'How fast? \ufffd'],
    ['{foundation} $& $1', '{foundation} $&amp; $1'],
  ] as const)('shows %j harmlessly as typed', async ([typed, shown]) => {
    const id = await addCar()
    for (const headers of [{}, streamed] as Record<string, string>[]) {
      const { status, html } = await ask(`/ask/car/${id}`, typed, headers)
      expect(status).toBe(200)
      expect(html).toContain(shown)
      expect(html).not.toMatch(/<script>|<img/)
    }
  })

  test('that is empty or too long gets a message, and stays in the field', async () => {
    const id = await addCar()
    const empty = await ask(`/ask/car/${id}`, ' \r\n ')
    expect([empty.status, empty.html.includes('Please type a question.')]).toEqual([400, true])
    const long = 'why '.repeat(100)
    const refused = await ask(`/ask/car/${id}`, long)
    expect(refused.status).toBe(400)
    expect(refused.html).toContain('Please use at most 300 characters; you have used 399.')
    expect(refused.html).toContain(`aria-invalid="true">${long.trim()}</textarea>`)
    expect((await ask(`/ask/car/${id}`, long, streamed)).html).toContain(
      'event: problem\ndata: "Please use at most 300',
    )
    expect((await ask(`/ask/car/${id}`, 'x'.repeat(10_000_000))).status).toBe(413)
    expect(await listQuestions(id)).toEqual([])
  })

  test('about a withdrawn, archived or unknown item is not answered', async () => {
    const [withdrawn, archived] = [await addCar(), await addCar()]
    await ask(`/ask/car/${withdrawn}`, 'How fast is it?')
    await staff.call(api.inventory.setPublic, { body: { itemId: withdrawn, public: false } })
    await staff.call(api.inventory.setArchived, { body: { itemIds: [archived], archived: true } })
    for (const path of [
      `/ask/car/${withdrawn}`,
      `/ask/car/${archived}`,
      '/ask/car/999999',
      '/ask/car/x',
      '/ask/boat/1',
      '/ask/',
      `/ask/art/${withdrawn}`,
    ]) {
      for (const { status, html } of [
        await get(path),
        await ask(path, 'How fast is it?'),
        await ask(path, 'How fast?', streamed),
      ]) {
        expect([path, status]).toEqual([path, 404])
        expect([path, html]).toEqual([
          path,
          expect.stringMatching(/<title>(Not on show at present|Nothing under this number)/),
        ])
        expect(html).not.toContain('205')
      }
    }
    expect(await listQuestions(withdrawn)).toHaveLength(1)
    expect(await listQuestions(archived)).toEqual([])
  })

  test('from another site’s page is rejected', async () => {
    const id = await addCar()
    expect(
      (await ask(`/ask/car/${id}`, 'How fast?', { 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(403)
    expect(
      (await ask(`/ask/car/${id}`, 'How fast?', { 'sec-fetch-site': 'same-origin' })).status,
    ).toBe(200)
  })

  test('is stored without e-mail addresses, telephone and card numbers', async () => {
    const id = await addCar()
    const { html } = await ask(
      `/ask/car/${id}`,
      'Mail me at anna@example.org or +41 79 123 45 67 how fast it is',
    )
    expect(html).toContain('anna@example.org')
    expect((await listQuestions(id)).map(({ question }) => question)).toEqual([
      'Mail me at … or … how fast it is',
    ])
  })
})

describe('the rate limit', () => {
  const fromAddress = (address: string) => ({ 'x-forwarded-for': address })

  test('allows six questions a minute from a network without cookies', async () => {
    const id = await addCar()
    await using otherProcess = await server.another()
    const fromSameNetwork = (index: number) => fromAddress(`2001:db8:1:2:3:4:5:${index}`)
    for (let index = 0; index < 6; index++)
      expect(
        (await ask(`/ask/car/${id}`, `How fast? ${index}`, fromSameNetwork(index))).status,
      ).toBe(200)
    const refused = await ask(`/ask/car/${id}?lang=fr`, 'Quelle vitesse ?', fromSameNetwork(9))
    expect(refused.status).toBe(429)
    expect(refused.response.headers.get('retry-after')).toBe('60')
    expect(refused.html).toContain('Veuillez réessayer dans une minute.')
    expect(refused.html).toContain('>Quelle vitesse ?</textarea>')
    const elsewhere = await otherProcess.fetch(`/ask/car/${id}`, {
      method: 'POST',
      headers: { ...streamed, ...fromSameNetwork(10) },
      body: new URLSearchParams({ question: 'How fast?' }),
    })
    expect(elsewhere.status).toBe(429)
    expect(await elsewhere.text()).toContain('event: problem')
    expect((await ask(`/ask/car/${id}`, 'How fast?', fromAddress('2001:db8:1:3::1'))).status).toBe(
      200,
    )
    server.clock.advance(minutes(1) + 1_000)
    expect((await ask(`/ask/car/${id}`, 'How fast?', fromSameNetwork(9))).status).toBe(200)
    expect(await listQuestions(id)).toHaveLength(8)
  })

  test('allows six of ten concurrent questions from a network without cookies', async () => {
    const id = await addCar()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        ask(`/ask/car/${id}`, 'How fast?', fromAddress('192.0.2.77')),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(6).fill(200),
      ...Array(4).fill(429),
    ])
  })

  test('allows twenty questions a minute from a wider network without cookies', async () => {
    const id = await addCar()
    const askForStatus = async (address: string) =>
      (await ask(`/ask/car/${id}`, 'How fast?', fromAddress(address))).status
    for (const [networkSize, toAddress] of [
      ['/56', (index: number) => `2001:db8:56:${index.toString(16)}::1`],
      ['/48', (index: number) => `2001:db8:48:${(index * 256).toString(16)}::1`],
    ] as const) {
      const statuses: number[] = []
      for (let index = 1; index <= 22; index++) statuses.push(await askForStatus(toAddress(index)))
      expect([networkSize, statuses]).toEqual([networkSize, [...Array(20).fill(200), 429, 429]])
    }
    expect(await askForStatus('2001:db8:49::1')).toBe(200)
    expect(await askForStatus('192.0.2.99')).toBe(200)
    expect(await listQuestions(id)).toHaveLength(42)
  })

  const readToken = (response: Response) =>
    /visitor=[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? ''
  const newToken = async (id: number) => readToken((await get(`/ask/car/${id}`)).response)

  test('allows each visitor with a cookie six questions a minute', async () => {
    const id = await addCar()
    const sharedAddress = fromAddress('192.0.2.30')
    const askSeveral = async (cookie: string, count: number) => {
      const statuses: number[] = []
      for (let index = 0; index < count; index++)
        statuses.push(
          (await ask(`/ask/car/${id}`, 'How fast?', { ...sharedAddress, cookie })).status,
        )
      return statuses
    }
    const six = Array(6).fill(200)
    for (const visitor of [await newToken(id), await newToken(id), await newToken(id)])
      expect(await askSeveral(visitor, 7)).toEqual([...six, 429])
    // Questions without a cookie have a limit of their own.
    expect(await askSeveral('other=1', 7)).toEqual([...six, 429])
    // A valid cookie is not replaced.
    const cookie = await newToken(id)
    const nextPage = await server.fetch(`/ask/car/${id}`, { headers: { cookie } })
    expect(nextPage.headers.getSetCookie()).toEqual([])
  })

  test('ignores a forged or changed cookie', async () => {
    const id = await addCar()
    const [tokenId = '', signature = ''] = (await newToken(id)).split('.')
    const forged = [
      'visitor=a',
      'visitor=a.b',
      'visitor=.',
      'visitor=a.b.c',
      tokenId,
      `${tokenId}.`,
      `${tokenId}x.${signature}`,
      `${tokenId}.${signature.slice(1)}x`,
      `${tokenId}.${signature}.`,
      `${tokenId}.${signature}.1`,
      `${tokenId}.${signature}x`,
      // As many characters as a signature, but more bytes.
      `${tokenId}.${'é'.repeat(signature.length)}`,
    ]
    for (const [index, cookie] of forged.entries()) {
      const { status, response } = await ask(`/ask/car/${id}`, 'How fast?', {
        ...fromAddress(`192.0.3.${index}`),
        cookie,
      })
      expect([cookie, status]).toEqual([cookie, 200])
      expect([cookie, readToken(response)]).toEqual([
        cookie,
        expect.stringMatching(/^visitor=.+\./),
      ])
    }
    const sharedAddress = fromAddress('192.0.2.31')
    for (const cookie of forged.slice(0, 6))
      await ask(`/ask/car/${id}`, 'How fast?', { ...sharedAddress, cookie })
    expect(
      (await ask(`/ask/car/${id}`, 'How fast?', { ...sharedAddress, cookie: 'visitor=b' })).status,
    ).toBe(429)
  })

  test('ignores a cookie issued yesterday', async () => {
    const id = await addCar()
    const cookie = await newToken(id)
    server.clock.advance(days(1))
    const { response } = await ask(`/ask/car/${id}`, 'How fast?', { cookie })
    expect(readToken(response)).toMatch(/^visitor=.+\./)
    expect(readToken(response)).not.toBe(cookie)
  })

  test('allows a network 120 questions a minute, however many cookies it has', async () => {
    const id = await addCar()
    const fromSameSite = (index: number) => fromAddress(`2001:db8:77:${index.toString(16)}::1`)
    const statuses: number[] = []
    for (let index = 0; index < 122; index++)
      statuses.push(
        (
          await ask(`/ask/car/${id}`, 'How fast?', {
            ...fromSameSite(index % 3),
            cookie: await newToken(id),
          })
        ).status,
      )
    expect(statuses).toEqual([...Array(120).fill(200), 429, 429])
    expect(
      (
        await ask(`/ask/car/${id}`, 'How fast?', {
          ...fromAddress('2001:db8:78::1'),
          cookie: await newToken(id),
        })
      ).status,
    ).toBe(200)
  })

  test('stores no question and asks no model beyond the day’s limit', async () => {
    await using provider = await startModelServer('openai-compatible', { say: ['4'] })
    await using limitedServer = await startTestServer(provider.variables, {
      limits: { ...shortModelTimeouts, questionsPerDay: 1 },
    })
    const clerk = await limitedServer.signIn('employee')
    const id = await addItem(clerk, {
      type_id: 1,
      name: 'Zedel Prototype',
      description: frenchText,
    })
    const askFrom = async (address: string) => {
      const body = new URLSearchParams({ question: 'Wer war Jean Muller?' })
      const response = await limitedServer.fetch(`/ask/car/${id}?lang=de`, {
        method: 'POST',
        headers: fromAddress(address),
        body,
      })
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('L’ingénieur Jean Muller est arrivé de Bâle')
    }
    await askFrom('192.0.2.1')
    const sent = provider.requests.length
    expect(sent).toBeGreaterThan(0)
    for (const address of ['192.0.2.2', '192.0.2.3']) await askFrom(address)
    expect(provider.requests).toHaveLength(sent)
    const rows = await limitedServer.inDatabase((db) =>
      db.selectFrom('visitor_question').select('id').where('item_id', '=', id).execute(),
    )
    expect(rows).toHaveLength(1)
  })

  test('replaces the salt at midnight in Zurich, and counts by day', async () => {
    await using limitedServer = await startTestServer({}, { limits: { questionsPerDay: 2 } })
    // Late evening in Zurich, both in summer and in winter.
    const now = limitedServer.clock.now()
    const evening = new Date(
      `${new Date(now.getTime() + days(1)).toISOString().slice(0, 10)}T20:30:00Z`,
    )
    limitedServer.clock.advance(evening.getTime() - now.getTime())
    const askFrom = async (address: string) =>
      (
        await limitedServer.fetch('/ask/car/1?lang=en', {
          method: 'POST',
          headers: fromAddress(address),
          body: new URLSearchParams({ question: 'How fast?' }),
        })
      ).text()
    const listDays = () =>
      limitedServer.inDatabase((db) => db.selectFrom('guide_day').selectAll().execute())
    const listAttempts = () =>
      limitedServer.inDatabase((db) =>
        db.selectFrom('failed_attempt').select('key').orderBy('id').execute(),
      )
    await askFrom('192.0.2.1')
    await askFrom('192.0.2.2')
    await askFrom('192.0.2.3')
    const [before, ...otherDays] = await listDays()
    expect(before).toMatchObject({ questions: 2 })
    expect(otherDays).toEqual([])
    const attempts = await listAttempts()
    expect(attempts.map(({ key }) => key).join()).not.toContain('192.0.2')

    limitedServer.clock.advance(hours(4))
    await askFrom('192.0.2.1')
    const after = await listDays()
    expect(after).toHaveLength(1)
    expect(after[0]).toMatchObject({ questions: 1 })
    expect(after[0]?.day).not.toBe(before?.day)
    expect(after[0]?.salt).not.toBe(before?.salt)
    expect((await listAttempts()).map(({ key }) => key)).not.toContain(attempts[0]?.key)

    // The purge also works without a question on the next day.
    limitedServer.clock.advance(days(1))
    await limitedServer.runDueJobs()
    expect(await listDays()).toEqual([])
  })
})

describe('an item page', () => {
  test('embeds the question page in its language, and allows only that frame', async () => {
    const id = await addCar()
    const art = await addItem(staff, { name: 'Lac' })
    for (const path of [`/car/${id}`, `/art/${toPublicNumber('art', art)}`]) {
      const { html, response } = await get(path, 'it')
      expect(html).toContain(`<a href="/ask${path}?lang=it" data-frame="Domande">Chiedi</a>`)
      expect(html).not.toContain('<iframe')
      expect(response.headers.get('content-security-policy')).toContain(
        "frame-src 'self';frame-ancestors 'none'",
      )
    }
    const preview = await staff.fetch(`/api/inventory/preview/${id}`)
    expect(await preview.text()).not.toContain('/ask/')
  })

  test('of a car embeds a configured external chat instead', async () => {
    await using chatServer = await startTestServer({
      CHAT_FRAME_URL: 'https://chat.example.org/box',
    })
    const car = await get('/car/1', 'en', chatServer)
    expect(car.html).toContain('<iframe src="https://chat.example.org/box"')
    expect(car.html).not.toContain('/ask/')
    expect(car.response.headers.get('content-security-policy')).toContain(
      'frame-src https://chat.example.org;',
    )
    const art = await get('/art/1', 'en', chatServer)
    expect(art.html).toContain('/ask/art/1?lang=en')
    expect(art.response.headers.get('content-security-policy')).toContain("frame-src 'self';")
  })
})

describe('with a model', () => {
  const question = 'Who was Jean Muller? Mail me: anna@example.org'
  const quoted = 'The engineer Jean Muller came from Basel in 1931 with his family.'
  const english = `The engine was built in Molsheim. ${quoted}`
  /** Asks on an English page, while the model behaves as given, request by request. */
  async function askAll(
    behaviours: readonly Behaviour[],
    budget: string,
    questions: readonly string[],
    description = english,
  ) {
    await using provider = await startModelServer('openai-compatible', ...behaviours)
    await using modelServer = await startTestServer(
      { ...provider.variables, GUIDE_MODEL_BUDGET: budget },
      { limits: shortModelTimeouts },
    )
    const clerk = await modelServer.signIn('employee')
    await addPlaces(await modelServer.signIn('root'), secretPlace)
    const id = await addItem(clerk, { type_id: 1, name: 'Zedel Prototype', description })
    const tags = { top_speed_kmh: '205', location: secretPlace }
    await clerk.call(api.inventory.saveTags, { body: { itemId: id, tags } })
    const answers: string[] = []
    for (const [index, asked] of questions.entries()) {
      const response = await modelServer.fetch(`/ask/car/${id}?lang=en`, {
        method: 'POST',
        headers: { ...streamed, 'x-forwarded-for': `10.9.0.${index}` },
        body: new URLSearchParams({ question: asked }),
      })
      answers.push(await response.text())
    }
    const rows = await modelServer.inDatabase((db) =>
      db
        .selectFrom('visitor_question')
        .select('kind')
        .where('item_id', '=', id)
        .orderBy('id')
        .execute(),
    )
    return { answers, kinds: rows.map(({ kind }) => kind), requests: provider.requests }
  }

  const parseShownTurn = (answer: string) =>
    String(JSON.parse(/event: turn\ndata: (.*)/.exec(answer)?.[1] ?? '""'))

  describe('that chooses lines', () => {
    let outcome: Awaited<ReturnType<typeof askAll>>

    beforeAll(async () => {
      const questions = [question, 'How fast is it?']
      outcome = await askAll([{ say: ['4', ', [2]'] }], '9', questions)
    })

    test('shows the chosen lines', () => {
      const [answer = ''] = outcome.answers
      expect(answer).toMatch(/^event: wait\n/)
      const turn = parseShownTurn(answer)
      expect(turn).toContain(
        `<p class="quiet">A machine chose these lines from our text:</p><blockquote>${quoted}`,
      )
      expect(turn).toContain(`${quoted}</blockquote><dl><div><dt>Top Speed</dt><dd>205 km/h</dd>`)
      expect(outcome.kinds[0]).toBe('model')
    })

    test('answers a question for a fact without the model', () => {
      expect(outcome.answers[1]).toMatch(/^event: turn\n/)
      expect(outcome.requests).toHaveLength(1)
      expect(outcome.kinds[1]).toBe('fact')
    })

    test('sends the model the public facts, but no personal or internal data', () => {
      const sent = outcome.requests[0]?.body ?? ''
      expect(sent).toContain('Top Speed: 205 km/h')
      for (const secret of ['anna@example.org', 'Depot Sieben', 'tools'])
        expect(sent).not.toContain(secret)
    })
  })

  test('falls back to the guide’s quotes if the model’s answer is unusable', async () => {
    const stolen = 'It is stolen, worthless and very dangerous to touch.'
    const unusableAnswers: Behaviour[] = [
      { say: [stolen] },
      { say: [`${stolen} [4]`] },
      { say: [`4\n${stolen}`] },
      { say: [`[4]: ${stolen}`] },
      { say: ['4, 99'] },
      { say: ['1, 2, 3, 4'] },
      { say: ['[,]'] },
      { say: ['4'.repeat(80_000)] },
      { say: [' '.repeat(80_000)] },
      { say: ['<script>alert(1)</script>4'] },
      { say: ['NONE'] },
      { status: 500 },
      'broken stream',
    ]
    const { answers, kinds, requests } = await askAll(
      unusableAnswers,
      String(unusableAnswers.length),
      Array(unusableAnswers.length + 1).fill('Who was Jean Muller?'),
    )
    for (const answer of answers) {
      expect(parseShownTurn(answer)).toContain(quoted)
      expect(answer).not.toMatch(/stolen|<script>|A machine chose/)
    }
    expect(kinds).toEqual(Array(unusableAnswers.length + 1).fill('quotes'))
    expect(requests.length).toBeGreaterThanOrEqual(unusableAnswers.length)
  })

  describe('a text in another language', () => {
    const sentence = 'L’ingénieur Jean Muller est arrivé de Bâle en 1931 avec sa famille.'
    const asked = 'Where did the engineer come from? Mail me: anna@example.org'

    test('is searched with the translated question, which is not shown', async () => {
      const { answers, kinds, requests } = await askAll(
        [{ say: ['D’où est arrivé ', 'l’ingénieur ?'] }],
        '9',
        [asked, 'How fast is it?'],
        frenchText,
      )
      const [first = '', second = ''] = answers
      expect(first).toMatch(/^event: wait\n/)
      expect(parseShownTurn(first)).toContain(
        `<blockquote lang="fr" dir="auto">${sentence}</blockquote>`,
      )
      expect(first).not.toMatch(/D’où|A machine chose/)
      expect(parseShownTurn(second)).toContain('205 km/h')
      expect(kinds).toEqual(['model', 'fact'])
      expect(requests).toHaveLength(1)
      const seen = requests[0]?.body ?? ''
      expect(seen).toContain('French')
      expect(seen).toContain('Where did the engineer come from?')
      for (const secret of ['anna@example.org', 'Muller', 'Depot Sieben'])
        expect(seen).not.toContain(secret)
    })

    test('is searched with the original question if the translation fails', async () => {
      const failedTranslations: Behaviour[] = [
        { say: ['D’où est venu\nl’ingénieur ?'] },
        { say: ['D’où est venu l’ingénieur en 1905 ?'] },
        { say: ['???'] },
        { say: ['l’ingénieur '.repeat(60)] },
        { say: ['I am sorry, I cannot translate that.'] },
        { status: 400 },
        'broken stream',
        'hang',
      ]
      for (const behaviour of failedTranslations) {
        const { answers, kinds, requests } = await askAll(
          [behaviour, { say: ['3'] }],
          '9',
          [asked],
          frenchText,
        )
        expect(parseShownTurn(answers[0] ?? '')).toContain(
          'A machine chose these lines from our text:',
        )
        expect(answers[0]).not.toMatch(/venu|sorry|1905/)
        expect(kinds).toEqual(['model'])
        expect(requests.length).toBeGreaterThanOrEqual(2)
      }
      const { answers, kinds } = await askAll([{ status: 400 }], '9', [asked], frenchText)
      expect(parseShownTurn(answers[0] ?? '')).toContain('French')
      expect(kinds).toEqual(['unknown'])
    })

    test('needs no translation of a question in its own language', async () => {
      const { requests } = await askAll(
        [{ say: ['NONE'] }],
        '9',
        ['D’où est venu l’ingénieur ?'],
        frenchText,
      )
      expect(requests.map(({ body }) => body.includes('You translate'))).toEqual([false])
    })
  })
})
