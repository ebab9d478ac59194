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
  const files = ['/etc/passwd', '/package.json', '/secret.txt', '/vitrine.sqlite']
  const climbingPaths = starts.flatMap((start) =>
    upwardSteps.flatMap((step) => {
      const climb = `${start}/${[step, step, step, step].join('/')}`
      return files.map((file) => climb + file)
    }),
  )
  const directPaths = [
    '/.env',
    '/.git/config',
    '/package.json',
    '/src/main.tsx',
    '/../secret.txt',
    '//etc/passwd',
    '/assets/',
  ]
  const pathsWithQuery = [
    '/api/image/1?v=../../secret.txt',
    '/api/openapi.json?file=../secret.txt',
    '/login?../secret.txt',
  ]
  const secret = 'the secret of the server'
  /** Texts of the files that the paths lead to. */
  const leakedText = new RegExp(
    [secret, 'root:', '"workspaces"', 'SQLite format', String.raw`\[core\]`, 'createRoot'].join(
      '|',
    ),
  )

  test('can’t be read by any kind of path traversal', async () => {
    await writeFile(join(server.dataDir, 'secret.txt'), secret)
    const leaks: string[] = []
    for (const path of [...climbingPaths, ...directPaths, ...pathsWithQuery]) {
      for (const accept of ['*/*', 'text/html']) {
        const { status, text } = await sendRawRequest(server.url, path, { headers: { accept } })
        if (leakedText.test(text) || status >= 500) leaks.push(`${status} ${path}`)
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
    const itemId = await addItem(staff)
    const namesBefore = await readdir(server.dataDir)
    const picture = new File([await createPictureFile()], `${name}.jpg`)
    await staff.call(api.media.uploadImage, { body: { itemId }, file: picture })
    await staff.call(api.media.uploadRecording, {
      body: { itemId },
      file: createMp3File({ name: `${name}.mp3` }),
    })
    expect(await readdir(server.dataDir)).toEqual(namesBefore)
    // Other tests write beside the data folder at the same time.
    const namesBeside = await readdir(join(server.dataDir, '..'))
    expect(namesBeside.filter((file) => file.includes('evil'))).toEqual([])
    const { recording } = await staff.call(api.inventory.details, { params: { id: itemId } })
    expect(recording?.fileName).toMatch(/^[^/\\\0]+$/)
  })
})

test('never redirects to another site', async () => {
  const foreignPaths = [
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
  const paths = starts.flatMap((start) =>
    foreignPaths.flatMap((end) => [`${start}${end}`, `${start}${end}/..`]),
  )
  const host = 'evil.example'
  for (const path of paths) {
    const { status, headers } = await sendRawRequest(server.url, path, {
      headers: { accept: 'text/html', host, 'x-forwarded-host': host },
    })
    const isRedirect = status >= 300 && status < 400
    expect({ path, isRedirect, location: headers.location }).toEqual({
      path,
      isRedirect: false,
      location: undefined,
    })
  }
})

test('rejects unused methods', async () => {
  for (const path of ['/', '/api/health', '/api/inventory/art', '/car/1']) {
    for (const method of ['TRACE', 'PATCH', 'PROPFIND', 'PURGE']) {
      const { status, text } = await sendRawRequest(server.url, path, {
        method,
        headers: { 'x-echo': 'do not repeat' },
      })
      expect(status, `${method} ${path}`).toBeGreaterThanOrEqual(400)
      expect(status, `${method} ${path}`).toBeLessThan(500)
      // An answer to TRACE would repeat the headers.
      expect(text, `${method} ${path}`).not.toContain('do not repeat')
    }
  }
})

describe('addresses that people write', () => {
  const requests: string[] = []
  const outside = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.end()
  })
  outside.on('connection', () => requests.push('a connection'))
  let outsideHost: string

  beforeAll(async () => {
    outside.listen(0, '127.0.0.1')
    await once(outside, 'listening')
    outsideHost = `127.0.0.1:${(outside.address() as AddressInfo).port}`
  })
  afterAll(() => void outside.close())

  /** Formats a URL at which the outside server records requests. */
  const toOutsideUrl = (name: string) => `http://${outsideHost}/${name}`

  async function writeItemTexts(itemId: number): Promise<void> {
    const mp3 = `https://${outsideHost}/sound.mp3`
    await staff.call(api.inventory.saveTags, {
      body: { itemId, tags: { mp3, artist: toOutsideUrl('artist') } },
    })
    await staff.call(api.comments.add, { body: { itemId, comment: toOutsideUrl('comment') } })
    await staff.call(api.imports.uploadArt, {
      body: { data: [{ identifier: toOutsideUrl('row'), name: '=WEBSERVICE("x")', mp3 }] },
    })
  }

  async function writeOtherTexts(): Promise<void> {
    const text_en = `<img src="${toOutsideUrl('img')}"><a href="${toOutsideUrl('link')}">a</a>`
    await staff.call(api.events.save, {
      body: { events: [{ date: '2099-05-31', text_en, active: true }] },
    })
    await staff.call(api.journal.add, {
      body: { comment: toOutsideUrl('journal'), date: '2020-05-31', tags: [] },
    })
    await staff.call(api.assistant.report, {
      body: {
        startDate: '2020-05-01',
        endDate: '2020-06-30',
        lang: 'en',
        reportInstructions: toOutsideUrl('instructions'),
      },
    })
    await staff.call(api.assistant.correct, { body: { comment: toOutsideUrl('correct') } })
    await staff.call(api.diagnostics.clientError, {
      body: { message: toOutsideUrl('error'), trace: toOutsideUrl('trace') },
    })
  }

  /** Uploads files that refer to the address, none of which is a picture. */
  async function uploadFiles(itemId: number): Promise<void> {
    const contents = [
      `<svg xmlns="http://www.w3.org/2000/svg"><image href="${toOutsideUrl('svg')}"/></svg>`,
      `<?xml version="1.0"?><!DOCTYPE x SYSTEM "${toOutsideUrl('dtd')}"><x/>`,
      toOutsideUrl('text'),
    ]
    for (const content of contents) {
      const file = toFile(content, `${toOutsideUrl('file')}.svg`)
      const { status } = await staff.send(api.media.uploadImage, { body: { itemId }, file })
      expect(status).toBe(400)
    }
  }

  /** Requests everything that shows the texts, with headers that name the address. */
  async function requestPages(itemId: number): Promise<void> {
    const number = toPublicNumber('art', itemId)
    const headers = {
      host: outsideHost,
      'x-forwarded-host': outsideHost,
      referer: toOutsideUrl('referer'),
      origin: `http://${outsideHost}`,
    }
    for (const path of [
      `/art/${number}`,
      `/api/public/details/${itemId}`,
      `/api/public/art/qr/${number}`,
      '/save-the-date',
      `/api/pdf-art/v6/${number}`,
      '/login',
    ])
      expect((await sendRawRequest(server.url, path, { headers })).status, path).toBeLessThan(500)
  }

  test('are never requested by the server', async () => {
    const itemId = await addItem(staff, {
      name: toOutsideUrl('name'),
      description: `![](${toOutsideUrl('markdown')})`,
    })
    await writeItemTexts(itemId)
    await writeOtherTexts()
    await uploadFiles(itemId)
    await requestPages(itemId)
    expect(requests).toEqual([])
  })
})
