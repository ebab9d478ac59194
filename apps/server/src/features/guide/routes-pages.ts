import { eventStreamType, factsheetPrefix, type ItemType, itemTypes } from '@vitrine/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forbidden } from '../../base/failure.ts'
import { createDisconnectSignal, sendEvents } from '../../http/mount.ts'
import { sendPage, sendPrivatePage } from '../../http/page.ts'
import { readRequestedLanguage } from '../../http/visitor-language.ts'
import { parseItemNumber } from '../factsheets/index.ts'
import { type AskPages, askPagePolicy } from './pages.ts'
import type { GuideService } from './service.ts'
import type { VisitorTokens } from './visitor-tokens.ts'

/** Options of routes that set no cookie but the visitor's token. */
const routeOptions = { config: { finished: true } }
/** In bytes: far more than a question needs, so that too long a question gets a helpful answer. */
const bodyLimit = 16 * 1024

/** The limits of questions are per minute. */
const retryAfterSeconds = 60

/** The museum shown for addresses without an item. */
const [defaultType] = itemTypes as readonly [ItemType]

type AskRequest = FastifyRequest<{ Params: { '*': string } }>

interface GuideRouteParts {
  readonly guide: GuideService
  readonly pages: AskPages
  readonly tokens: VisitorTokens
}

/**
 * Serves the pages on which visitors ask about an item; answers are streamed to browsers with
 * scripts.
 */
export function serveGuide(app: FastifyInstance, parts: GuideRouteParts): void {
  const { pages } = parts
  app.register((forms, _options, done) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit },
      (_request, body, onParsed) =>
        onParsed(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    for (const type of itemTypes) serveType(forms, type, parts)
    for (const url of ['/ask', '/ask/*'])
      forms.route({
        ...routeOptions,
        method: ['GET', 'POST'],
        url,
        handler: (request, reply) => sendAbsent(request, reply, pages, defaultType, 'unknown'),
      })
    done()
  })
}

function serveType(
  app: FastifyInstance,
  type: ItemType,
  { guide, pages, tokens }: GuideRouteParts,
): void {
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
    return sendPage(request, reply, await pages.getForm(item))
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

      const { typed, question } = parseQuestion(request.body)
      const asked: AskedQuestion = {
        item,
        typed,
        question,
        isStreamed: request.headers.accept?.includes(eventStreamType) ?? false,
      }
      const prepared = await guide.prepareAnswer(item, question, {
        address: request.ip,
        visitorId: await readVisitorId(request, reply),
      })
      return typeof prepared === 'string'
        ? sendProblem(reply, pages, asked, prepared)
        : sendAnswer(reply, { guide, pages }, asked, prepared)
    },
  )
}

type PreparedAnswer = Awaited<ReturnType<GuideService['prepareAnswer']>>
type Problem = Extract<PreparedAnswer, string>

interface AskedQuestion {
  readonly item: Parameters<GuideService['answer']>[0]
  readonly typed: string
  readonly question: string
  /** Whether the answer is sent as events to a script. */
  readonly isStreamed: boolean
}

/** Says why a question is not answered, such as too many within a minute. */
function sendProblem(
  reply: FastifyReply,
  pages: AskPages,
  { item, typed, question, isStreamed }: AskedQuestion,
  problem: Problem,
) {
  reply.status(problem === 'empty' || problem === 'long' ? 400 : 429)
  if (problem === 'minute') reply.header('retry-after', retryAfterSeconds)
  if (isStreamed)
    return sendEvents(
      reply,
      yieldSingleEvent('problem', pages.formatProblem(item, problem, question)),
    )
  return sendPrivatePage(reply, pages.renderAnswered(item, { problem, typed }), askPagePolicy)
}

async function sendAnswer(
  reply: FastifyReply,
  { guide, pages }: Pick<GuideRouteParts, 'guide' | 'pages'>,
  { item, question, isStreamed }: AskedQuestion,
  prepared: Exclude<PreparedAnswer, string>,
) {
  const signal = createDisconnectSignal(reply)
  const answer = () => guide.answer(item, question, prepared, signal)
  if (!isStreamed)
    return sendPrivatePage(
      reply,
      pages.renderAnswered(item, { turn: await answer() }),
      askPagePolicy,
    )

  const waitingMessage = prepared.asksModel ? pages.renderWait(item) : null
  return sendEvents(
    reply,
    yieldAnswerEvents(waitingMessage, async () => pages.renderTurn(item, await answer())),
  )
}

/** Answers 404 with a page that says why visitors can't ask about an item. */
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
    await pages.getAbsent(type, why, readRequestedLanguage(request)),
    404,
  )
}

async function* yieldSingleEvent(event: string, data: string) {
  yield { event, data }
}

/** Yields the waiting message, if any, then the answer. */
async function* yieldAnswerEvents(
  waitingMessage: string | null,
  renderTurn: () => Promise<string>,
) {
  if (waitingMessage !== null) yield { event: 'wait', data: waitingMessage }
  yield { event: 'turn', data: await renderTurn() }
}

/** Reads the typed question or the chosen suggestion. */
function parseQuestion(body: unknown): { typed: string; question: string } {
  const { question, suggestion } = (body ?? {}) as { question?: unknown; suggestion?: unknown }
  const typed = cleanText(question)
  return { typed, question: cleanText(suggestion) || typed }
}

/** Replaces control characters and lone surrogates, which the database can't store. */
function cleanText(text: unknown): string {
  if (typeof text !== 'string') return ''
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
}
