// @module-tag sqlite

import { setImmediate } from 'node:timers/promises'
import { api, xsrfCookie, xsrfHeader } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../../test/client.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const json = { 'content-type': 'application/json' }
const post = (path: string, init: RequestInit) => server.fetch(path, { method: 'POST', ...init })

const signInPath = '/api/auth/'

describe('errors', () => {
  const cases: [request: string, status: number, send: () => Promise<Response>][] = [
    ['an unknown call', 404, () => server.fetch('/api/nope')],
    [
      'an unknown call by a browser',
      404,
      () => server.fetch('/api/nope', { headers: { accept: 'text/html' } }),
    ],
    ['a known path with another method', 404, () => server.fetch(signInPath, { method: 'PUT' })],
    ['an address that does not decode', 400, () => server.fetch('/api/%zz')],
    ['broken JSON', 400, () => post(signInPath, { headers: json, body: '{"email' })],
    [
      'JSON that poisons prototypes',
      400,
      () => post(signInPath, { headers: json, body: '{"__proto__": {}}' }),
    ],
    ['an empty body', 400, () => post(signInPath, { headers: json, body: '' })],
    ['no body', 400, () => post(signInPath, {})],
    [
      'a wrong type of field',
      400,
      () => post(signInPath, { headers: json, body: '{"email": 1, "password": []}' }),
    ],
    [
      'another type of content',
      415,
      () => post(signInPath, { headers: { 'content-type': 'text/plain' }, body: 'x' }),
    ],
    [
      'a body that is too large',
      413,
      () => post(signInPath, { headers: json, body: JSON.stringify('x'.repeat(300_000)) }),
    ],
    ['no token', 401, () => server.fetch('/api/admin/employees')],
  ]

  test.for(cases)('are sent for %s with %i, in one shape', async ([, status, send]) => {
    const response = await send()
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const { obj: _details, ...body } = (await response.json()) as Record<string, unknown>
    expect(body).toEqual({ statusCode: status, message: expect.any(String) })
  })

  test('explain an invalid field in plain words', async () => {
    const response = await post(signInPath, { headers: json, body: '{"email": 1}' })
    expect(await response.json()).toMatchObject({
      obj: { fields: { email: 'This must be of type string.', password: 'This is missing.' } },
    })
  })

  test.for(['testError', 'testSqlError'] as const)(
    'reveal neither SQL nor a stack after %s',
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

describe('the XSRF token', () => {
  const body = JSON.stringify({ email: 'employee@example.org', password: demoPassword })
  const signIn = (headers: Record<string, string>) =>
    post(signInPath, { headers: { ...json, ...headers }, body })

  test('is a cookie that scripts can read and other sites can’t send', async () => {
    const page = await server.fetch('/login', { headers: { accept: 'text/html' } })
    expect(page.headers.get('set-cookie')).toMatch(
      /^XSRF-TOKEN=[\w-]{32}; Path=\/; SameSite=Strict$/,
    )
  })

  test('is not set with public pages, icons and scripts', async () => {
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
    const missingFiles = ['/favicon.ico', '/apple-touch-icon.png']
    expect(scripts).not.toEqual([])

    const setsToken = async (path: string, accept: string) => {
      const response = await server.fetch(path, { headers: { accept } })
      return response.headers.getSetCookie().some((cookie) => cookie.startsWith(xsrfCookie))
    }
    for (const path of [...pages, ...files])
      expect(await setsToken(path, 'text/html,*/*;q=0.8'), path).toBe(false)
    for (const path of missingFiles)
      expect(await setsToken(path, 'image/*,*/*;q=0.8'), path).toBe(false)
  })

  test('is sent over TLS only if the server has an https address', async () => {
    await using https = await startTestServer({ PUBLIC_URL: 'https://vitrine.example.org' })
    const response = await https.fetch('/api/health')
    expect(response.headers.get('set-cookie')).toContain('; Secure')
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000')
  })

  test.for([
    [200, 'the cookie and its header', { cookie: `${xsrfCookie}=abc`, [xsrfHeader]: 'abc' }],
    [200, 'no cookie at all, as scripts send it', {}],
    [403, 'the cookie without the header', { cookie: `${xsrfCookie}=abc` }],
    [403, 'the cookie with another header', { cookie: `${xsrfCookie}=abc`, [xsrfHeader]: 'abd' }],
    [403, 'some other cookie', { cookie: 'a=b' }],
    [403, 'the header alone', { origin: 'https://evil.example', [xsrfHeader]: 'abc' }],
    [403, 'the origin of another site', { origin: 'https://evil.example' }],
  ] as [number, string, Record<string, string>][])(
    'answers %i to a write with %s',
    async ([status, , headers]) => {
      expect((await signIn(headers)).status).toBe(status)
    },
  )

  test('is required at a percent-encoded address too', async () => {
    const path = '/%61pi/auth/'
    const forged = await post(path, { headers: { ...json, origin: 'https://evil.example' }, body })
    expect(forged.status).toBe(403)
    const ownCall = await post(path, { headers: json, body })
    expect(ownCall.headers.get('cache-control')).toBe('no-store')
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
  // Formats for other programs, because the collection is open.
  const formats = ['/exchange/', '/iiif/manifest/', '/iiif/collection/', '/oai']
  expect(lines).toEqual(expect.arrayContaining(formats.map((path) => `Allow: ${path}`)))
})

test('sends the security headers with every answer', async () => {
  for (const path of ['/api/health', '/login', '/api/nope', '/nope']) {
    const { headers } = await server.fetch(path)
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none';script-src 'self';")
    expect(policy).toContain(";connect-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe-eval')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
  }
})

test.for(['br', 'gzip', 'identity'])(
  'sends JSON over a kilobyte as %s, and small answers uncompressed',
  async (encoding) => {
    const { token } = await server.signIn('root')
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding }
    const large = await server.fetch('/api/inventory/comments', { headers })
    const small = await server.fetch('/api/health', { headers })
    expect(large.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    expect(large.headers.get('vary')).toBe('accept-encoding')
    expect(JSON.stringify(await large.json()).length).toBeGreaterThan(1024)
    expect(small.headers.get('content-encoding')).toBeNull()
  },
)

describe('the OpenAPI document', () => {
  interface OpenApiDocument {
    readonly openapi: string
    readonly paths: Record<string, Record<string, { operationId: string }>>
  }
  const readDocument = async () =>
    (await (await server.fetch('/api/openapi.json')).json()) as OpenApiDocument

  test('describes every call of the contract', async () => {
    const { openapi, paths } = await readDocument()
    expect(openapi).toBe('3.1.0')
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
    const calls = Object.entries(api).flatMap(([group, callsByName]) =>
      Object.keys(callsByName).map((name) => `${group}.${name}`),
    )
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(calls.toSorted())
  })

  test('names the roles, parameters and files of a call', async () => {
    const { paths } = await readDocument()
    expect(paths['/api/admin/employees/{id}']?.get).toMatchObject({
      'x-access': ['root', 'admin'],
      parameters: [{ name: 'id', in: 'path', required: true }],
    })
    expect(paths['/api/inventory/upload-image']?.post).toMatchObject({
      requestBody: {
        content: {
          'multipart/form-data': { schema: { required: expect.arrayContaining(['image']) } },
        },
      },
    })
  })
})

test('waits for the work of a disconnected client before closing the database', async () => {
  await using ownServer = await startTestServer()
  const clerk = await ownServer.signIn('employee')
  const data = Array.from({ length: 5_000 }, (_, row) => ({
    identifier: `GONE-${row}`,
    name: `Étude ${row}`,
  }))
  const { path, method } = api.imports.uploadArt
  const body = JSON.stringify({ data })
  const client = new AbortController()
  const upload = clerk.fetch(`/api${path}`, { method, headers: json, body, signal: client.signal })
  // On PostgreSQL the row is visible only after the commit.
  const findImport = () =>
    ownServer.inDatabase((db) => db.selectFrom('item_import').select('id').executeTakeFirst())
  while (!(await findImport())) await setImmediate()
  client.abort()
  await upload.catch(() => undefined)
  // The server closes here. If its database closed first, the import would fail, and with it the
  // test.
})
