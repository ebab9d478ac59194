// @module-tag sqlite

import { setImmediate } from 'node:timers/promises'
import { api, xsrfCookie, xsrfHeader } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const json = { 'content-type': 'application/json' }
const post = (path: string, init: RequestInit) => server.fetch(path, { method: 'POST', ...init })

describe('every error has the same shape', () => {
  const cases: [string, number, () => Promise<Response>][] = [
    ['an unknown call', 404, () => server.fetch('/api/nope')],
    [
      'an unknown call by a browser',
      404,
      () => server.fetch('/api/nope', { headers: { accept: 'text/html' } }),
    ],
    ['a known path with another method', 404, () => server.fetch('/api/auth/', { method: 'PUT' })],
    ['an address that does not decode', 400, () => server.fetch('/api/%zz')],
    ['broken JSON', 400, () => post('/api/auth/', { headers: json, body: '{"email' })],
    [
      'JSON that poisons prototypes',
      400,
      () => post('/api/auth/', { headers: json, body: '{"__proto__": {}}' }),
    ],
    ['an empty body', 400, () => post('/api/auth/', { headers: json, body: '' })],
    ['no body', 400, () => post('/api/auth/', {})],
    [
      'a wrong type of field',
      400,
      () => post('/api/auth/', { headers: json, body: '{"email": 1, "password": []}' }),
    ],
    [
      'another type of content',
      415,
      () => post('/api/auth/', { headers: { 'content-type': 'text/plain' }, body: 'x' }),
    ],
    [
      'too much',
      413,
      () => post('/api/auth/', { headers: json, body: JSON.stringify('x'.repeat(300_000)) }),
    ],
    ['no token', 401, () => server.fetch('/api/admin/employees')],
  ]

  test.for(cases)('%s', async ([, status, send]) => {
    const response = await send()
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const body = (await response.json()) as Record<string, unknown>
    expect(body).toMatchObject({ statusCode: status, message: expect.any(String) })
    expect(
      Object.keys(body).filter((key) => !['statusCode', 'message', 'obj'].includes(key)),
    ).toEqual([])
  })

  test('explains an invalid field in plain words', async () => {
    const response = await post('/api/auth/', { headers: json, body: '{"email": 1}' })
    expect(await response.json()).toMatchObject({
      obj: { fields: { email: 'This must be of type string.', password: 'This is missing.' } },
    })
  })

  test.for(['testError', 'testSqlError'] as const)(
    '%s reveals neither SQL nor stack',
    async (name) => {
      const root = await server.signIn('root')
      const response = await root.send(api.diagnostics[name])
      const text = await response.text()
      expect(response.status).toBe(500)
      expect(JSON.parse(text)).toEqual({
        statusCode: 500,
        message: 'Something went wrong on our side. Please try again.',
        obj: { requestId: response.headers.get('x-request-id') },
      })
      expect(text).not.toMatch(/select|table|\.ts|purpose/i)
    },
  )
})

describe('forged calls', () => {
  const body = JSON.stringify({ email: 'employee@example.org', password: 'vitrine-demo' })
  const signIn = (headers: Record<string, string>) =>
    post('/api/auth/', { headers: { ...json, ...headers }, body })

  test('sets a token cookie for browsers, readable by script and bound to the site', async () => {
    const cookie = (await server.fetch('/login', { headers: { accept: 'text/html' } })).headers.get(
      'set-cookie',
    )
    expect(cookie).toMatch(/^XSRF-TOKEN=[\w-]{32}; Path=\/; SameSite=Strict$/)
  })

  test('sets no token cookie on public pages, icons and scripts', async () => {
    const html = await (await server.fetch('/car/1')).text()
    const scripts = [...html.matchAll(/<script src="(.*?)"/g)].map(([, src = '']) => src)
    const pages = [
      '/manege',
      '/grange',
      '/car/1',
      '/art/1',
      '/art/99999',
      '/ask/car/1',
      '/save-the-date',
      '/sitemap.xml',
    ]
    const files = ['/favicon.svg', '/robots.txt', '/sw.js', ...scripts]
    // Browsers request these by themselves.
    const missing = ['/favicon.ico', '/apple-touch-icon.png']
    expect(scripts).not.toEqual([])
    for (const [paths, accept] of [
      [[...pages, ...files], 'text/html,*/*;q=0.8'],
      [missing, 'image/*,*/*;q=0.8'],
    ] as const)
      for (const path of paths) {
        const cookies = (await server.fetch(path, { headers: { accept } })).headers.getSetCookie()
        expect([path, cookies.filter((cookie) => cookie.startsWith(xsrfCookie))]).toEqual([
          path,
          [],
        ])
      }
  })

  test('sets a secure cookie over https', async () => {
    await using https = await startTestServer({ PUBLIC_URL: 'https://vitrine.example.org' })
    const response = await https.fetch('/api/health')
    expect(response.headers.get('set-cookie')).toContain('; Secure')
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000')
  })

  test.for([
    ['the cookie and its header', { cookie: `${xsrfCookie}=abc`, [xsrfHeader]: 'abc' }, 200],
    ['no cookie at all, as scripts do', {}, 200],
    ['the cookie without the header', { cookie: `${xsrfCookie}=abc` }, 403],
    ['the cookie with another header', { cookie: `${xsrfCookie}=abc`, [xsrfHeader]: 'abd' }, 403],
    ['some other cookie', { cookie: 'a=b' }, 403],
    ['the header alone', { origin: 'https://evil.example', [xsrfHeader]: 'abc' }, 403],
    ['a page of another site', { origin: 'https://evil.example' }, 403],
  ] as [string, Record<string, string>, number][])('%s', async ([, headers, status]) => {
    expect((await signIn(headers)).status).toBe(status)
  })

  test('checks a percent-encoded address like the plain one', async () => {
    const headers = { ...json, origin: 'https://evil.example' }
    expect((await post('/%61pi/auth/', { headers, body })).status).toBe(403)
    expect((await post('/%61pi/auth/', { headers: json, body })).headers.get('cache-control')).toBe(
      'no-store',
    )
  })
})

test('lets search engines crawl the public pages, but not the staff app', async () => {
  const response = await server.fetch('/robots.txt')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(response.headers.get('set-cookie')).toBeNull()
  const lines = (await response.text()).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'Allow: /car/',
      'Allow: /art/',
      'Allow: /save-the-date',
      'Disallow: /',
    ]),
  )
  // Formats for other programs, if the collection is open.
  const forms = ['/exchange/', '/iiif/manifest/', '/iiif/collection/', '/oai']
  expect(lines).toEqual(expect.arrayContaining(forms.map((path) => `Allow: ${path}`)))
})

test('sends the security headers with every answer', async () => {
  for (const path of ['/api/health', '/login', '/api/nope', '/nope']) {
    const { headers } = await server.fetch(path)
    expect(headers.get('content-security-policy')).toContain(
      "default-src 'none';script-src 'self';",
    )
    expect(headers.get('content-security-policy')).toContain(";connect-src 'self';")
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('content-security-policy')).not.toContain('unsafe-eval')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
  }
})

test.for(['br', 'gzip', 'identity'])(
  'sends JSON over a kilobyte as %s, and small answers uncompressed',
  async (encoding) => {
    const { token } = await server.signIn('root')
    const ask = (path: string) =>
      server.fetch(path, {
        headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding },
      })
    const [large, small] = [await ask('/api/inventory/comments'), await ask('/api/health')]
    expect(large.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    expect(large.headers.get('vary')).toBe('accept-encoding')
    expect(JSON.stringify(await large.json()).length).toBeGreaterThan(1024)
    expect(small.headers.get('content-encoding')).toBeNull()
  },
)

test('describes the API in an OpenAPI document', async () => {
  const document = (await (await server.fetch('/api/openapi.json')).json()) as {
    openapi: string
    paths: Record<string, Record<string, { operationId: string }>>
  }
  expect(document.openapi).toBe('3.1.0')
  const described = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((call) => call.operationId),
  )
  const calls = Object.entries(api).flatMap(([group, calls]) =>
    Object.keys(calls).map((name) => `${group}.${name}`),
  )
  expect(described.toSorted()).toEqual(calls.toSorted())
  expect(document.paths['/api/admin/employees/{id}']?.get).toMatchObject({
    'x-access': ['root', 'admin'],
    parameters: [{ name: 'id', in: 'path', required: true }],
  })
  expect(document.paths['/api/inventory/upload-image']?.post).toMatchObject({
    requestBody: {
      content: {
        'multipart/form-data': { schema: { required: expect.arrayContaining(['image']) } },
      },
    },
  })
})

test('waits for the work of a disconnected client before closing the database', async () => {
  await using another = await startTestServer()
  const clerk = await another.signIn('employee')
  const data = Array.from({ length: 5_000 }, (_, row) => ({
    identifier: `GONE-${row}`,
    name: `Étude ${row}`,
  }))
  const leave = new AbortController()
  const { path, method } = api.imports.uploadArt
  const body = JSON.stringify({ data })
  const upload = clerk.fetch(`/api${path}`, { method, headers: json, body, signal: leave.signal })
  // On PostgreSQL the row is visible only after the commit.
  const begun = () =>
    another.inDatabase((db) => db.selectFrom('item_import').select('id').executeTakeFirst())
  while (!(await begun())) await setImmediate()
  leave.abort()
  await upload.catch(() => undefined)
  // Without a database the upload would fail, and with it the test.
})
