import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { seconds } from '../../base/clock.ts'
import { withTimeout } from '../../base/with-timeout.ts'
import { ConfigError } from '../../config/config.ts'
import { isMediaKey, type MediaStore, MediaStoreError } from './media-store.ts'

export interface Bucket {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

// Bytes in a millisecond, over a line of one megabit per second: whoever sends much is given the time for it.
const slowestLine = 125

/** Media in a bucket of a store that speaks S3, for several servers that show the same pictures. */
export async function s3Media(place: Bucket, timeoutMs = seconds(30)): Promise<MediaStore> {
  const { endpoint, bucket, ...account } = place
  const client = new AwsClient({ ...account, service: 's3', retries: 3 })
  const root = `${endpoint}/${bucket}`

  async function ask(method: string, path: string, init: RequestInit & { body?: Blob } = {}): Promise<Response> {
    // Until the first answer; what is then streamed takes as long as its reader.
    const timeout = new AbortController()
    const time = timeoutMs + (init.body?.size ?? 0) / slowestLine
    const timer = setTimeout(() => timeout.abort(new Error('the media store did not answer in time')), time)
    try {
      const send = () => client.fetch(root + path, { ...init, method, signal: timeout.signal })
      // Once more: the store may have closed an idle connection at the moment in which it was used again.
      return await send().catch((error: unknown) => (error instanceof TypeError ? send() : Promise.reject(error)))
    } catch (error) {
      throw unreachable(error)
    } finally {
      clearTimeout(timer)
    }
  }

  // What is wrong with the account is told to the operator at the start, not to a person at the first upload.
  const greeting = await ask('HEAD', '').catch(() => null)
  if (!greeting?.ok) throw new ConfigError([problemOf(greeting, place)])

  const remove = async (key: string): Promise<void> => void (await expectOk(await ask('DELETE', `/${key}`), key))

  return {
    async put(key, content) {
      const body = 'file' in content ? await openAsBlob(content.file) : new Blob([new Uint8Array(content)])
      // Signed with the request, so the store refuses bytes that changed on the way.
      const headers = { 'x-amz-content-sha256': await hashOf(content) }
      await expectOk(await ask('PUT', `/${key}`, { body, headers }), key)
    },

    async find(key) {
      const head = await ask('HEAD', `/${key}`)
      if (head.status === 404) return null
      await expectOk(head, key)
      return {
        size: Number(head.headers.get('content-length')),
        async open(part) {
          const headers = part && { range: `bytes=${part.start}-${part.end}` }
          const { body } = await expectOk(await ask('GET', `/${key}`, headers && { headers }), key)
          return Readable.from(chunksOf(body, timeoutMs), { objectMode: false })
        },
      }
    },

    remove,

    async *list(onError) {
      let page: string | undefined = ''
      while (page !== undefined) {
        const query = `?list-type=2${page && `&continuation-token=${encodeURIComponent(page)}`}`
        let text: string
        try {
          text = await (await expectOk(await ask('GET', query), 'its list')).text()
        } catch (error) {
          if (!onError) throw error
          return onError(`the list of the bucket ${bucket}`, error as Error)
        }
        for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const told = (name: string) => new RegExp(`<${name}>([^<]*)<`).exec(entry)?.[1] ?? ''
          // Our keys are hexadecimal digits, letters, dots and slashes: nothing in them is ever escaped.
          const place = told('Key')
          const key = isMediaKey(place) ? place : null
          yield {
            key,
            place,
            size: Number(told('Size')),
            changedAt: new Date(told('LastModified')),
            // Others may keep things in the same bucket.
            remove: key === null ? null : () => remove(key),
          }
        }
        page = /<NextContinuationToken>([^<]+)</.exec(text)?.[1]
      }
    },

    async ping() {
      await expectOk(await ask('HEAD', ''), 'its bucket')
    },
  }
}

function problemOf(greeting: Response | null, { endpoint, bucket }: Pick<Bucket, 'endpoint' | 'bucket'>): string {
  if (!greeting) return `S3_ENDPOINT: nothing answers at ${endpoint}; is the address right, is the store running?`
  if (greeting.status === 404) return `S3_BUCKET: there is no bucket "${bucket}" at ${endpoint}; please create it`
  if (greeting.status === 403)
    return `S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is wrong, or may not use the bucket "${bucket}"`
  return `S3_ENDPOINT: ${endpoint} answered ${greeting.status} about the bucket "${bucket}"; is S3_REGION right?`
}

async function hashOf(content: Uint8Array | { readonly file: string }): Promise<string> {
  const hash = createHash('sha256')
  if ('file' in content) for await (const chunk of createReadStream(content.file)) hash.update(chunk)
  else hash.update(content)
  return hash.digest('hex')
}

/** What is streamed, as long as there is something to read: only waiting for the store counts, not a slow reader. */
async function* chunksOf(body: Response['body'], timeoutMs: number): AsyncGenerator<Uint8Array> {
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
    throw unreachable(error)
  } finally {
    void reader?.cancel().catch(() => undefined)
  }
}

/** `fetch` itself only says that it failed; the reason is its cause. */
const unreachable = (error: unknown) =>
  error instanceof TypeError
    ? new MediaStoreError('unreachable', 'the media store does not answer', error.cause)
    : new MediaStoreError('unreachable', error instanceof Error ? error.message : String(error))

// Ceph has quotas for buckets and users, MinIO for disks.
const fullCodes = ['QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded']

/** Whatever else a store answers, such as a key that was revoked, is not the fault of a request. */
async function expectOk(response: Response, key: string): Promise<Response> {
  if (response.ok) return response
  const code =
    /<Code>(\w+)</.exec(await withTimeout(response.text(), seconds(1), 'no reason came').catch(() => ''))?.[1] ?? ''
  const full = response.status === 507 || fullCodes.includes(code)
  const told = [response.status, code].filter(Boolean).join(' ')
  throw new MediaStoreError(full ? 'full' : 'unreachable', `the media store answered ${told} about ${key}`)
}
