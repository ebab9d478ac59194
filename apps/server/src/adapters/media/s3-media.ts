import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { seconds } from '../../clock.ts'
import { ConfigError } from '../../config.ts'
import { isMediaKey, type MediaStore } from './media-store.ts'

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
export async function s3Media(place: Bucket, patience = seconds(30)): Promise<MediaStore> {
  const { endpoint, bucket, ...account } = place
  const client = new AwsClient({ ...account, service: 's3', retries: 3 })
  const root = `${endpoint}/${bucket}`

  async function ask(method: string, path: string, init: RequestInit & { body?: Blob } = {}): Promise<Response> {
    // The clock stops with the first answer: what is then streamed takes as long as its reader.
    const late = new AbortController()
    const time = patience + (init.body?.size ?? 0) / slowestLine
    const timer = setTimeout(() => late.abort(new Error('the media store did not answer in time')), time)
    try {
      return await client.fetch(root + path, { ...init, method, signal: late.signal })
    } finally {
      clearTimeout(timer)
    }
  }

  // What is wrong with the account is told to the operator at the start, not to a person at the first upload.
  const greeting = await ask('HEAD', '').catch(() => null)
  if (!greeting?.ok) throw new ConfigError([problemOf(greeting, place)])

  const remove = async (key: string): Promise<void> => void expectOk(await ask('DELETE', `/${key}`), key)

  return {
    async put(key, content) {
      const body = 'file' in content ? await openAsBlob(content.file) : new Blob([new Uint8Array(content)])
      // Signed with the request, so the store refuses bytes that changed on the way.
      const headers = { 'x-amz-content-sha256': await hashOf(content) }
      expectOk(await ask('PUT', `/${key}`, { body, headers }), key)
    },

    async find(key) {
      const head = await ask('HEAD', `/${key}`)
      if (head.status === 404) return null
      expectOk(head, key)
      return {
        size: Number(head.headers.get('content-length')),
        async open(part) {
          const headers = part && { range: `bytes=${part.start}-${part.end}` }
          const { body } = expectOk(await ask('GET', `/${key}`, headers && { headers }), key)
          return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])
        },
      }
    },

    remove,

    async *list(onTrouble) {
      let page: string | undefined = ''
      while (page !== undefined) {
        const query = `?list-type=2${page && `&continuation-token=${encodeURIComponent(page)}`}`
        let text: string
        try {
          text = await expectOk(await ask('GET', query), 'its list').text()
        } catch (error) {
          if (!onTrouble) throw error
          return onTrouble(`the list of the bucket ${bucket}`, error as Error)
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

function expectOk(response: Response, key: string): Response {
  if (response.ok) return response
  throw new Error(`the media store answered ${response.status} about ${key}`)
}
