import { existsSync, readdirSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import { type Screen, type ScreenPath, screenPageFile, screens } from '@vitrine/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { notFound } from '../base/failure.ts'
import { isPageNavigation } from './access.ts'
import { sendError } from './errors.ts'
import { allowWasm, documentHeaders } from './headers.ts'

const yearSeconds = 31_536_000

/** Serves the built staff app: its files, and its page under every address of the screens table. */
export async function serveStaffApp(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(`${folder}/index.html`)
  if (isBuilt) {
    const options = { index: false as const, preCompressed: true, cacheControl: false }
    // Vite names files in assets/ by their content; all other files keep their names.
    await app.register(fastifyStatic, {
      ...options,
      root: `${folder}/assets`,
      prefix: '/assets/',
      decorateReply: false,
      setHeaders: (reply) => {
        reply.header('cache-control', `public, max-age=${yearSeconds}, immutable`)
        for (const name of documentHeaders) reply.removeHeader(name)
      },
    })
    await app.register(fastifyStatic, {
      ...options,
      root: folder,
      serve: false,
      setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
    })
    // The public pages use the same icon, so it must not set a cookie of staff.
    for (const file of listUncompressedFiles(folder)) {
      app.get(`/${file}`, { config: { finished: true } }, (_request, reply) => reply.sendFile(file))
    }
  }

  const sendApp = (reply: FastifyReply, file = 'index.html') =>
    isBuilt
      ? reply.sendFile(file)
      : reply.status(503).type('text/plain').send('The staff app is not built yet: run npm start.')

  for (const path of Object.keys(screens) as ScreenPath[]) {
    // A build older than the screen has no page of its own for it.
    const file = existsSync(`${folder}/${screenPageFile(path)}`)
      ? screenPageFile(path)
      : 'index.html'
    const { scans }: Screen = screens[path]
    app.get(path, (_request, reply) => {
      if (scans) allowWasm(reply)
      return sendApp(reply, file)
    })
  }

  app.setNotFoundHandler((request, reply) =>
    isPageNavigation(request)
      ? sendApp(reply.status(404))
      : sendError(notFound('There is nothing at this address.'), request, reply),
  )
}

/** Lists the files that are not Brotli versions of others. */
const listUncompressedFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.br'))
    .map(({ name }) => name)
