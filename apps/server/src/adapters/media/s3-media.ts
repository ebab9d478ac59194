import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { seconds } from '../../base/clock.ts'
import { withTimeout } from '../../base/with-timeout.ts'
import { ConfigError } from '../../config/config.ts'
import {
  isMediaKey,
  type ListedMediaFile,
  type MediaConnectionOptions,
  type MediaStore,
  MediaStoreError,
} from './media-store.ts'

export interface BucketSettings {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

// One megabit per second: an upload gets more time the larger it is.
const minBytesPerMs = 125

// Pauses before each retry while the store is busy, in milliseconds.
const pausesMs = [50, 100, 200]

/** Media in a bucket of an S3-compatible store, which several servers can share. */
export async function openS3MediaStore(
  settings: BucketSettings,
  { timeoutMs = seconds(30), mayBeUnreachable = false }: MediaConnectionOptions = {},
): Promise<MediaStore> {
  const request = createBucketClient(settings, timeoutMs)

  // Fails at startup, not at the first upload, if the account is wrong.
  const response = await request('HEAD', '').catch(() => null)
  const isAcceptable = response ? response.ok : mayBeUnreachable
  if (!isAcceptable) throw new ConfigError([describeProblem(response, settings)])

  async function remove(key: string): Promise<void> {
    await requireOk(await request('DELETE', `/${key}`), key)
  }

  return {
    async put(key, content) {
      const body =
        'file' in content ? await openAsBlob(content.file) : new Blob([new Uint8Array(content)])
      // The hash is signed with the request, so the store rejects corrupted bytes.
      const headers = { 'x-amz-content-sha256': await hashContent(content) }
      await requireOk(await request('PUT', `/${key}`, { body, headers }), key)
    },

    async find(key) {
      const head = await request('HEAD', `/${key}`)
      if (head.status === 404) return null
      await requireOk(head, key)
      return {
        size: Number(head.headers.get('content-length')),
        async open(part) {
          const init = part && { headers: { range: `bytes=${part.start}-${part.end}` } }
          const { body } = await requireOk(await request('GET', `/${key}`, init), key)
          return Readable.from(readChunks(body, timeoutMs), { objectMode: false })
        },
      }
    },

    remove,

    async *list(onError) {
      try {
        for await (const page of readListPages(request))
          for (const file of parseListedFiles(page)) {
            const { key } = file
            // Other programs may use the same bucket.
            yield { ...file, remove: key === null ? null : () => remove(key) }
          }
      } catch (error) {
        if (!onError) throw error
        onError(`the list of the bucket ${settings.bucket}`, error as Error)
      }
    },

    async ping() {
      await requireOk(await request('HEAD', ''), 'its bucket')
    },
  }
}

type BucketRequest = (
  method: string,
  path: string,
  init?: RequestInit & { body?: Blob },
) => Promise<Response>

/** Creates a function that sends signed requests to a bucket, with a timeout and retries. */
function createBucketClient(settings: BucketSettings, timeoutMs: number): BucketRequest {
  const { endpoint, bucket, ...account } = settings
  const client = new AwsClient({ ...account, service: 's3' })
  const root = `${endpoint}/${bucket}`

  return async (method, path, init = {}) => {
    // Signed here rather than by `client.fetch`: `fetch` loses the signal of a request once that is
    // garbage-collected, and would wait for a silent store forever.
    const send = async (signal: AbortSignal) =>
      fetch(await client.sign(root + path, { ...init, method }), { signal })

    // Covers the time until the response headers. Reading the body has no total limit, because the
    // reader may be slow.
    const timeout = new AbortController()
    const totalTimeoutMs = timeoutMs + (init.body?.size ?? 0) / minBytesPerMs
    const timer = setTimeout(
      () => timeout.abort(new Error('the media store did not answer in time')),
      totalTimeoutMs,
    )
    try {
      const sendPatiently = () => retryWhileBusy(send, timeout.signal)
      return await sendPatiently().catch((error: unknown) => {
        // One retry: the store may have closed an idle connection just as it was reused.
        const isConnectionError = error instanceof TypeError
        if (!isConnectionError) throw error
        return sendPatiently()
      })
    } catch (error) {
      throw toUnreachableError(error)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Repeats a request a few times while the store answers that it is busy or has a fault. */
async function retryWhileBusy(
  send: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal,
): Promise<Response> {
  for (const pauseMs of pausesMs) {
    const response = await send(signal)
    const isBusyOrFaulty = response.status >= 500 || response.status === 429
    if (!isBusyOrFaulty) return response
    await response.body?.cancel()
    await wait(pauseMs, undefined, { signal })
  }
  return send(signal)
}

/** Reads the list of all files as pages of XML. */
async function* readListPages(request: BucketRequest): AsyncGenerator<string> {
  let query: string | null = '?list-type=2'
  while (query !== null) {
    const response: Response = await requireOk(await request('GET', query), 'its list')
    const page = await response.text()
    yield page
    const token: string | undefined = /<NextContinuationToken>([^<]+)</.exec(page)?.[1]
    query = token ? `?list-type=2&continuation-token=${encodeURIComponent(token)}` : null
  }
}

/** Parses a page of the list, which is XML. */
function* parseListedFiles(page: string): Generator<Omit<ListedMediaFile, 'remove'>> {
  for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const readField = (name: string) => new RegExp(`<${name}>([^<]*)<`).exec(entry)?.[1] ?? ''
    // Our keys consist of letters, digits, hyphens, dots and slashes, which are never escaped in
    // XML.
    const path = readField('Key')
    yield {
      key: isMediaKey(path) ? path : null,
      path,
      size: Number(readField('Size')),
      changedAt: new Date(readField('LastModified')),
    }
  }
}

function describeProblem(
  response: Response | null,
  { endpoint, bucket }: Pick<BucketSettings, 'endpoint' | 'bucket'>,
): string {
  if (!response)
    return `S3_ENDPOINT: nothing answers at ${endpoint}; is the address right, and is the store running?`
  if (response.status === 404)
    return `S3_BUCKET: there is no bucket "${bucket}" at ${endpoint}; please create it`
  if (response.status === 403)
    return `S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is wrong, or may not use the bucket "${bucket}"`
  return `S3_ENDPOINT: ${endpoint} answered ${response.status} about the bucket "${bucket}"; is S3_REGION right?`
}

async function hashContent(content: Uint8Array | { readonly file: string }): Promise<string> {
  const hash = createHash('sha256')
  if ('file' in content)
    for await (const chunk of createReadStream(content.file)) hash.update(chunk)
  else hash.update(content)
  return hash.digest('hex')
}

/** Streams the body; the timeout limits the wait for the store, not for a slow reader. */
async function* readChunks(body: Response['body'], timeoutMs: number): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  try {
    while (reader) {
      const { done, value } = await withTimeout(
        reader.read(),
        timeoutMs,
        'the media store stopped in the middle of a file',
      )
      if (done) return
      yield value
    }
  } catch (error) {
    throw toUnreachableError(error)
  } finally {
    void reader?.cancel().catch(() => undefined)
  }
}

/** `fetch` only says that it failed; the reason is its cause. */
const toUnreachableError = (error: unknown) =>
  error instanceof TypeError
    ? new MediaStoreError('unreachable', 'the media store does not answer', error.cause)
    : new MediaStoreError('unreachable', error instanceof Error ? error.message : String(error))

const insufficientStorage = 507
// Ceph has quotas for buckets and users, MinIO for disks.
const fullCodes = ['QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded']

/**
 * Throws unless the answer is a success. Any other answer, such as to a revoked key, counts as an
 * outage rather than a fault of the request.
 */
async function requireOk(response: Response, key: string): Promise<Response> {
  if (response.ok) return response
  const errorXml = await withTimeout(response.text(), seconds(1), 'no reason came').catch(() => '')
  const code = /<Code>(\w+)</.exec(errorXml)?.[1] ?? ''
  const isFull = response.status === insufficientStorage || fullCodes.includes(code)
  const reason = [response.status, code].filter(Boolean).join(' ')
  throw new MediaStoreError(
    isFull ? 'full' : 'unreachable',
    `the media store answered ${reason} about ${key}`,
  )
}
