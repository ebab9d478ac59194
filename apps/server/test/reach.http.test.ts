// @module-tag sqlite

import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { api, toPublicNumber } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from './client.ts'
import { addItem } from './inventory.ts'
import { createMp3File, createPictureFile, toFile } from './media-files.ts'
import { sendRawRequest } from './raw-request.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
let staff: Client

beforeAll(async () => {
  server = await startTestServer()
  staff = await server.signIn('admin')
})
afterAll(() => server[Symbol.asyncDispose]())

describe('files of the server', () => {
  const upwardSteps = ['..', '%2e%2e', '..%2f..', '..%5c..', '..%252f..', '....//', '.%2e', '..;']
  const starts = [
    '',
    '/assets',
    '/api/image',
    '/api/recording',
    '/public',
    '/car',
    '/art',
    '/api/pdf-art/v6',
    '/locales',
  ]
  const climbingPaths = starts.flatMap((start) =>
    upwardSteps.map((step) => `${start}/${[step, step, step, step].join('/')}`),
  )
  const files = ['/etc/passwd', '/package.json', '/secret.txt', '/vitrine.sqlite']
  const plain = [
    '/.env',
    '/.git/config',
    '/package.json',
    '/src/main.tsx',
    '/../secret.txt',
    '//etc/passwd',
    '/assets/',
  ]
  const queries = [
    '/api/image/1?v=../../secret.txt',
    '/api/openapi.json?file=../secret.txt',
    '/login?../secret.txt',
  ]

  test('can’t be read by any kind of path traversal', async () => {
    await writeFile(join(server.dataDir, 'secret.txt'), 'the secret of the server')
    const paths = [
      ...climbingPaths.flatMap((path) => files.map((file) => path + file)),
      ...plain,
      ...queries,
    ]
    const leaks: string[] = []
    for (const path of paths) {
      for (const accept of ['*/*', 'text/html']) {
        const { status, text } = await sendRawRequest(server.url, path, { headers: { accept } })
        const isLeaked =
          /secret of the server|root:|"workspaces"|SQLite format|\[core\]|createRoot/.test(text)
        if (isLeaked || status >= 500) leaks.push(`${status} ${path}`)
      }
    }
    expect(leaks).toEqual([])
  })

  test.for([
    '../../../evil',
    '..\\..\\evil',
    '/etc/evil',
    'C:\\evil',
    'a/../../evil',
    '\0evil',
    '.htaccess',
    'con',
  ])('stores an upload named %j like any other', async (name) => {
    const listAround = async () => [
      await readdir(server.dataDir),
      await readdir(join(server.dataDir, '..')),
    ]
    const itemId = await addItem(staff)
    const before = await listAround()
    const picture = new File([await createPictureFile()], `${name}.jpg`)
    await staff.call(api.media.uploadImage, { body: { itemId }, file: picture })
    await staff.call(api.media.uploadRecording, {
      body: { itemId },
      file: createMp3File({ name: `${name}.mp3` }),
    })
    expect((await listAround())[0]).toEqual(before[0])
    expect((await listAround())[1]?.filter((file) => file.includes('evil'))).toEqual([])
    const { recording } = await staff.call(api.inventory.details, { params: { id: itemId } })
    expect(recording?.fileName).toMatch(/^[^/\\\0]+$/)
  })
})

test('never redirects to another site', async () => {
  const evil = [
    '//evil.example',
    '/\\evil.example',
    '/%5cevil.example',
    '/%2f%2fevil.example',
    '/http:%2f%2fevil.example',
  ]
  const starts = [
    '',
    '/login',
    '/assets',
    '/car',
    '/art',
    '/save-the-date',
    '/api',
    '/api/image',
    '/set-password',
  ]
  for (const path of starts.flatMap((start) =>
    evil.flatMap((end) => [`${start}${end}`, `${start}${end}/..`]),
  )) {
    const { status, headers } = await sendRawRequest(server.url, path, {
      headers: { accept: 'text/html', host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    })
    expect([path, status >= 300 && status < 400, headers.location]).toEqual([
      path,
      false,
      undefined,
    ])
  }
})

test('rejects unused methods', async () => {
  for (const path of ['/', '/api/health', '/api/inventory/art', '/car/1']) {
    for (const method of ['TRACE', 'PATCH', 'PROPFIND', 'PURGE']) {
      const { status, text } = await sendRawRequest(server.url, path, {
        method,
        headers: { 'x-echo': 'do not repeat' },
      })
      expect([path, method, status >= 400 && status < 500, text.includes('do not repeat')]).toEqual(
        [path, method, true, false],
      )
    }
  }
})

describe('addresses that people write', () => {
  test('are never requested by the server', async () => {
    const requests: string[] = []
    const outside = createServer((request, response) => {
      requests.push(request.url ?? '')
      response.end()
    })
    outside.listen(0, '127.0.0.1')
    await once(outside, 'listening')
    const host = `127.0.0.1:${(outside.address() as AddressInfo).port}`
    outside.on('connection', () => requests.push('a connection'))
    const address = (name: string) => `http://${host}/${name}`

    const id = await addItem(staff, {
      name: address('name'),
      description: `![](${address('markdown')})`,
    })
    const mp3 = `https://${host}/sound.mp3`
    await staff.call(api.inventory.saveTags, {
      body: { itemId: id, tags: { mp3, artist: address('artist') } },
    })
    await staff.call(api.comments.add, { body: { itemId: id, comment: address('comment') } })
    await staff.call(api.imports.uploadArt, {
      body: { data: [{ identifier: address('row'), name: '=WEBSERVICE("x")', mp3 }] },
    })
    const text_en = `<img src="${address('img')}"><a href="${address('link')}">a</a>`
    await staff.call(api.events.save, {
      body: { events: [{ date: '2099-05-31', text_en, active: true }] },
    })
    await staff.call(api.journal.add, {
      body: { comment: address('journal'), date: '2020-05-31', tags: [] },
    })
    const period = { startDate: '2020-05-01', endDate: '2020-06-30', lang: 'en' as const }
    await staff.call(api.assistant.report, {
      body: { ...period, reportInstructions: address('instructions') },
    })
    await staff.call(api.assistant.correct, { body: { comment: address('correct') } })
    await staff.call(api.diagnostics.clientError, {
      body: { message: address('error'), trace: address('trace') },
    })
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><image href="${address('svg')}"/></svg>`
    const files = [
      svg,
      `<?xml version="1.0"?><!DOCTYPE x SYSTEM "${address('dtd')}"><x/>`,
      address('text'),
    ]
    for (const content of files) {
      const file = toFile(content, `${address('file')}.svg`)
      expect((await staff.send(api.media.uploadImage, { body: { itemId: id }, file })).status).toBe(
        400,
      )
    }

    const number = toPublicNumber('art', id)
    const pages = [
      `/art/${number}`,
      `/api/public/details/${id}`,
      `/api/public/art/qr/${number}`,
      '/save-the-date',
    ]
    for (const path of [...pages, `/api/pdf-art/v6/${number}`, '/login']) {
      const headers = {
        host,
        'x-forwarded-host': host,
        referer: address('referer'),
        origin: `http://${host}`,
      }
      expect((await sendRawRequest(server.url, path, { headers })).status).toBeLessThan(500)
    }
    outside.close()
    expect(requests).toEqual([])
  })
})
