// @module-tag sqlite
// @module-tag only-with-all

import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { labelSheets } from '@vitrine/contract'
import { expect, onTestFinished, test } from 'vitest'
import { Client } from './client.ts'
import { copySources, execFileAsync, repositoryRoot } from './copied-sources.ts'
import { createDemoDatabase } from './database.ts'
import { plainAttribute } from './inventory.ts'
import { readPdf } from './read-pdf.ts'
import { readQr } from './read-qr.ts'

const book = `  book: {
    id: 3,
    name: 'Book',
    labels: { en: 'Book', de: 'Buch', fr: 'Livre', it: 'Libro', es: 'Libro', pt: 'Livro', ru: 'Книга', zh: '书', ja: '本' },
    one: 'a book',
    many: 'books',
    museum: 'La Bibliothèque',
    start: '/bibliotheque',
    fileName: 'la_bibliotheque',
    collection: 'books',
    accent: { light: '#3d3a7c', dark: '#a8a4f0' },
    mark: 'M10 9h12v12H10z',
    idOffset: 300,
    pdfVersion: 'v1',
    paper: 'Sheet',
    hasQr: true,
    page: { headline: ['author'], asked: [], qr: true, chat: false, recording: false, more: 'maker' },
    earliestYear: 1000,
    originalTitle: null,
    labelLines: [['author']],
    maker: 'author',
    list: {
      pictures: true,
      grid: false,
      cells: [
        { columns: [identifier], width: '6rem' },
        { columns: [name, { key: 'author', heading: 'Author' }], width: '1fr' },
      ],
      firstFacets: ['location', 'author'],
    },
  },
`

/** Reads the files that docs/ARCHITECTURE.md lists under 'Add a museum'. */
async function readDocumentedFiles(): Promise<string[]> {
  const text = await readFile(join(repositoryRoot, 'docs/ARCHITECTURE.md'), 'utf8')
  const [, section = ''] = /\n## Add a museum\n(.*?)\n## /s.exec(text) ?? []
  return Array.from(section.matchAll(/^\d+\. `([^`]+)`/gm), ([, path = '']) => path)
}

test('a third museum works after the documented steps, which the compiler names', {
  timeout: 600_000,
}, async () => {
  await using copy = await copySources(['packages/spelling/dist', 'apps/web/dist'])
  const { inCopy, edit } = copy
  const [types = '', data = '', ...others] = await readDocumentedFiles()
  await edit(types, '} as const satisfies', `${book}} as const satisfies`)

  const messages = (await Promise.all([copy.compile('.'), copy.compile('apps/web')])).flat()
  const namedFiles = new Set(messages.map(({ file }) => file))
  // The screen is a new file, and `npm run test:imports` names the lint rule.
  const unnamedFiles = [
    'apps/web/src/app/routes/_shell/inventory.<type>.tsx',
    'lint/item-types.grit',
  ]
  expect([...namedFiles, ...unnamedFiles].sort()).toEqual([data, ...others].sort())

  await edit(data, '  car: toCarData,', '  book: toCarData,\n  car: toCarData,')
  await execFileAsync(
    join(repositoryRoot, 'node_modules/.bin/vite'),
    ['build', '--logLevel', 'warn'],
    {
      cwd: inCopy('packages/pages'),
      // Vitest sets another value, with which React is built for development.
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )

  await using dataDir = await mkdtempDisposable(join(tmpdir(), 'vitrine-books-'))
  await using database = await createDemoDatabase(dataDir.path)
  const variables = { DATA_DIR: dataDir.path, PORT: '0', ...database.variables }
  const server = copy.run('main.ts', [], variables)
  onTestFinished(() => void server.child.kill())
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  const staff = await new Client(url).signIn('admin')
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await staff.fetch(path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    expect(response.status, `${path}\n${server.output()}`).toBe(200)
    return response
  }
  const get = async (path: string) => {
    const response = await staff.fetch(path)
    expect(response.status, `${path}\n${server.output()}`).toBe(200)
    return response
  }

  const attribute = { ...plainAttribute, audience: 'visitors' }
  await post('/api/attributes/add', { type: 'book', tag_key: 'author', attribute })
  const item = {
    type_id: 3,
    identifier: 'LB-1',
    name: 'Du Contrat social',
    description: 'L’homme est né libre.',
  }
  const { id } = (await (await post('/api/inventory/add', { item })).json()) as { id: number }
  await post('/api/inventory/save-tags', { itemId: id, tags: { author: 'Rousseau' } })
  await post('/api/inventory/book/upload', {
    data: [{ identifier: 'LB-2', name: 'Émile', author: 'Rousseau' }],
  })
  expect(id).toBeGreaterThan(300)
  expect(await (await get(`/api/inventory/details/${id}`)).json()).toMatchObject({
    type_name: 'book',
  })
  const list = await (await get('/api/inventory/books')).json()
  expect(list).toMatchObject([{ id, author: 'Rousseau', origin: '' }, { identifier: 'LB-2' }])
  expect(await (await get('/api/inventory/books/tags')).json()).toMatchObject([
    { tag_key: 'author' },
  ])
  expect((await get('/inventory/book')).headers.get('content-type')).toContain('text/html')
  const { buildCsvRows } = await import(
    inCopy('apps/web/src/features/inventory/list/columns/columns.ts')
  )
  expect(buildCsvRows('book', list, Uint32Array.of(0))).toEqual([
    ['identifier', 'name', 'author'],
    ['LB-1', 'Du Contrat social', 'Rousseau'],
  ])

  const page = await (await get(`/book/${id - 300}?lang=fr`)).text()
  expect(page).toContain('<html lang="fr" data-museum="book" data-scopes="/book/ /bibliotheque"')
  expect(await (await get('/bibliotheque')).text()).toContain('Du Contrat social')
  expect(page).toContain('[data-museum=book]{--accent:#3d3a7c}')
  expect(page).toContain('La Bibliothèque')
  expect(page).toMatch(/<th scope="row" lang="en">Author<\/th><td[^>]*>Rousseau<\/td>/)
  const readPages = async (response: Response) =>
    readPdf(new Uint8Array(await response.arrayBuffer()), { codes: true })
  const [sheet] = await readPages(await get(`/api/pdf-book/v1/${id - 300}`))
  expect(sheet).toMatchObject({ width: 210, address: `${url}/book/${id - 300}` })
  expect(await readPages(await get('/api/pdf-book/merged'))).toHaveLength(2)
  const qr = await get(`/api/public/book/qr/${id - 300}`)
  expect(await readQr(Buffer.from(await qr.arrayBuffer()))).toBe(`${url}/book/${id - 300}`)
  const order = { type: 'book', ids: [id], sheet: labelSheets['two-by-four'].sheet }
  const [labels] = await readPages(await post('/api/labels', order))
  expect(labels?.text).toContain('Du Contrat social')
  server.child.kill('SIGTERM')
  await server.waitForExit()

  const cli = async (...args: string[]) => {
    const command = copy.run('cli.ts', args, variables)
    expect(await command.waitForExit(), command.output()).toBe(0)
  }
  await cli('check')
  await cli('export', '--to', join(dataDir.path, 'export'))
  expect(await readFile(join(dataDir.path, 'export/books.csv'), 'utf8')).toContain(
    'Du Contrat social',
  )
  expect(await readFile(join(dataDir.path, 'export/README.txt'), 'utf8')).toContain(
    'artworks.csv, books.csv',
  )
})
