// @module-tag sqlite
// @module-tag only-with-all

import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { labelSheets } from '@vitrine/contract'
import { expect, onTestFinished, test } from 'vitest'
import { Client } from './client.ts'
import { type CopiedSources, copySources, execFileAsync, repositoryRoot } from './copied-sources.ts'
import { createDemoDatabase } from './database.ts'
import { plainAttribute } from './inventory.ts'
import { readPdf } from './read-pdf.ts'
import { readQr } from './read-qr.ts'

/** The entry of a third type of items in the contract. */
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

const bookTypeId = 3
const firstBookId = 300

/** Adds the type in the copy; expects that the compiler names the documented files. */
async function addBookType(copy: CopiedSources): Promise<void> {
  const [types = '', data = '', ...others] = await readDocumentedFiles()
  await copy.edit(types, '} as const satisfies', `${book}} as const satisfies`)
  const messages = (await Promise.all([copy.compile('.'), copy.compile('apps/web')])).flat()
  const namedFiles = new Set(messages.map(({ file }) => file))
  // The screen is a new file, and `npm run test:imports` names the lint rule.
  const unnamedFiles = [
    'apps/web/src/app/routes/_shell/inventory.<type>.tsx',
    'lint/item-types.grit',
  ]
  expect([...namedFiles, ...unnamedFiles].sort()).toEqual([data, ...others].sort())
  await copy.edit(data, '  car: toCarData,', '  book: toCarData,\n  car: toCarData,')
}

async function buildPages({ inCopy }: CopiedSources): Promise<void> {
  const vite = join(repositoryRoot, 'node_modules/.bin/vite')
  await execFileAsync(vite, ['build', '--logLevel', 'warn'], {
    cwd: inCopy('packages/pages'),
    // Vitest sets another value, with which React is built for development.
    env: { ...process.env, NODE_ENV: 'production' },
  })
}

/** Starts the server of the copy; returns functions that call it as staff and expect success. */
async function startCopy(copy: CopiedSources, variables: Record<string, string>) {
  const server = copy.run('main.ts', [], variables)
  onTestFinished(() => void server.child.kill())
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  const staff = await new Client(url).signIn('admin')
  const request = async (path: string, init?: RequestInit) => {
    const response = await staff.fetch(path, init)
    expect(response.status, `${path}\n${server.output()}`).toBe(200)
    return response
  }
  return {
    url,
    get: (path: string) => request(path),
    post: (path: string, body: object) =>
      request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    async stop() {
      server.child.kill('SIGTERM')
      await server.waitForExit()
    },
  }
}

type CopyServer = Awaited<ReturnType<typeof startCopy>>

/** Adds a book by the form and another one by an upload; returns the id of the first. */
async function addBooks({ post }: CopyServer): Promise<number> {
  const attribute = { ...plainAttribute, audience: 'visitors' }
  await post('/api/attributes/add', { type: 'book', tag_key: 'author', attribute })
  const item = {
    type_id: bookTypeId,
    identifier: 'LB-1',
    name: 'Du Contrat social',
    description: 'L’homme est né libre.',
  }
  const { id } = (await (await post('/api/inventory/add', { item })).json()) as { id: number }
  await post('/api/inventory/save-tags', { itemId: id, tags: { author: 'Rousseau' } })
  await post('/api/inventory/book/upload', {
    data: [{ identifier: 'LB-2', name: 'Émile', author: 'Rousseau' }],
  })
  return id
}

async function expectInventory(copy: CopiedSources, { get }: CopyServer, id: number) {
  expect(id).toBeGreaterThan(firstBookId)
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
    copy.inCopy('apps/web/src/features/inventory/list/columns/columns.ts')
  )
  expect(buildCsvRows('book', list, Uint32Array.of(0))).toEqual([
    ['identifier', 'name', 'author'],
    ['LB-1', 'Du Contrat social', 'Rousseau'],
  ])
}

async function expectPublicPages({ get }: CopyServer, publicNumber: number): Promise<void> {
  const page = await (await get(`/book/${publicNumber}?lang=fr`)).text()
  expect(page).toContain('<html lang="fr" data-museum="book" data-scopes="/book/ /bibliotheque"')
  expect(page).toContain('[data-museum=book]{--accent:#3d3a7c}')
  expect(page).toContain('La Bibliothèque')
  expect(page).toMatch(/<th scope="row" lang="en">Author<\/th><td[^>]*>Rousseau<\/td>/)
  expect(await (await get('/bibliotheque')).text()).toContain('Du Contrat social')
}

async function expectPapers({ url, get, post }: CopyServer, id: number): Promise<void> {
  const publicNumber = id - firstBookId
  const publicAddress = `${url}/book/${publicNumber}`
  const readPages = async (response: Response) =>
    readPdf(new Uint8Array(await response.arrayBuffer()), { codes: true })
  const [sheet] = await readPages(await get(`/api/pdf-book/v1/${publicNumber}`))
  expect(sheet).toMatchObject({ width: 210, address: publicAddress })
  expect(await readPages(await get('/api/pdf-book/merged'))).toHaveLength(2)
  const code = await get(`/api/public/book/qr/${publicNumber}`)
  expect(await readQr(Buffer.from(await code.arrayBuffer()))).toBe(publicAddress)
  const labelOrder = { type: 'book', ids: [id], sheet: labelSheets['two-by-four'].sheet }
  const [labels] = await readPages(await post('/api/labels', labelOrder))
  expect(labels?.text).toContain('Du Contrat social')
}

async function expectExport(folder: string): Promise<void> {
  expect(await readFile(join(folder, 'books.csv'), 'utf8')).toContain('Du Contrat social')
  expect(await readFile(join(folder, 'README.txt'), 'utf8')).toContain('artworks.csv, books.csv')
}

test('serves a third museum after the documented steps, which the compiler names', {
  timeout: 600_000,
}, async () => {
  await using copy = await copySources(['packages/spelling/dist', 'apps/web/dist'])
  await addBookType(copy)
  await buildPages(copy)
  await using dataDir = await mkdtempDisposable(join(tmpdir(), 'vitrine-books-'))
  await using database = await createDemoDatabase(dataDir.path)
  const variables = { DATA_DIR: dataDir.path, PORT: '0', ...database.variables }

  const server = await startCopy(copy, variables)
  const id = await addBooks(server)
  await expectInventory(copy, server, id)
  await expectPublicPages(server, id - firstBookId)
  await expectPapers(server, id)
  await server.stop()

  const runCommand = async (...args: string[]) => {
    const command = copy.run('cli.ts', args, variables)
    expect(await command.waitForExit(), command.output()).toBe(0)
  }
  await runCommand('check')
  const exportFolder = join(dataDir.path, 'export')
  await runCommand('export', '--to', exportFolder)
  await expectExport(exportFolder)
})
