// @module-tag postgres-with-all

import { api, type EventConflict, type SaveTheDateEvent } from '@vitrine/contract'
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { CallError, type Client } from '../../../test/client.ts'
import { startTestServer, type TestServer, test } from '../../../test/server.ts'
import { days } from '../../base/clock.ts'

type EventChanges = Partial<SaveTheDateEvent> & { remove?: boolean }

const createEvent = (fields: EventChanges = {}) => ({
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

const listEvents = (client: Client) => client.call(api.events.list)

/** Saves events; without a version, whatever list is stored. */
const saveEvents = (client: Client, changes: EventChanges[], version?: string) => {
  const events = changes.map(createEvent)
  const body = version === undefined ? { events } : { events, version }
  return client.call(api.events.save, { body })
}

const moveClockTo = (server: TestServer, instant: string) =>
  server.clock.advance(Date.parse(instant) - server.clock.now().getTime())

/** Removes all events, so that a test starts with an empty list; returns the employee. */
async function removeAllEvents(server: TestServer): Promise<Client> {
  const employee = await server.signIn('employee')
  const { events } = await listEvents(employee)
  await saveEvents(
    employee,
    events.map((event) => ({ ...event, remove: true })),
  )
  return employee
}

const expectRejection = (call: Promise<unknown>): Promise<CallError> =>
  call.then(
    () => expect.fail('the call was not rejected'),
    (error: unknown) => (error instanceof CallError ? error : expect.fail(String(error))),
  )

test('includes past, future, inactive and untimed events in the demo', async () => {
  await using server = await startTestServer()
  const { events } = await listEvents(await server.signIn('employee'))
  const upcomingEvents = (await server.call(api.events.upcoming)).events
  const inactiveEvents = events.filter(({ active }) => !active)
  expect(inactiveEvents).toHaveLength(1)
  // Visitors see neither inactive nor past events.
  expect(events.length).toBeGreaterThan(upcomingEvents.length + inactiveEvents.length)
  expect(upcomingEvents.some(({ show_time }) => !show_time)).toBe(true)
  expect(events.every(({ text_fr, text_de, text_en }) => text_fr && text_de && text_en)).toBe(true)
})

test('adds, changes and removes events in one save, and keeps the others', async ({ server }) => {
  const employee = await removeAllEvents(server)
  const original = await saveEvents(employee, [
    { text_en: 'One' },
    { text_en: 'Two' },
    { text_en: 'Three' },
  ])
  const [one, two, three] = original.events
  const untimed = { text_en: 'Four', time: '', show_time: false }
  const changed = await saveEvents(employee, [
    { ...one, text_en: 'One, changed', time: '08:15:00' },
    { ...two, remove: true },
    { text_en: 'Added and removed', remove: true },
    untimed,
  ])
  const [four] = changed.events
  expect(changed.events).toEqual([
    createEvent({ ...untimed, id: four?.id ?? expect.fail() }),
    { ...one, text_en: 'One, changed', time: '08:15' },
    three,
  ])
  expect(changed.version).not.toBe(original.version)
  expect(await listEvents(employee)).toEqual(changed)
})

test('records nothing when the same events are saved again', async () => {
  await using server = await startTestServer()
  const employee = await server.signIn('employee')
  const listed = await listEvents(employee)
  expect(await saveEvents(employee, listed.events)).toEqual(listed)
})

test('rejects a save of an outdated list, and answers with the current one', async ({
  server,
  admin,
}) => {
  const employee = await removeAllEvents(server)
  const { version, events } = await saveEvents(employee, [{ text_en: 'As it was' }])
  const current = await saveEvents(admin, [{ ...events[0], text_en: 'By the admin' }], version)

  const conflict = await expectRejection(
    saveEvents(
      employee,
      [{ ...events[0], text_en: 'By the employee' }, { text_en: 'New' }],
      version,
    ),
  )
  expect(conflict.status).toBe(409)
  expect(conflict.body.message).toBe('Matthias Zurbriggen has saved the events in the meantime.')
  expect(conflict.body.obj).toEqual({
    current,
    changedBy: 'Matthias Zurbriggen',
    changedAt: expect.stringMatching(/Z$/),
  } satisfies EventConflict)
  expect(await listEvents(employee)).toEqual(current)
  // The same save succeeds with the version from the conflict.
  const resolved = { ...events[0], text_en: 'By the employee' }
  expect((await saveEvents(employee, [resolved], current.version)).events).toMatchObject([
    { text_en: 'By the employee' },
  ])
})

test('accepts one of two concurrent saves of the same list', async ({ employee, admin }) => {
  const { version } = await listEvents(employee)
  const outcomes = await Promise.allSettled([
    saveEvents(employee, [{ text_en: 'By the employee' }], version),
    saveEvents(admin, [{ text_en: 'By the admin' }], version),
  ])
  const rejections = outcomes
    .filter((outcome) => outcome.status === 'rejected')
    .map(({ reason }) => reason)
  expect(rejections).toMatchObject([{ status: 409 }])
})

test('rejects a change of a removed event, but not another removal', async ({ server }) => {
  const employee = await removeAllEvents(server)
  const removedEvent = { id: 2_000_000_000 }
  const conflict = await expectRejection(saveEvents(employee, [removedEvent, { text_en: 'New' }]))
  expect(conflict.status).toBe(409)
  expect((await listEvents(employee)).events).toEqual([])
  expect((await saveEvents(employee, [{ ...removedEvent, remove: true }])).events).toEqual([])
})

test('rejects all events of a save if one is invalid', async ({ server }) => {
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
    const description = JSON.stringify(invalid).slice(0, 40)
    expect((await expectRejection(saveEvents(employee, [{}, invalid]))).status, description).toBe(
      400,
    )
  }
  expect((await listEvents(employee)).events).toEqual([])
})

test('rejects an event that is sent twice', async ({ server }) => {
  const employee = await removeAllEvents(server)
  const { events } = await saveEvents(employee, [{}])
  const duplicate = await expectRejection(saveEvents(employee, [...events, ...events]))
  expect(duplicate.body.message).toBe('One of the events was sent twice.')
  expect((await listEvents(employee)).events).toEqual(events)
})

test('rejects a save that would store more than 300 events', async ({ server }) => {
  const employee = await removeAllEvents(server)
  const { events } = await saveEvents(employee, [{}])
  // With the stored one, these are 301.
  const tooMany = Array.from({ length: 300 }, () => ({}))
  expect((await expectRejection(saveEvents(employee, tooMany))).body.message).toContain(
    'at most 300 events',
  )
  expect((await listEvents(employee)).events).toEqual(events)
})

/** Typed texts, and what is stored of them; an empty string if that is the same. */
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
  saveEvents(
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
  const { version } = await listEvents(employee)
  expect((await saveEvents(employee, events)).version).toBe(version)
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
  moveClockTo(server, '2098-06-30T22:15:00Z')
  // The earlier session has expired by then, so sign in again.
  await saveEvents(await server.signIn('employee'), [
    { date: '2098-07-02', time: '09:00', text_en: 'third' },
    { date: '2098-06-30', time: '23:59', text_en: 'yesterday' },
    { date: '2098-07-02', time: '', show_time: false, text_en: 'second' },
    { date: '2098-07-03', active: false, text_en: 'inactive' },
    { date: '2098-07-01', time: '00:01', text_en: 'first' },
    { date: '2098-07-02', time: '10:00', text_en: 'fourth' },
  ])
  const { events } = await server.call(api.events.upcoming)
  expect(events.map(({ text_en }) => text_en)).toEqual(['first', 'second', 'third', 'fourth'])
  const [first] = events
  expect(first).toEqual({
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

const fetchPage = async (server: TestServer, search = '') =>
  (await server.fetch(`/save-the-date${search}`)).text()

describe('an event marked ‘From’', () => {
  // A month before the test's today.
  const eventSinceJune = { date: '2098-06-01', start: true }
  let server: TestServer
  let employee: Client

  beforeAll(async () => {
    server = await startTestServer()
    moveClockTo(server, '2098-07-01T10:00:00Z')
  })
  afterAll(() => server[Symbol.asyncDispose]())
  beforeEach(async () => {
    employee = await removeAllEvents(server)
  })

  const listShown = async () =>
    (await server.call(api.events.upcoming)).events.map(({ text_en }) => text_en)
  const fetchCalendar = async () =>
    (await (await server.fetch('/save-the-date.ics')).text()).replaceAll('\r\n ', '')

  /** Saves an event without an end, and one until 15 July with these changes. */
  const saveOpenAndEnding = (changesOfEnding: EventChanges = {}) =>
    saveEvents(employee, [
      { ...eventSinceJune, text_en: 'open' },
      { ...eventSinceJune, last_day: '2098-07-15', text_en: 'last day', ...changesOfEnding },
    ])

  test('is shown until its last day, and without one as long as it is active', async () => {
    const { events } = await saveEvents(employee, [
      { ...eventSinceJune, text_en: 'open' },
      { ...eventSinceJune, last_day: '2098-07-01', text_en: 'last day' },
      { ...eventSinceJune, last_day: '2098-06-30', text_en: 'over' },
      { ...eventSinceJune, active: false, text_en: 'inactive' },
    ])
    expect(events.map(({ last_day }) => last_day)).toEqual(['', '2098-07-01', '2098-06-30', ''])
    expect(await listShown()).toEqual(['open', 'last day'])
  })

  test('stores a last day without start, but ignores it', async () => {
    const { events } = await saveEvents(employee, [
      { date: '2098-06-01', last_day: '2098-08-01', text_en: 'one day' },
    ])
    expect(events.map(({ last_day }) => last_day)).toEqual(['2098-08-01'])
    expect(await listShown()).toEqual([])
  })

  test('has both days on the page in each language', async () => {
    await saveOpenAndEnding()
    expect(await fetchPage(server, '?lang=de')).toMatch(
      /Ab Sonntag, 1\. Juni 2098.*bis Dienstag, 15\. Juli 2098/s,
    )
    expect(await fetchPage(server, '?lang=fr')).toMatch(
      /Dès le dimanche 1er juin 2098.*jusqu’au mardi 15 juillet 2098/s,
    )
    const english = await fetchPage(server, '?lang=en')
    expect(english).toMatch(/From Sunday,? 1 June 2098.*until Tuesday,? 15 July 2098/s)
    expect(english.match(/>until /g)).toHaveLength(1)
  })

  test('has an end in the structured data only if it has a last day', async () => {
    await saveOpenAndEnding()
    const [, json = ''] =
      /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(
        await fetchPage(server, '?lang=en'),
      ) ?? []
    const { '@graph': graph } = JSON.parse(json)
    expect(graph).toMatchObject([{ name: 'open' }, { name: 'last day', endDate: '2098-07-15' }])
    const [open] = graph
    expect(open).not.toHaveProperty('endDate')
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
    const { body } = await expectRejection(
      saveEvents(employee, [{ ...eventSinceJune, last_day: '2098-05-31' }]),
    )
    expect(body.obj).toEqual({
      fields: { 'events.0.last_day': 'The last day must not be before the first day.' },
    })
  })

  test('disappears when it becomes inactive or its last day is over', async () => {
    const [open] = (await saveOpenAndEnding()).events
    await saveEvents(employee, [{ ...open, active: false }])
    expect(await listShown()).toEqual(['last day'])
    server.clock.advance(days(15))
    expect(await listShown()).toEqual([])
  })
})

test('accepts 0 and 1 as flags, and no other numbers', async ({ server }) => {
  const employee = await removeAllEvents(server)
  const sendWithFlags = (flags: object) =>
    employee.send(api.events.save, { body: [{ ...createEvent(), ...flags }] as never })
  const response = await sendWithFlags({ active: 1, start: 0, show_time: 1 })
  expect(await response.json()).toMatchObject({
    events: [{ active: true, start: false, show_time: true }],
  })
  expect((await sendWithFlags({ active: 2 })).status).toBe(400)
  expect((await sendWithFlags({ active: '1' })).status).toBe(400)
})

test('accepts a bare array of events', async ({ server }) => {
  const employee = await removeAllEvents(server)
  const saved = await employee.call(api.events.save, {
    body: [createEvent({ text_en: 'One' }), createEvent({ text_en: 'Two' })],
  })
  expect(saved.events).toMatchObject([{ text_en: 'One' }, { text_en: 'Two' }])
  expect(await listEvents(employee)).toEqual(saved)
  const rejection = await expectRejection(
    employee.call(api.events.save, { body: [createEvent(), createEvent({ date: '2026-02-30' })] }),
  )
  expect(rejection.body.obj).toEqual({
    fields: { '1.date': 'Please enter a date such as 2026-05-31.' },
  })
})

test('does not delay other requests while sanitising hostile texts', { timeout: 60_000 }, async ({
  server,
}) => {
  const employee = await removeAllEvents(server)
  // Almost as long as a text may be.
  const hostileText = '<tr\n'.repeat(2_490)
  const eventCount = 60
  const events = Array.from({ length: eventCount }, (_, index) =>
    // All texts differ, so that none is cached.
    createEvent({
      text_fr: `${index}a${hostileText}`,
      text_de: `${index}b${hostileText}`,
      text_en: `${index}c${hostileText}`,
    }),
  )
  let answerCount = 0
  let isSaving = true
  const saving = saveEvents(employee, events).finally(() => {
    isSaving = false
  })
  while (isSaving) {
    await server.call(api.operations.health)
    answerCount++
  }
  expect((await saving).events).toHaveLength(eventCount)
  // If a save held up other requests, only a few would be answered during it.
  expect(answerCount).toBeGreaterThan(20)
})

test('renders the page in the requested language', async ({ server }) => {
  const employee = await removeAllEvents(server)
  await saveEvents(employee, [{ start: true }, { date: '2099-06-01', show_time: false }])
  expect(await fetchPage(server, '?lang=de')).toMatch(
    /lang="de".*Ab Sonntag, 31\. Mai 2099.*19:30.*Konzert.*1\. Juni 2099/s,
  )
  expect(await fetchPage(server, '?lang=fr')).toMatch(
    /lang="fr".*Dès le dimanche 31 mai 2099.*19:30.*Concert/s,
  )
  const english = await fetchPage(server, '?lang=en')
  expect(english).toMatch(/lang="en".*From Sunday,? 31 May 2099.*19:30.*A concert/s)
  // The second event has no time.
  expect(english.match(/19:30</g)).toHaveLength(1)
})

test('renders page and calendar in English for any other language of the address', async ({
  server,
}) => {
  const employee = await removeAllEvents(server)
  await saveEvents(employee, [{}])
  const withoutSpaces = (html: string) => html.replaceAll(/\s/g, '')
  const english = withoutSpaces(await fetchPage(server, '?lang=en'))
  for (const search of [
    '',
    '?lang=it',
    '?lang=ja',
    '?lang=xx',
    '?lang=',
    '?lang=de&lang=fr',
    '?lang[]=de',
    '?lang=%00',
  ]) {
    expect(withoutSpaces(await fetchPage(server, search)), search).toBe(english)
  }
  const calendar = await server.fetch('/save-the-date.ics?lang=it')
  expect(calendar.headers.get('content-language')).toBe('en')
})

test('renders the page in English whatever the language of the browser', async ({ server }) => {
  const { headers } = await server.fetch('/save-the-date', { headers: { 'accept-language': 'de' } })
  expect(headers.get('content-language')).toBe('en')
  expect(headers.get('vary')).toBe('sec-fetch-dest, accept-encoding')
})

test('describes events as structured data', async ({ server }) => {
  const employee = await removeAllEvents(server)
  await saveEvents(employee, [{ start: true }, { date: '2099-06-01', show_time: false }])
  const [, json = ''] =
    /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await fetchPage(server)) ?? []
  const { '@graph': graph } = JSON.parse(json)
  expect(graph).toMatchObject([
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
  await saveEvents(employee, [
    { text_fr: '', text_de: '<p>Vernissage</p>', text_en: '<p><br></p>' },
  ])
  const page = await fetchPage(server, '?lang=en')
  expect(page).toContain('<div class="text" lang="de"><p>Vernissage</p></div>')
  expect(page).toContain(
    '<p class="notice">Not yet available in English: this text is in German.</p>',
  )
  expect(page).toContain('"inLanguage":"de"')
  const calendar = await (await server.fetch('/save-the-date.ics?lang=fr')).text()
  expect(calendar).toContain('SUMMARY;LANGUAGE=de:Vernissage')
})

test('falls back to the text in English, German or French, in this order', async ({ server }) => {
  const employee = await removeAllEvents(server)
  await saveEvents(employee, [{ text_en: '' }, { text_de: '' }])
  for (const search of ['?lang=en', '?lang=de'])
    expect(await fetchPage(server, search)).toMatch(/lang="de">Konzert.*lang="en">A concert/s)
})

/** Fetches the events for a destination of `Sec-Fetch-Dest`; null for clients without the header. */
const fetchFor = async (server: TestServer, destination: string | null, search = '') => {
  const headers: Record<string, string> = {}
  if (destination) headers['sec-fetch-dest'] = destination
  const response = await server.fetch(`/save-the-date${search}`, { headers })
  expect(response.status).toBe(200)
  expect(response.headers.get('vary')).toBe('sec-fetch-dest, accept-encoding')
  const html = await response.text()
  const [head = '', body = ''] = html.split('<body>')
  return { head, body }
}

test('renders an empty box without events', async ({ server }) => {
  await removeAllEvents(server)
  const { body } = await fetchFor(server, 'iframe', '?lang=fr')
  expect(body).toMatch(
    /^<script src="\/public\/embedded\.js\?v=[\w-]+" defer=""><\/script><\/body><\/html>$/,
  )
})

test('renders a page without events that links to both museums', async ({ server }) => {
  const employee = await removeAllEvents(server)
  const { body } = await fetchFor(server, 'document', '?lang=de')
  expect(body).toContain('Zurzeit sind keine Anlässe angekündigt.')
  expect([...body.matchAll(/href="(\/.*?)"/g)].map(([, href]) => href)).toEqual([
    '/manege?lang=de',
    '/grange?lang=de',
  ])
  expect((await fetchFor(server, null)).body).toContain('No events are announced at the moment.')
  await saveEvents(employee, [{}])
  expect((await fetchFor(server, 'document')).body).toContain('A concert')
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
    await saveEvents(employee, events)
    // Clients without the header get the page.
    for (const destination of ['document', null]) {
      const { body } = await fetchFor(server, destination, '?lang=de')
      expect(parts.filter((part) => !body.includes(part))).toEqual([])
      expect(body).not.toContain('href="?lang=ja"')
    }
  }
})

test.for(['iframe', 'frame', 'embed', 'object'])(
  'renders only the events in an %s',
  async (destination, { server }) => {
    const employee = await removeAllEvents(server)
    await saveEvents(employee, [{}])
    const { body } = await fetchFor(server, destination)
    expect(body).toContain('A concert')
    expect(body).not.toMatch(/<header|<footer|<details|class="visit"|href="\/(?:manege|grange)/)
  },
)

test('renders the box in light colours unless its address asks for others', async ({ server }) => {
  const employee = await removeAllEvents(server)
  await saveEvents(employee, [{}])
  /** The colour scheme of the box, and the media for which it has dark colours. */
  const readColours = async (search: string) => {
    const { head } = await fetchFor(server, 'iframe', search)
    return {
      scheme: /:root\{color-scheme:([^;]+);/.exec(head)?.[1],
      darkMedia: /@media ([^{]+)\{:root/.exec(head)?.[1],
    }
  }
  for (const search of ['', '?theme=light', '?theme=odd', '?theme=dark&theme=auto'])
    expect(await readColours(search), search).toEqual({ scheme: 'light', darkMedia: undefined })
  expect(await readColours('?theme=dark')).toEqual({ scheme: 'dark', darkMedia: 'screen' })
  expect(await readColours('?theme=auto')).toEqual({
    scheme: 'light dark',
    darkMedia: 'screen and (prefers-color-scheme:dark)',
  })
})

test('changes the ETag of the page with the next event', async ({ server }) => {
  const employee = await removeAllEvents(server)
  const etag = (await server.fetch('/save-the-date')).headers.get('etag') ?? ''
  const revalidate = () => server.fetch('/save-the-date', { headers: { 'if-none-match': etag } })
  expect((await revalidate()).status).toBe(304)
  await saveEvents(employee, [{}])
  expect((await revalidate()).status).toBe(200)
})

test('allows only the events in frames, and only of configured sites', async () => {
  const readFramingHeaders = async (client: Client, path: string) => {
    const { headers } = await client.fetch(path)
    return {
      policy: /frame-ancestors [^;]*/.exec(headers.get('content-security-policy') ?? '')?.[0],
      legacy: headers.get('x-frame-options'),
    }
  }
  await using unconfigured = await startTestServer()
  expect(await readFramingHeaders(unconfigured, '/save-the-date')).toEqual({
    policy: "frame-ancestors 'self'",
    legacy: null,
  })

  await using server = await startTestServer({
    SAVE_THE_DATE_FRAME_ANCESTORS: 'self, https://www.example.org/agenda, http://localhost:8080',
  })
  expect(await readFramingHeaders(server, '/save-the-date?lang=fr')).toEqual({
    policy: "frame-ancestors 'self' https://www.example.org http://localhost:8080",
    legacy: null,
  })
  for (const path of ['/login', '/car/1', '/save-the-date.ics', '/api/public/save-the-date']) {
    expect(await readFramingHeaders(server, path)).toEqual({
      policy: "frame-ancestors 'none'",
      legacy: 'SAMEORIGIN',
    })
  }
})

test('allows scripts of other sites to read only the public events', async ({ server }) => {
  const readAllowedOrigin = async (path: string) =>
    (await server.fetch(path, { headers: { origin: 'https://www.example.org' } })).headers.get(
      'access-control-allow-origin',
    )
  expect(await readAllowedOrigin('/api/public/save-the-date')).toBe('*')
  for (const path of ['/api/cms/save-the-date', '/api/settings', '/api/health', '/save-the-date']) {
    expect(await readAllowedOrigin(path)).toBeNull()
  }
})

test('exports events as a calendar in local time or for whole days', async ({ server }) => {
  const employee = await removeAllEvents(server)
  await saveEvents(employee, [
    { text_de: 'Konzert &amp; Apéro' },
    { date: '2099-06-01', show_time: false, start: true },
  ])
  const response = await server.fetch('/save-the-date.ics?lang=de')
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect((await response.text()).split('\r\n')).toEqual(
    expect.arrayContaining([
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Zurich',
      'DTSTART;TZID=Europe/Zurich:20990531T193000',
      'DTSTART;VALUE=DATE:20990601',
      'SUMMARY;LANGUAGE=de:Konzert & Apéro',
      'DESCRIPTION;LANGUAGE=de:Ab Montag\\, 1. Juni 2099\\nKonzert',
    ]),
  )
})

test('escapes texts in the calendar, and folds lines to 75 bytes', async ({ server }) => {
  const employee = await removeAllEvents(server)
  const longText = 'Ein sehr langer Satz über Öl, Motoren; und \\ mehr. '.repeat(5)
  await saveEvents(employee, [
    { text_de: `<p><b>Konzert</b><br>${longText}</p><ul><li>eins</li><li>zwei</li></ul>` },
  ])
  const calendar = await (await server.fetch('/save-the-date.ics?lang=de')).text()
  const foldedLines = calendar.split('\r\n')
  expect(foldedLines.at(-1)).toBe('')
  for (const line of foldedLines) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toContain('\n')
  }
  const lines = calendar.replaceAll('\r\n ', '').split('\r\n')
  const description = lines.find((line) => line.startsWith('DESCRIPTION'))
  expect(description).toMatch(
    /^DESCRIPTION;LANGUAGE=de:Konzert\\nEin sehr langer Satz über Öl\\, Motoren\\; und \\\\ mehr/,
  )
  expect(description).toMatch(/\\n• eins\\n• zwei$/)
})

test('keeps the UID of an event in calendars of all languages and after changes', async ({
  server,
}) => {
  const employee = await removeAllEvents(server)
  const { events } = await saveEvents(employee, [{}, { date: '2099-06-01' }])
  const listUids = async (lang: string) => {
    const calendar = await (await server.fetch(`/save-the-date.ics?lang=${lang}`)).text()
    return [...calendar.matchAll(/^UID:(.*)\r$/gm)].map(([, uid]) => uid)
  }
  const germanUids = await listUids('de')
  expect(germanUids).toEqual(
    events.map(({ id }) => expect.stringContaining(`save-the-date-${id}@`)),
  )
  await saveEvents(employee, [{ ...events[0], date: '2099-07-31' }])
  expect((await listUids('fr')).sort()).toEqual(germanUids.sort())
})
