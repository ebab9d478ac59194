import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { seconds } from '../src/base/clock.ts'

/** Timeouts of a model that a test can wait for. */
export const shortModelTimeouts = {
  modelTimeoutMs: seconds(8),
  modelFirstWordTimeoutMs: seconds(1),
}

export type Protocol = 'openai-compatible' | 'anthropic'

/** How the server answers one request. */
export type Behaviour =
  /** Streams these words, with a pause in milliseconds after each. */
  | { readonly say: readonly string[]; readonly pause?: number }
  /** Answers with an error. */
  | { readonly status: number; readonly headers?: Record<string, string> }
  /** Repeats the same content until the client disconnects. */
  | {
      readonly endless: 'line' | 'comments' | 'reasoning'
      readonly status?: number
      readonly gzip?: boolean
    }
  | 'hang'
  | 'hang after the first word'
  | 'broken JSON'
  | 'broken stream'
  | 'no words'
  | 'cut off'

export interface ModelServer extends AsyncDisposable {
  /** Variables that make Vitrine use this server by the protocol of OpenAI. */
  readonly variables: Record<'AI_BASE_URL' | 'AI_API_KEY' | 'AI_MODEL', string>
  /** Requests since the last call of `behave`. */
  readonly requests: {
    readonly path: string
    readonly headers: IncomingMessage['headers']
    readonly body: string
  }[]
  /** Counts the connections that closed before their answer was complete. */
  abandoned(): number
  /** Sets the behaviour for the next requests, one each; the last one is repeated. */
  behave(...behaviours: readonly Behaviour[]): void
}

/** Starts a server that plays a model provider. */
export async function startModelServer(
  protocol: Protocol,
  ...behaviours: readonly Behaviour[]
): Promise<ModelServer> {
  const newPhase = (phaseBehaviours: readonly Behaviour[]) => ({
    behaviours: phaseBehaviours,
    requests: [] as ModelServer['requests'],
    abandoned: 0,
  })
  let phase = newPhase(behaviours)
  const server = createServer(async (request, response) => {
    // A connection of an earlier phase may end during a later one.
    const requestPhase = phase
    const { requests } = requestPhase
    requests.push({ path: request.url ?? '', headers: request.headers, body: await text(request) })
    response.on('close', () => {
      if (!response.writableFinished) requestPhase.abandoned++
    })
    const behaviour =
      requestPhase.behaviours[requests.length - 1] ?? requestPhase.behaviours.at(-1) ?? 'hang'
    await answer(response, protocol, behaviour)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    variables: {
      AI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      AI_API_KEY: 'a-test-key',
      AI_MODEL: 'test-model',
    },
    get requests() {
      return phase.requests
    },
    abandoned: () => phase.abandoned,
    behave(...newBehaviours) {
      phase = newPhase(newBehaviours)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Answers one request as the behaviour says. */
async function answer(
  response: ServerResponse,
  protocol: Protocol,
  behaviour: Behaviour,
): Promise<void> {
  if (behaviour === 'hang') return
  if (typeof behaviour === 'object' && 'endless' in behaviour)
    return streamEndlessly(response, protocol, behaviour)
  if (typeof behaviour === 'object' && 'status' in behaviour) {
    response.writeHead(behaviour.status, {
      'content-type': 'application/json',
      ...behaviour.headers,
    })
    response.end(JSON.stringify({ type: 'error', error: { type: 'some_error', message: 'no' } }))
    return
  }
  const { begin, word, end } = speech[protocol]
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(begin())
  if (behaviour === 'broken JSON') {
    response.end('data: {"choices": [{"delta": {"content": "ha\n\n')
    return
  }
  if (typeof behaviour === 'object') {
    for (const piece of behaviour.say) {
      response.write(word(piece))
      if (behaviour.pause) await sleep(behaviour.pause)
    }
  } else if (behaviour !== 'no words') {
    response.write(word('Der Anfang '))
  }
  if (behaviour === 'hang after the first word') return
  if (behaviour === 'broken stream') {
    // Waits until the written part is sent.
    await sleep(50)
    response.destroy()
    return
  }
  response.end(end(behaviour === 'cut off'))
}

async function streamEndlessly(
  response: ServerResponse,
  protocol: Protocol,
  { endless, status = 200, gzip = false }: Extract<Behaviour, { endless: unknown }>,
): Promise<void> {
  const { begin, thought } = speech[protocol]
  const piece = {
    line: 'a'.repeat(1e5),
    comments: `: ${'a'.repeat(998)}\n\n`.repeat(100),
    reasoning: thought('hm '.repeat(300)),
  }
  response.writeHead(status, {
    'content-type': 'text/event-stream',
    ...(gzip && { 'content-encoding': 'gzip' }),
  })
  async function* chunks() {
    yield endless === 'line' ? 'data: ' : begin()
    while (!response.destroyed) {
      yield piece[endless]
      // Lets the client, which runs in the same process, read.
      await setImmediate()
    }
  }
  const transforms = gzip ? [createGzip()] : []
  // Fails when the client disconnects, which is expected.
  await pipeline([Readable.from(chunks()), ...transforms, response]).catch(() => undefined)
}

const event = (data: object, name?: string): string =>
  `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`

/** How each protocol streams an answer. */
const speech: Record<
  Protocol,
  {
    begin(): string
    thought(text: string): string
    word(text: string): string
    /** Ends an answer, which may be cut off by the provider's length limit. */
    end(isCutOff: boolean): string
  }
> = {
  'openai-compatible': {
    begin: () => chunk({ role: 'assistant', content: '' }),
    thought: (reasoning_content) => chunk({ reasoning_content }),
    word: (content) => chunk({ content }),
    end: (isCutOff) => `${chunk({}, isCutOff ? 'length' : 'stop')}data: [DONE]\n\n`,
  },
  anthropic: {
    begin: () =>
      anthropic({
        type: 'message_start',
        message: {
          id: 'm1',
          type: 'message',
          role: 'assistant',
          model: 'test-model',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 1, output_tokens: 1 },
        },
      }) +
      anthropic({
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'text', text: '' },
      }),
    thought: (thinking) =>
      anthropic({
        type: 'content_block_start',
        index: 1,
        content_block: { type: 'thinking', thinking: '', signature: '' },
      }) +
      anthropic({
        type: 'content_block_delta',
        index: 1,
        delta: { type: 'thinking_delta', thinking },
      }) +
      anthropic({ type: 'content_block_stop', index: 1 }),
    word: (content) =>
      anthropic({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'text_delta', text: content },
      }),
    end: (isCutOff) =>
      anthropic({ type: 'content_block_stop', index: 0 }) +
      anthropic({
        type: 'message_delta',
        delta: { stop_reason: isCutOff ? 'max_tokens' : 'end_turn', stop_sequence: null },
        usage: { output_tokens: 2 },
      }) +
      anthropic({ type: 'message_stop' }),
  },
}

const anthropic = (data: { readonly type: string; readonly [key: string]: unknown }): string =>
  event(data, data.type)

const chunk = (delta: object, finish_reason: string | null = null): string =>
  event({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'test-model',
    choices: [{ index: 0, delta, finish_reason }],
  })
