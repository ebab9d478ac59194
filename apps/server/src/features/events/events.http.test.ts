// @module-tag postgres-with-all

import { api, type EventConflict, type SaveTheDateEvent } from '@vitrine/contract'
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { CallError, type Client } from '../../../test/client.ts'
import { startTestServer, type TestServer, test } from '../../../test/server.ts'
import { days } from '../../base/clock.ts'

type Sent = Partial<SaveTheDateEvent> & { remove?: boolean }

const event = (fields: Sent = {}) => ({
  date: '2099-05-31',
  start: false,
  last_day: '',
  time: '19:30',
  show_time: true,
  text_fr: 'Concert',
  text_de: 'Konzert',
  text_en: 'A concert',
  active: true,
  ...fields,
})

const list = (client: Client) => client.call(api.events.list)

const save = (client: Client, events: Sent[], version?: string) =>
  client.call(api.events.save, { body: { events: events.map(event), ...(version && { version }) } })

/** Removes the demo's events, so that a test starts with an empty list. */
async function removeAllEvents(server: TestServer): Promise<Client> {
  const employee = await server.signIn('employee')
  const { events } = await list(employee)
  await save(
    employee,
    events.map((demo) => ({ ...demo, remove: true })),
  )
  return employee
}

const refusal = async (call: Promise<unknown>): Promise<CallError> => {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  )
  if (outcome instanceof CallError) return outcome
  throw new Error('the call was not refused')
}

test('includes past, future, inactive and untimed events in the demo', async () => {
  await using server = await startTestServer()
  const { events } = await list(await server.signIn('employee'))
  const shown = (await server.call(api.events.upcoming)).events
  expect(events.length).toBeGreaterThan(shown.length + 1)
  expect(events.filter(({ active }) => !active)).toHaveLength(1)
  expect(shown.some(({ show_time }) => !show_time)).toBe(true)
  expect(events.every(({ text_fr, text_de, text_en }) => text_fr && text_de && text_en)).toBe(true)
})

test('adds, changes and removes events in one save, and keeps the others', async ({ server }) => {
  const employee = await removeAllEvents(server)
  const first = await save(employee, [{ text_en: 'One' }, { text_en: 'Two' }, { text_en: 'Three' }])
  const [one, two, three] = first.events
  const second = await save(employee, [
    { ...one, text_en: 'One, changed', time: '08:15:00' },
    { ...two, remove: true },
    { text_en: 'Never there', remove: true },
    { text_en: 'Four', time: '', show_time: false },
  ])
  expect(second.events).toEqual([
    event({ id: second.events[0]?.id as number, text_en: 'Four', time: '', show_time: false }),
    { ...one, text_en: 'One, changed', time: '08:15' },
    three,
  ])
  expect(second.version).not.toBe(first.version)
  expect(await list(employee)).toEqual(second)
})

test('records nothing when the same events are saved again', async () => {
  await using server = await startTestServer()
  const employee = await server.signIn('employee')
  const before = await list(employee)
  expect(await save(employee, before.events)).toEqual(before)
})

test('rejects a save of an outdated list with the current one', async ({ server, admin }) => {
  const employee = await removeAllEvents(server)
  const { version, events } = await save(employee, [{ text_en: 'As it was' }])
  const current = await save(admin, [{ ...events[0], text_en: 'By the admin' }], version)

  const refused = await refusal(
    save(employee, [{ ...events[0], text_en: 'Mine' }, { text_en: 'New' }], version),
  )
  expect(refused.status).toBe(409)
  expect(refused.body.message).toBe('Matthias Zurbriggen has saved the events in the meantime.')
  expect(refused.body.obj).toEqual({
    current,
    changedBy: 'Matthias Zurbriggen',
    changedAt: expect.stringMatching(/Z$/),
  } satisfies EventConflict)
  expect(await list(employee)).toEqual(current)
  // The same save succeeds with the version from the conflict.
  expect(
    (await save(employee, [{ ...events[0], text_en: 'Mine' }], current.version)).events,
  ).toMatchObject([{ text_en: 'Mine' }])
})

test('accepts one of two concurrent saves of the same list', async ({
  employee,
  admin: elsewhere,
}) => {
  const { version } = await list(employee)
  const outcomes = await Promise.allSettled([
    save(employee, [{ text_en: 'Here' }], version),
    save(elsewhere, [{ text_en: 'There' }], version),
  ])
  const refused = outcomes
    .filter((outcome) => outcome.status === 'rejected')
    .map(({ reason }) => reason)
  expect(refused).toMatchObject([{ status: 409 }])
})

test('rejects a change of a removed event, but not another removal', async ({ server }) => {
  const employee = await removeAllEvents(server)
  const gone = { id: 2_000_000_000 }
  const refused = await refusal(save(employee, [gone, { text_en: 'New' }]))
  expect(refused.status).toBe(409)
  expect((await list(employee)).events).toEqual([])
  expect((await save(employee, [{ ...gone, remove: true }])).events).toEqual([])
})

test('rejects invalid events with a sentence', async ({ server }) => {
  const employee = await removeAllEvents(server)
  for (const invalid of [
    { date: '2026-02-30' },
    { date: '' },
    { time: '25:00' },
    { last_day: 'soon' },
    { start: true, last_day: '2099-05-30' },
    { time: '' },
    { text_fr: 'x'.repeat(10_001) },
    // Stored as &amp;, the text would exceed the limit on the next save.
    { text_en: '&'.repeat(9_000) },
    { text_de: 'a\0b' },
  ]) {
    expect(
      (await refusal(save(employee, [{}, invalid]))).status,
      JSON.stringify(invalid).slice(0, 40),
    ).toBe(400)
  }
  const { events } = await save(employee, [{}])
  const twice = await refusal(save(employee, [...events, ...events]))
  expect(twice.body.message).toBe('One of the events was sent twice.')
  const many = Array.from({ length: 300 }, () => ({}))
  expect((await refusal(save(employee, many))).body.message).toContain('at most 300 events')
  expect(await list(employee)).toMatchObject({ events: [{}] })
})

/** Texts as typed and as stored; equal if empty. */
const sanitisedTexts: readonly (readonly [typed: string, stored: string])[] = [
  ['<p>a<br><b>b</b><i>c</i><u>d</u></p>', '<p>a<br /><b>b</b><i>c</i><u>d</u></p>'],
  ['<ul><li>a</li></ul><ol><li><em>b</em><strong>c</strong></li></ol>', ''],
  ['a<script>alert(1)</script>b', 'ab'],
  ['<h2>A</h2>b<div>c</div><div><br></div><div>d</div>', 'A<br />b<br />c<br /><br />d'],
  [
    '<div class="a>b"><p>a</p></div><table><tr><td>b</td><td>c</td></tr></table>',
    '<p>a</p><p>b · c</p>',
  ],
  // Markup by Word: paragraphs in each cell, and a no-break space in empty ones.
  [
    'a<table><tr><td><p class="MsoNormal">19:30<o:p></o:p></p></td><td><p><b>b</b></p><p>c</p></td></tr>' +
      '<tr><td>20:30</td><td><p>&nbsp;</p></td><td>d</td></tr></table>e',
    'a<p>19:30 · <b>b</b> c<br />20:30 · d</p>e',
  ],
  ['<table><tr><td><p>a</p><p>b</p></td></tr><tr><td>c</td></tr></table>', '<p>a</p><p>b</p>c'],
  [
    '<table><caption>a</caption><tr><th>b</th><td>c<table><tr><td>d</td><td>e</td></tr></table></td></tr></table>',
    '<p>a<br />b · c d · e</p>',
  ],
  ['<table><b>a<tr>b<td>c</td><td>d</b></td></tr>', '<p>a<br />b · c · d</p>'],
  ['<td>a</td><td>b</td>', 'a  b'],
  ['<img src=x onerror=alert(1)>a', 'a'],
  ['<b onclick="alert(1)" style="color:red" class="x">a</b>', '<b>a</b>'],
  ['<a href="javascript:alert(1)">a</a>', 'a'],
  ['<a href=" java\nscript:alert(1)">a</a>', 'a'],
  ['<a href="data:text/html,x">a</a>', 'a'],
  ['<a href="//evil.example">a</a>', 'a'],
  ['<p><a href="www.example.org">a</a> <b>b</b> c</p>', '<p>a <b>b</b> c</p>'],
  ['<svg><script>alert(1)</script></svg>a', 'a'],
  ['<iframe src="https://evil.example"></iframe>a', 'a'],
  ['<b>a', '<b>a</b>'],
  ['1 < 2 & 3', '1 &lt; 2 &amp; 3'],
  ['<h1>a</h1>', 'a'],
  [
    '<a href="https://example.org/?a=1" target="_top" onclick="x()">a</a>',
    '<a href="https://example.org/?a=1" rel="noopener" target="_blank">a</a>',
  ],
  [
    '<a href="mailto:a@example.org">a</a>',
    '<a href="mailto:a@example.org" rel="noopener" target="_blank">a</a>',
  ],
]

const saveTypedTexts = (employee: Client) =>
  save(
    employee,
    sanitisedTexts.map(([text_fr]) => ({ text_fr })),
  )

test('sanitises texts on write', async ({ server }) => {
  const { events } = await saveTypedTexts(await removeAllEvents(server))
  expect(events.map(({ text_fr }) => text_fr)).toEqual(
    sanitisedTexts.map(([typed, stored]) => stored || typed),
  )
})

test('records no change when sanitised texts are saved again', async ({ server }) => {
  const employee = await removeAllEvents(server)
  const { events } = await saveTypedTexts(employee)
  const { version } = await list(employee)
  expect((await save(employee, events)).version).toBe(version)
})

test('sanitises texts on read', async ({ server }) => {
  await saveTypedTexts(await removeAllEvents(server))
  await server.inDatabase((db) =>
    db
      .updateTable('event')
      .set({ text_en: '<script>alert(1)</script><b onclick="alert(1)">a</b>' })
      .execute(),
  )
  const { events } = await server.call(api.events.upcoming)
  expect(events.every(({ text_en }) => text_en === '<b>a</b>')).toBe(true)
  const html = await (await server.fetch('/save-the-date')).text()
  expect(html).toContain('<b>a</b>')
  expect(html).not.toMatch(/alert|onclick/)
})

test('shows visitors active events from today on, by date and time', async () => {
  await using server = await startTestServer()
  await removeAllEvents(server)
  // A quarter past midnight in Zurich on 1 July 2098, which is still 30 June in UTC.
  server.clock.advance(Date.parse('2098-06-30T22:15:00Z') - Date.now())
  // The earlier session has expired by then, so sign in again.
  await save(await server.signIn('employee'), [
    { date: '2098-07-02', time: '09:00', text_en: 'third' },
    { date: '2098-06-30', time: '23:59', text_en: 'yesterday' },
    { date: '2098-07-02', time: '', show_time: false, text_en: 'second' },
    { date: '2098-07-03', active: false, text_en: 'inactive' },
    { date: '2098-07-01', time: '00:01', text_en: 'first' },
    { date: '2098-07-02', time: '10:00', text_en: 'fourth' },
  ])
  const { events } = await server.call(api.events.upcoming)
  expect(events.map(({ text_en }) => text_en)).toEqual(['first', 'second', 'third', 'fourth'])
  expect(events[0]).toEqual({
    id: expect.any(Number),
    date: '2098-07-01',
    start: false,
    last_day: '',
    time: '00:01',
    show_time: true,
    text_fr: 'Concert',
    text_de: 'Konzert',
    text_en: 'first',
  })
})

describe('an event marked ‘From’', () => {
  const begun = { date: '2098-06-01', start: true }
  let server: TestServer
  let employee: Client

  beforeAll(async () => {
    server = await startTestServer()
    server.clock.advance(Date.parse('2098-07-01T10:00:00Z') - Date.now())
  })
  afterAll(() => server[Symbol.asyncDispose]())
  beforeEach(async () => {
    employee = await removeAllEvents(server)
  })

  const listShown = async () =>
    (await server.call(api.events.upcoming)).events.map(({ text_en }) => text_en)
  const fetchBox = async (lang: string) =>
    (await server.fetch(`/save-the-date?lang=${lang}`)).text()
  const fetchCalendar = async () =>
    (await (await server.fetch('/save-the-date.ics')).text()).replaceAll('\r\n ', '')

  /** Saves an event without an end and one until 15 July. */
  const saveOpenAndEnding = (ending: Sent = {}) =>
    save(employee, [
      { ...begun, text_en: 'open' },
      { ...begun, last_day: '2098-07-15', text_en: 'last day', ...ending },
    ])

  test('is shown until its last day, and without one as long as it is active', async () => {
    const { events } = await save(employee, [
      { ...begun, text_en: 'open' },
      { ...begun, last_day: '2098-07-01', text_en: 'last day' },
      { ...begun, last_day: '2098-06-30', text_en: 'over' },
      { ...begun, active: false, text_en: 'inactive' },
    ])
    expect(events.map(({ last_day }) => last_day)).toEqual(['', '2098-07-01', '2098-06-30', ''])
    expect(await listShown()).toEqual(['open', 'last day'])
  })

  test('stores a last day without start, but ignores it', async () => {
    const { events } = await save(employee, [
      { date: '2098-06-01', last_day: '2098-08-01', text_en: 'one day' },
    ])
    expect(events.map(({ last_day }) => last_day)).toEqual(['2098-08-01'])
    expect(await listShown()).toEqual([])
  })

  test('has both days on the page in each language', async () => {
    await saveOpenAndEnding()
    expect(await fetchBox('de')).toMatch(/Ab Sonntag, 1\. Juni 2098.*bis Dienstag, 15\. Juli 2098/s)
    expect(await fetchBox('fr')).toMatch(
      /Dès le dimanche 1er juin 2098.*jusqu’au mardi 15 juillet 2098/s,
    )
    const english = await fetchBox('en')
    expect(english).toMatch(/From Sunday,? 1 June 2098.*until Tuesday,? 15 July 2098/s)
    expect(english.match(/>until /g)).toHaveLength(1)
  })

  test('has an end in the structured data only if it has a last day', async () => {
    await saveOpenAndEnding()
    const [, json = ''] =
      /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await fetchBox('en')) ?? []
    const { '@graph': graph } = JSON.parse(json)
    expect(graph).toMatchObject([{ name: 'open' }, { name: 'last day', endDate: '2098-07-15' }])
    expect(graph[0]).not.toHaveProperty('endDate')
  })

  test('ends in the calendar on the day after its last day', async () => {
    await saveOpenAndEnding()
    const calendar = await fetchCalendar()
    expect(calendar).toMatch(
      /DTSTART;TZID=Europe\/Zurich:20980601T193000\r\nDTEND;TZID=Europe\/Zurich:20980716T000000/,
    )
    expect(calendar.match(/DTEND/g)).toHaveLength(1)
    expect(calendar).toMatch(
      /From Sunday\\?,? 1 June 2098 until Tuesday\\?,? 15 July 2098\\nlast day/,
    )
  })

  test('without a time lasts whole days in the calendar', async () => {
    await saveOpenAndEnding({ show_time: false })
    expect(await fetchCalendar()).toMatch(
      /DTSTART;VALUE=DATE:20980601\r\nDTEND;VALUE=DATE:20980716/,
    )
  })

  test('is rejected with a last day before its first', async () => {
    const { body } = await refusal(save(employee, [{ ...begun, last_day: '2098-05-31' }]))
    expect(body.obj).toEqual({
      fields: { 'events.0.last_day': 'The last day must not be before the first day.' },
    })
  })

  test('disappears when it becomes inactive or its last day is over', async () => {
    const { events } = await saveOpenAndEnding()
    await save(employee, [{ ...events[0], active: false }])
    expect(await listShown()).toEqual(['last day'])
    server.clock.advance(days(15))
    expect(await listShown()).toEqual([])
  })
})

test('accepts 0 and 1 as flags, and no other numbers', async ({ server }) => {
  const employee = await removeAllEvents(server)
  const send = (flags: object) =>
    employee.send(api.events.save, { body: [{ ...event({ time: '19:30' }), ...flags }] as never })
  const saved = (await (await send({ active: 1, start: 0, show_time: 1 })).json()) as {
    events: unknown[]
  }
  expect(saved.events).toMatchObject([{ active: true, start: false, show_time: true }])
  expect((await send({ active: 2 })).status).toBe(400)
  expect((await send({ active: '1' })).status).toBe(400)
})

test('accepts a bare array of events', async ({ server }) => {
  const employee = await removeAllEvents(server)
  const saved = await employee.call(api.events.save, {
    body: [event({ text_en: 'One' }), event({ text_en: 'Two' })],
  })
  expect(saved.events).toMatchObject([{ text_en: 'One' }, { text_en: 'Two' }])
  expect(await list(employee)).toEqual(saved)
  const refused = await refusal(
    employee.call(api.events.save, { body: [event(), event({ date: '2026-02-30' })] }),
  )
  expect(refused.body.obj).toEqual({
    fields: { '1.date': 'Please enter a date such as 2026-05-31.' },
  })
})

test('does not delay other requests while sanitising hostile texts', { timeout: 60_000 }, async ({
  server,
}) => {
  const employee = await removeAllEvents(server)
  const text = '<tr\n'.repeat(2_500)
  const events = Array.from({ length: 60 }, (_, index) =>
    // All texts differ, so that none is cached.
    event({
      text_fr: `${index}${text.slice(5)}`,
      text_de: `${index}b${text.slice(5)}`,
      text_en: `${index}c${text.slice(5)}`,
    }),
  )
  let answered = 0
  let isSaving = true
  const saving = save(employee, events).finally(() => {
    isSaving = false
  })
  while (isSaving) {
    await server.call(api.operations.health)
    answered++
  }
  expect((await saving).events).toHaveLength(60)
  expect(answered).toBeGreaterThan(20)
})

test('renders the box in the requested language, English by default', async ({ server }) => {
  const employee = await removeAllEvents(server)
  await save(employee, [{ start: true }, { date: '2099-06-01', show_time: false }])
  const box = async (search = '') => (await server.fetch(`/save-the-date${search}`)).text()

  expect(await box('?lang=de')).toMatch(
    /lang="de".*Ab Sonntag, 31\. Mai 2099.*19:30.*Konzert.*1\. Juni 2099/s,
  )
  expect(await box('?lang=fr')).toMatch(/lang="fr".*Dès le dimanche 31 mai 2099.*19:30.*Concert/s)
  const english = await box('?lang=en')
  expect(english).toMatch(/lang="en".*From Sunday,? 31 May 2099.*19:30.*A concert/s)
  expect(english.match(/19:30</g)).toHaveLength(1)
  const inItalian = await server.fetch('/save-the-date.ics?lang=it')
  expect(inItalian.headers.get('content-language')).toBe('en')
  // The language comes from the address only, not from the browser.
  const framed = await server.fetch('/save-the-date', { headers: { 'accept-language': 'de' } })
  expect([framed.headers.get('content-language'), framed.headers.get('vary')]).toEqual([
    'en',
    'sec-fetch-dest, accept-encoding',
  ])
  for (const invalid of [
    '',
    '?lang=it',
    '?lang=ja',
    '?lang=xx',
    '?lang=',
    '?lang=de&lang=fr',
    '?lang[]=de',
    '?lang=%00',
  ]) {
    expect((await box(invalid)).replaceAll(/\s/g, '')).toBe(english.replaceAll(/\s/g, ''))
  }
  const data = JSON.parse(
    /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(english)?.[1] ?? '',
  )
  expect(data['@graph']).toMatchObject([
    { '@type': 'Event', name: 'A concert', startDate: '2099-05-31T19:30+02:00' },
    {
      '@type': 'Event',
      startDate: '2099-06-01',
      location: { '@type': 'Place', address: expect.stringMatching(/Fribourg$/) },
    },
  ])
})

test('shows a text without translation in its own language', async ({ server }) => {
  const employee = await removeAllEvents(server)
  await save(employee, [{ text_fr: '', text_de: '<p>Vernissage</p>', text_en: '<p><br></p>' }])
  const box = await (await server.fetch('/save-the-date?lang=en')).text()
  expect(box).toContain('<div class="text" lang="de"><p>Vernissage</p></div>')
  expect(box).toContain(
    '<p class="notice">Not yet available in English: this text is in German.</p>',
  )
  expect(box).toContain('"inLanguage":"de"')
  const calendar = await (await server.fetch('/save-the-date.ics?lang=fr')).text()
  expect(calendar).toContain('SUMMARY;LANGUAGE=de:Vernissage')
  // Fallback order: English, German, French.
  await removeAllEvents(server)
  await save(employee, [{ text_en: '' }, { text_de: '' }])
  expect(await (await server.fetch('/save-the-date?lang=en')).text()).toMatch(
    /lang="de">Konzert.*lang="en">A concert/s,
  )
  expect(await (await server.fetch('/save-the-date?lang=de')).text()).toMatch(
    /lang="de">Konzert.*lang="en">A concert/s,
  )
})

const shownIn = async (server: TestServer, dest: string | null, search = '') => {
  const headers = { ...(dest && { 'sec-fetch-dest': dest }) }
  const response = await server.fetch(`/save-the-date${search}`, { headers })
  expect([response.status, response.headers.get('vary')]).toEqual([
    200,
    'sec-fetch-dest, accept-encoding',
  ])
  const html = await response.text()
  const [head = '', body = ''] = html.split('<body>')
  return { head, body }
}

test('renders an empty box without events, and a page that links to both museums', async ({
  server,
}) => {
  const employee = await removeAllEvents(server)
  const { body } = await shownIn(server, 'iframe', '?lang=fr')
  expect(body).toMatch(
    /^<script src="\/public\/embedded\.js\?v=[\w-]+" defer=""><\/script><\/body><\/html>$/,
  )
  const german = (await shownIn(server, 'document', '?lang=de')).body
  expect(german).toContain('Zurzeit sind keine Anlässe angekündigt.')
  expect([...german.matchAll(/href="(\/.*?)"/g)].map(([, href]) => href)).toEqual([
    '/manege?lang=de',
    '/grange?lang=de',
  ])
  expect((await shownIn(server, null)).body).toContain('No events are announced at the moment.')
  await save(employee, [{}])
  expect((await shownIn(server, 'document')).body).toContain('A concert')
})

test('renders the page with head, languages and foot', async ({ server }) => {
  const employee = await removeAllEvents(server)
  const parts = [
    'Fondation Vitrine</span>',
    'href="?lang=fr"',
    'href="/manege?lang=de"',
    'href="/grange?lang=de"',
    '©',
  ]
  for (const events of [[], [{}]]) {
    await save(employee, events)
    // Clients without the header get the page.
    for (const dest of ['document', null]) {
      const { body } = await shownIn(server, dest, '?lang=de')
      expect(parts.filter((part) => !body.includes(part))).toEqual([])
      expect(body).not.toContain('href="?lang=ja"')
    }
  }
})

test.for(['iframe', 'frame', 'embed', 'object'])(
  'renders only the events in an %s',
  async (dest, { server }) => {
    const employee = await removeAllEvents(server)
    await save(employee, [{}])
    const { body } = await shownIn(server, dest)
    expect(body).toContain('A concert')
    expect(body).not.toMatch(/<header|<footer|<details|class="visit"|href="\/(?:manege|grange)/)
  },
)

test('renders the box in light colours unless its address asks for others', async ({ server }) => {
  const employee = await removeAllEvents(server)
  await save(employee, [{}])
  const colours = async (search: string) => {
    const { head } = await shownIn(server, 'iframe', search)
    return [/:root\{color-scheme:([^;]+);/.exec(head)?.[1], /@media ([^{]+)\{:root/.exec(head)?.[1]]
  }
  for (const search of ['', '?theme=light', '?theme=odd', '?theme=dark&theme=auto'])
    expect([search, await colours(search)]).toEqual([search, ['light', undefined]])
  expect(await colours('?theme=dark')).toEqual(['dark', 'screen'])
  expect(await colours('?theme=auto')).toEqual([
    'light dark',
    'screen and (prefers-color-scheme:dark)',
  ])
})

test('changes the ETag of the box with the next event', async ({ server }) => {
  const employee = await removeAllEvents(server)
  const etag = (await server.fetch('/save-the-date')).headers.get('etag') ?? ''
  const ask = () => server.fetch('/save-the-date', { headers: { 'if-none-match': etag } })
  expect((await ask()).status).toBe(304)
  await save(employee, [{}])
  expect((await ask()).status).toBe(200)
})

test('allows only the box in frames, and only of configured sites', async () => {
  const framing = async (server: Client, path: string) => {
    const { headers } = await server.fetch(path)
    return {
      policy: /frame-ancestors [^;]*/.exec(headers.get('content-security-policy') ?? '')?.[0],
      older: headers.get('x-frame-options'),
    }
  }
  await using plain = await startTestServer()
  expect(await framing(plain, '/save-the-date')).toEqual({
    policy: "frame-ancestors 'self'",
    older: null,
  })

  await using server = await startTestServer({
    SAVE_THE_DATE_FRAME_ANCESTORS: 'self, https://www.example.org/agenda, http://localhost:8080',
  })
  const named = "frame-ancestors 'self' https://www.example.org http://localhost:8080"
  expect(await framing(server, '/save-the-date?lang=fr')).toEqual({ policy: named, older: null })
  for (const path of ['/login', '/car/1', '/save-the-date.ics', '/api/public/save-the-date']) {
    expect(await framing(server, path)).toEqual({
      policy: "frame-ancestors 'none'",
      older: 'SAMEORIGIN',
    })
  }
})

test('allows scripts of other sites to read only the public events', async ({ server }) => {
  const allowed = async (path: string) =>
    (await server.fetch(path, { headers: { origin: 'https://www.example.org' } })).headers.get(
      'access-control-allow-origin',
    )
  expect(await allowed('/api/public/save-the-date')).toBe('*')
  for (const path of ['/api/cms/save-the-date', '/api/settings', '/api/health', '/save-the-date']) {
    expect(await allowed(path)).toBeNull()
  }
})

test('exports events with lasting UIDs, in local time or for whole days', async ({ server }) => {
  const employee = await removeAllEvents(server)
  const long = 'Ein sehr langer Satz über Öl, Motoren; und \\ mehr. '.repeat(5)
  const { events } = await save(employee, [
    { text_de: `<p><b>Konzert &amp; Apéro</b><br>${long}</p><ul><li>eins</li><li>zwei</li></ul>` },
    { date: '2099-06-01', show_time: false, start: true },
  ])
  const response = await server.fetch('/save-the-date.ics?lang=de')
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const text = await response.text()
  const rows = text.split('\r\n')
  expect(rows.at(-1)).toBe('')
  expect(rows.every((row) => Buffer.byteLength(row) <= 75 && !row.includes('\n'))).toBe(true)
  const lines = text.replaceAll('\r\n ', '').split('\r\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Zurich',
      'DTSTART;TZID=Europe/Zurich:20990531T193000',
      'DTSTART;VALUE=DATE:20990601',
      'SUMMARY;LANGUAGE=de:Konzert & Apéro',
      expect.stringMatching(
        /^DESCRIPTION;LANGUAGE=de:Konzert & Apéro\\nEin sehr langer Satz über Öl\\, Motoren\\; und \\\\ mehr/,
      ),
      expect.stringMatching(/^DESCRIPTION;LANGUAGE=de:Ab Montag\\, 1\. Juni 2099\\nKonzert$/),
    ]),
  )
  expect(lines.find((line) => line.includes('Konzert & Apéro\\n'))).toMatch(/\\n• eins\\n• zwei$/)
  const uids = (calendar: string) => [...calendar.matchAll(/^UID:(.*)\r$/gm)].map(([, uid]) => uid)
  expect(uids(text)).toEqual(
    events.map(({ id }) => expect.stringContaining(`save-the-date-${id}@`)),
  )
  await save(employee, [{ ...events[0], date: '2099-07-31' }])
  const french = await (await server.fetch('/save-the-date.ics?lang=fr')).text()
  expect(uids(french).sort()).toEqual(uids(text).sort())
  expect(french).toContain('SUMMARY;LANGUAGE=fr:Concert')
})
