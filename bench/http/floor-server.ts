import { argon2Sync, randomBytes } from 'node:crypto'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Sends the same bytes as Vitrine with bare Node, without a router, sessions or schemas. FOLDER
 * contains bodies that Vitrine sent: `/body/x` sends one from memory, `/file/x` streams it from
 * disk.
 */
const { PORT = '', FOLDER = '' } = process.env

const bodies = new Map<string, Buffer>()
const readBody = (name: string) => {
  const body = bodies.get(name) ?? readFileSync(join(FOLDER, name))
  bodies.set(name, body)
  return body
}

const sqlite = new DatabaseSync(join(FOLDER, 'floor.sqlite'))
sqlite.exec(
  'pragma journal_mode = wal; pragma synchronous = full; create table note (id integer primary key, text text)',
)
const insert = sqlite.prepare('insert into note (text) values (?)')

const send = (response: ServerResponse, body: Buffer | string) =>
  response.writeHead(200, { 'content-length': Buffer.byteLength(body) }).end(body)

createServer((request, response) => {
  const [, kind, name = ''] = (request.url ?? '').split('/')
  if (kind === 'body') return send(response, readBody(name))
  if (kind === 'unchanged') return response.writeHead(304, { etag: '"1"' }).end()
  if (kind === 'file') {
    const path = join(FOLDER, name)
    response.writeHead(200, { 'content-length': statSync(path).size })
    return createReadStream(path).pipe(response)
  }
  if (kind === 'insert') {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const { lastInsertRowid } = insert.run(Buffer.concat(chunks).toString())
      send(response, JSON.stringify({ id: Number(lastInsertRowid) }))
    })
    return
  }
  if (kind === 'hash') {
    const nonce = randomBytes(16)
    const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
    argon2Sync('argon2id', { ...cost, nonce, message: 'only for measuring' })
  }
  return send(response, 'ok')
}).listen(Number(PORT), '127.0.0.1')
