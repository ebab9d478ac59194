import { setTimeout as sleep } from 'node:timers/promises'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type LanguageModel, streamText } from 'ai'
import { Failure } from '../../base/failure.ts'
import { createQueue } from '../../base/queue.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { FaultError, faultOf, unreadable } from './fault.ts'
import type { Model, Prompt, WriteOptions } from './model.ts'
import { withoutThinking } from './thinking.ts'

export interface ProviderSettings {
  readonly provider: 'openai-compatible' | 'anthropic'
  readonly baseUrl: string | undefined
  readonly apiKey: string | undefined
  readonly model: string
  /** Milliseconds for a whole answer, waiting in line and retries included. */
  readonly patience: number
  /** Milliseconds until the first word of an attempt. */
  readonly firstWord: number
}

// The SDK would print its remarks on the console.
globalThis.AI_SDK_LOG_WARNINGS = false

const attempts = 3
const pauses = [500, 2000]
const longestPause = 20_000
// Characters, in the model's reasoning and between <think> marks.
const longestReasoning = 200_000

/** A model reached through the AI SDK. One call of ours is one conversation of one message, with no tools. */
export function providerModel(settings: ProviderSettings): Model {
  const model = modelOf(settings)
  const queue = createQueue({ concurrency: 3, maxWaiting: 20, rejection: overloaded })

  return {
    label: `${hostOf(settings)}, ${settings.model}`,

    async *write(prompt, options) {
      const clock = AbortSignal.timeout(settings.patience)
      const signal = AbortSignal.any([options.signal, clock])
      const [turn, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const work = () => {
        turn.resolve()
        return done.promise
      }
      queue(work, { signal }).catch(turn.reject)
      let length = 0
      try {
        await turn.promise
        for await (const piece of withoutThinking(
          answered(model, prompt, { ...options, signal }, settings.firstWord),
        )) {
          length += piece.length
          if (length > options.longest) throw unreadable.failure
          yield piece
        }
        // It thought and said nothing: an empty text must not take the place of what somebody wrote.
        if (length === 0) throw unreadable.failure
      } catch (error) {
        throw signal.aborted ? ended(options.signal) : error
      } finally {
        done.resolve()
      }
    },
  }
}

/** Always a model object of a provider of ours: given a mere name, the SDK would turn to a gateway of its makers. */
function modelOf({ provider, baseUrl, apiKey, model }: ProviderSettings): LanguageModel {
  if (provider === 'anthropic') {
    return createAnthropic({ ...(baseUrl && { baseURL: baseUrl }), apiKey: apiKey ?? '', fetch: boundedFetch })(model)
  }
  return createOpenAICompatible({
    name: 'provider',
    baseURL: baseUrl ?? '',
    ...(apiKey && { apiKey }),
    fetch: boundedFetch,
  })(model)
}

const hostOf = ({ provider, baseUrl }: ProviderSettings): string => (baseUrl ? new URL(baseUrl).host : provider)

const overloaded = () =>
  new Failure('unavailable', 'The assistant has too much to do. Please try again in a minute.', { retryAfter: 60 })

const ended = (caller: AbortSignal): Failure =>
  caller.aborted
    ? new Failure('unavailable', 'The request was cancelled.')
    : new Failure('timedOut', 'The AI provider took too long. Please try again.')

/** The answer, after as many attempts as make sense. Once a word has come there is no second attempt. */
async function* answered(
  model: LanguageModel,
  prompt: Prompt,
  options: WriteOptions,
  firstWord: number,
): AsyncGenerator<string> {
  for (let attempt = 1; ; attempt++) {
    let begun = false
    try {
      for await (const piece of attempted(model, prompt, options, firstWord)) {
        begun = true
        yield piece
      }
      return
    } catch (error) {
      if (error instanceof Failure || options.signal.aborted) throw error
      const { failure, mayRetry, retryAfter } = faultOf(error)
      const pause = retryAfter === undefined ? (pauses[attempt - 1] ?? longestPause) : retryAfter * 1000
      if (begun || !mayRetry || attempt === attempts || pause > longestPause) throw failure
      await sleep(pause, undefined, { signal: options.signal })
    }
  }
}

async function* attempted(
  model: LanguageModel,
  { instructions, material }: Prompt,
  { signal, longest, allowTruncated }: WriteOptions,
  firstWord: number,
): AsyncGenerator<string> {
  const stop = new AbortController()
  let late = false
  const timer = setTimeout(() => {
    late = true
    stop.abort()
  }, firstWord)
  let length = 0
  let reasoning = 0
  try {
    const { fullStream } = streamText({
      model,
      instructions,
      prompt: material,
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, stop.signal]),
      // Told by the stream; the SDK would print the error with all that was sent.
      onError: () => {},
    })
    for await (const part of fullStream) {
      if (part.type === 'error') throw part.error
      if (part.type === 'abort') throw new DOMException('aborted', 'AbortError')
      if (part.type === 'finish') judgeEnd(part.finishReason, length, allowTruncated)
      if (part.type !== 'reasoning-delta' && part.type !== 'text-delta') continue
      clearTimeout(timer)
      if (part.type === 'text-delta') length += part.text.length
      else reasoning += part.text.length
      if (length + reasoning > longest + longestReasoning) throw new FaultError(unreadable)
      if (part.type === 'text-delta') yield part.text
    }
  } catch (error) {
    throw late ? new Failure('timedOut', 'The AI provider did not begin to answer in time. Please try again.') : error
  } finally {
    clearTimeout(timer)
    // Ends the request when nobody reads on.
    stop.abort()
  }
}

function judgeEnd(reason: string, length: number, allowTruncated: boolean): void {
  if (reason === 'content-filter') throw new Failure('unreachable', 'The AI provider declines to answer this.')
  if (length === 0) throw new FaultError({ ...unreadable, mayRetry: true })
  if (reason === 'length' && !allowTruncated)
    throw new Failure('unreachable', 'The text is too long for this AI provider.')
  if (reason === 'error' || (reason === 'other' && !allowTruncated)) throw new FaultError(unreadable)
}
