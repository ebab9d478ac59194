import { setTimeout as sleep } from 'node:timers/promises'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type LanguageModel as SdkModel, streamText, type UserModelMessage } from 'ai'
import { Failure } from '../../base/failure.ts'
import { createQueue, type Queue } from '../../base/queue.ts'
import type { Limits } from '../../config/limits.ts'
import type { LanguageModel, Prompt, WriteOptions } from './model.ts'
import {
  boundedFetch,
  ProviderFaultError,
  toProviderFault,
  unreadableAnswer,
} from './provider-fetch.ts'

export interface ProviderSettings {
  readonly provider: 'openai-compatible' | 'anthropic'
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly model: string
  readonly seesPictures: boolean
}

type ModelLimits = Pick<Limits, 'modelTimeoutMs' | 'modelFirstWordTimeoutMs'>

// Otherwise the SDK prints warnings to the console.
globalThis.AI_SDK_LOG_WARNINGS = false

const maxConcurrentCalls = 3
const maxWaitingCalls = 20
const maxAttempts = 3
/** Pauses before each retry, unless the provider names another pause. */
const pausesMs = [500, 2_000]
/** An attempt that would have to wait longer is given up. */
const maxPauseMs = 20_000
/** In characters, both of reasoning events and between <think> tags. */
const maxReasoningLength = 200_000

/**
 * A model reached through the AI SDK. Each call is a conversation of a single message, without
 * tools.
 */
export function createProviderModel(
  settings: ProviderSettings,
  limits: ModelLimits,
): LanguageModel {
  const model = createSdkModel(settings)
  const queue = createQueue({
    concurrency: maxConcurrentCalls,
    maxWaiting: maxWaitingCalls,
    rejection: createQueueFullFailure,
  })

  return {
    label: `${new URL(settings.baseUrl).host}, ${settings.model}`,
    seesPictures: settings.seesPictures,

    async *write(prompt, options) {
      const timeout = AbortSignal.timeout(limits.modelTimeoutMs)
      const signal = AbortSignal.any([options.signal, timeout])
      const slot = requestSlot(queue, signal)
      try {
        await slot.acquired
        const pieces = streamWithRetries(
          model,
          prompt,
          { ...options, signal },
          limits.modelFirstWordTimeoutMs,
        )
        yield* requireAnswer(withoutThinking(pieces), options.maxLength)
      } catch (error) {
        options.signal.throwIfAborted()
        throw signal.aborted ? createTimeoutFailure() : error
      } finally {
        slot.release()
      }
    },
  }
}

/** Queues for a slot. A generator can't be queued itself, so a task that only waits holds the slot. */
function requestSlot(queue: Queue, signal: AbortSignal) {
  const acquired = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holdSlot = () => {
    acquired.resolve()
    return released.promise
  }
  queue(holdSlot, { signal }).catch(acquired.reject)
  return { acquired: acquired.promise, release: released.resolve }
}

/** Passes an answer on; fails if it is empty or too long. */
async function* requireAnswer(
  pieces: AsyncIterable<string>,
  maxLength: number,
): AsyncGenerator<string> {
  let length = 0
  for await (const piece of pieces) {
    length += piece.length
    if (length > maxLength) throw unreadableAnswer.failure
    yield piece
  }
  // There was reasoning but no answer: an empty text must not replace what the user wrote.
  if (length === 0) throw unreadableAnswer.failure
}

/** Always returns a model object: given only a name, the SDK would call its vendor’s gateway. */
function createSdkModel({ provider, baseUrl, apiKey, model }: ProviderSettings): SdkModel {
  if (provider === 'anthropic') {
    return createAnthropic({
      baseURL: baseUrl,
      apiKey: apiKey ?? '',
      fetch: boundedFetch,
    })(model)
  }
  return createOpenAICompatible({
    name: 'provider',
    baseURL: baseUrl,
    ...(apiKey && { apiKey }),
    fetch: boundedFetch,
  })(model)
}

const createQueueFullFailure = () =>
  new Failure('unavailable', 'The assistant is busy. Please try again in a minute.', {
    retryAfter: 60,
  })

const createTimeoutFailure = () =>
  new Failure('timedOut', 'The AI provider took too long. Please try again.')

/** Retries failed attempts, unless a word has already been sent. */
async function* streamWithRetries(
  model: SdkModel,
  prompt: Prompt,
  options: WriteOptions,
  firstWordTimeoutMs: number,
): AsyncGenerator<string> {
  for (let attempt = 1; ; attempt++) {
    let hasBegun = false
    try {
      for await (const piece of streamOnce(model, prompt, options, firstWordTimeoutMs)) {
        hasBegun = true
        yield piece
      }
      return
    } catch (error) {
      if (error instanceof Failure || options.signal.aborted) throw error
      const { failure, mayRetry, retryAfter } = toProviderFault(error)
      const usualPauseMs = pausesMs[attempt - 1] ?? maxPauseMs
      const pauseMs = retryAfter === undefined ? usualPauseMs : retryAfter * 1000
      if (hasBegun || !mayRetry || attempt === maxAttempts || pauseMs > maxPauseMs) throw failure
      await sleep(pauseMs, undefined, { signal: options.signal })
    }
  }
}

async function* streamOnce(
  model: SdkModel,
  { instructions, material, picture }: Prompt,
  { signal, maxLength, allowTruncated }: WriteOptions,
  firstWordTimeoutMs: number,
): AsyncGenerator<string> {
  const stop = new AbortController()
  let isFirstWordLate = false
  const firstWordTimer = setTimeout(() => {
    isFirstWordLate = true
    stop.abort()
  }, firstWordTimeoutMs)
  let textLength = 0
  let reasoningLength = 0
  try {
    const { fullStream } = streamText({
      model,
      instructions,
      prompt: picture ? toMessages(picture, material) : material,
      // `streamWithRetries` retries instead.
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, stop.signal]),
      // The stream reports the error; by default the SDK logs it with the whole prompt.
      onError: () => {},
    })
    for await (const part of fullStream) {
      if (part.type === 'error') throw part.error
      if (part.type === 'abort') throw new DOMException('aborted', 'AbortError')
      if (part.type === 'finish') rejectIncomplete(part.finishReason, textLength, allowTruncated)
      if (part.type !== 'reasoning-delta' && part.type !== 'text-delta') continue
      clearTimeout(firstWordTimer)
      if (part.type === 'text-delta') textLength += part.text.length
      else reasoningLength += part.text.length
      if (textLength + reasoningLength > maxLength + maxReasoningLength)
        throw new ProviderFaultError(unreadableAnswer)
      if (part.type === 'text-delta') yield part.text
    }
  } catch (error) {
    throw isFirstWordLate
      ? new Failure(
          'timedOut',
          'The AI provider did not begin to answer in time. Please try again.',
        )
      : error
  } finally {
    clearTimeout(firstWordTimer)
    // Cancels the request when the consumer stops early.
    stop.abort()
  }
}

const toMessages = (picture: Buffer, material: string): UserModelMessage[] => [
  {
    role: 'user',
    content: [
      { type: 'file', data: picture, mediaType: 'image/jpeg' },
      { type: 'text', text: material },
    ],
  },
]

/** Throws unless the provider ended its answer by itself. */
function rejectIncomplete(reason: string, textLength: number, allowTruncated: boolean): void {
  if (reason === 'content-filter')
    throw new Failure(
      'unreachable',
      'The AI provider refused this request. Please change the text and try again.',
    )
  if (textLength === 0) throw new ProviderFaultError({ ...unreadableAnswer, mayRetry: true })
  if (reason === 'length' && !allowTruncated)
    throw new Failure(
      'unreachable',
      'The text is too long for this AI provider. Please shorten it.',
    )
  if (reason === 'error' || (reason === 'other' && !allowTruncated))
    throw new ProviderFaultError(unreadableAnswer)
}

const openingTag = '<think>'
const closingTag = '</think>'

/** Removes <think> blocks from a stream, even if a tag is split over several chunks. */
export async function* withoutThinking(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let buffer = ''
  let isThinking = false
  let hasBegun = false
  for await (const piece of pieces) {
    buffer += piece
    for (;;) {
      const tag = isThinking ? closingTag : openingTag
      const tagIndex = buffer.indexOf(tag)
      if (tagIndex < 0) break
      if (!isThinking) yield* emit(buffer.slice(0, tagIndex))
      buffer = buffer.slice(tagIndex + tag.length)
      isThinking = !isThinking
    }
    const safeLength =
      buffer.length - findPartialTagLength(buffer, isThinking ? closingTag : openingTag)
    if (!isThinking) yield* emit(buffer.slice(0, safeLength))
    buffer = buffer.slice(safeLength)
  }
  if (!isThinking) yield* emit(buffer)

  // Skips blank lines before the first word, which belong to the thinking.
  function* emit(text: string): Generator<string> {
    const shown = hasBegun ? text : text.trimStart()
    if (shown === '') return
    hasBegun = true
    yield shown
  }
}

/** How many letters at the end of a text may begin a tag. */
function findPartialTagLength(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--) {
    if (tag.startsWith(text.slice(text.length - length))) return length
  }
  return 0
}
