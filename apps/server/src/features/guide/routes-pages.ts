import { eventStreamType, factsheetPrefix, type ItemType, itemTypes } from '@vitrine/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forbidden } from '../../base/failure.ts'
import { createDisconnectSignal, sendEvents } from '../../http/mount.ts'
import { sendPage, sendPrivatePage } from '../../http/page.ts'
import { readRequestedLanguage } from '../../http/visitor-language.ts'
import { parseItemNumber } from '../factsheets/index.ts'
import { type AskPages, askPageOrigins } from './pages.ts'
import type { GuideService } from './service.ts'
import type { VisitorTokens } from './visitor-tokens.ts'

// These answers set no cookie but the visitor's token.
const routeOptions = { config: { finished: true } }
/** Far more than a question needs, so that too long a question gets a helpful answer. */
const bodyLimit = 16 * 1024

/** The museum shown for addresses without an item. */
const [firstType] = itemTypes as readonly [ItemType]

type AskRequest = FastifyRequest<{ Params: { '*': string } }>

interface Parts {
  readonly guide: GuideService
  readonly pages: AskPages
  readonly tokens: VisitorTokens
}

/**
 * Serves the pages on which visitors ask about an item; answers are streamed to browsers with
 * scripts.
 */
export function serveGuide(app: FastifyInstance, parts: Parts): void {
  const { pages } = parts
  app.register((forms, _options, done) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    for (const type of itemTypes) serveType(forms, type, parts)
    for (const url of ['/ask', '/ask/*'])
      forms.route({
        ...routeOptions,
        method: ['GET', 'POST'],
        url,
        handler: (request, reply) => sendAbsent(request, reply, pages, firstType, 'unknown'),
      })
    done()
  })
}

function serveType(app: FastifyInstance, type: ItemType, { guide, pages, tokens }: Parts): void {
  const path = `/ask${factsheetPrefix(type)}*`

  const readVisitorId = ({ headers }: FastifyRequest, reply: FastifyReply) =>
    tokens.read(headers.cookie, (cookie) => reply.header('set-cookie', cookie))

  async function findItem(request: AskRequest) {
    const number = parseItemNumber(request.params['*'])
    return number === null
      ? 'unknown'
      : guide.findItem(type, number, readRequestedLanguage(request))
  }

  app.get<{ Params: { '*': string } }>(path, routeOptions, async (request, reply) => {
    const item = await findItem(request)
    if (typeof item === 'string') return sendAbsent(request, reply, pages, type, item)
    await readVisitorId(request, reply)
    return sendPage(request, reply, await pages.form(item))
  })

  app.post<{ Params: { '*': string } }>(
    path,
    { ...routeOptions, bodyLimit },
    async (request, reply) => {
      // Other sites must not ask on behalf of their visitors.
      if (request.headers['sec-fetch-site'] === 'cross-site')
        throw forbidden('Please ask on the museum’s own page.')
      const item = await findItem(request)
      if (typeof item === 'string') return sendAbsent(request, reply, pages, type, item)
      const streamed = request.headers.accept?.includes(eventStreamType) ?? false
      const { typed, question } = parseQuestion(request.body)
      const counted = await guide.prepareAnswer(item, question, {
        address: request.ip,
        visitorId: await readVisitorId(request, reply),
      })
      if (typeof counted === 'string') {
        const problem = counted
        reply.status(problem === 'empty' || problem === 'long' ? 400 : 429)
        if (problem === 'minute') reply.header('retry-after', 60)
        if (!streamed)
          return sendPrivatePage(reply, pages.answered(item, { problem, typed }), askPageOrigins)
        return sendEvents(reply, singleEvent('problem', pages.problem(item, problem, question)))
      }
      const signal = createDisconnectSignal(reply)
      const turn = () => guide.answer(item, question, counted, signal)
      if (!streamed)
        return sendPrivatePage(reply, pages.answered(item, { turn: await turn() }), askPageOrigins)
      return sendEvents(
        reply,
        answerEvents(counted.asksModel ? pages.wait(item) : null, async () =>
          pages.turn(item, await turn()),
        ),
      )
    },
  )
}

async function sendAbsent(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: AskPages,
  type: ItemType,
  why: 'unknown' | 'withdrawn',
): Promise<FastifyReply> {
  return sendPage(
    request,
    reply,
    await pages.absent(type, why, readRequestedLanguage(request)),
    404,
  )
}

async function* singleEvent(event: string, data: string) {
  yield { event, data }
}

/** Yields the waiting message, if any, then the answer. */
async function* answerEvents(wait: string | null, turn: () => Promise<string>) {
  if (wait !== null) yield { event: 'wait', data: wait }
  yield { event: 'turn', data: await turn() }
}

/** Reads the typed question or the chosen suggestion. */
function parseQuestion(body: unknown): { typed: string; question: string } {
  const { question, suggestion } = (body ?? {}) as { question?: unknown; suggestion?: unknown }
  const typed = cleanText(question)
  return { typed, question: cleanText(suggestion) || typed }
}

/** Replaces control characters and lone surrogates, which the database can't store. */
const cleanText = (text: unknown): string =>
  typeof text === 'string'
    ? text
        .toWellFormed()
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim()
    : ''
