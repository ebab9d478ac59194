import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Encoding, negotiateEncoding, parseAcceptedNames } from './accept.ts'
import { sendRange } from './byte-range.ts'
import { formatCacheControl } from './cache-control.ts'
import type { EncodedContent, FinishedAnswer, NegotiableAnswer } from './finished.ts'
import { countUnsentBytes, streamMemoryBytes } from './overload.ts'

/** Sends the media type and encoding that the client accepts; 304 if it has the content already. */
export async function sendFinished(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: FinishedAnswer | NegotiableAnswer,
): Promise<FastifyReply> {
  const finished =
    'representations' in answer ? await chooseRepresentation(request, answer) : answer
  const { type, language } = finished
  const isRanged = 'open' in finished.content
  // Weak if the same content is sent compressed or plain; strong if byte ranges must fit together.
  const etag = isRanged ? `"${finished.etag}"` : `W/"${finished.etag}"`
  const isUnchanged = includesEtag(request.headers['if-none-match'], etag)
  // Awaited before any header is set, so that a failure can still be answered as an error.
  const body = isUnchanged ? null : await loadBody(finished, request)
  if (body) countUnsentBytes(request, reply, 'open' in body ? streamMemoryBytes : body.bytes.length)

  const varyBy = listVaryingHeaders(finished, {
    isNegotiated: 'representations' in answer,
    isRanged,
  })
  if (language) reply.header('content-language', language.lang)
  if (varyBy.length > 0) reply.header('vary', varyBy.join(', '))
  reply
    .header('etag', etag)
    .header('cache-control', formatCacheControl(request.server, finished.cache))
  if (!body) return reply.status(304).send()

  // Keeps Fastify from serialising the bytes as JSON; its type asks for a string.
  reply.type(type).serializer((bytes: unknown) => bytes as string)
  if (finished.confined) {
    reply
      .header('content-disposition', 'inline')
      .header('content-security-policy', "default-src 'none'; sandbox")
  }
  if (finished.file) reply.header('content-disposition', formatDisposition(finished.file))
  if ('open' in body) return sendRange(request, reply, body, etag)

  if (body.encoding) reply.header('content-encoding', body.encoding)
  return reply.send(body.bytes)
}

function chooseRepresentation(
  { headers }: FastifyRequest,
  { representations }: NegotiableAnswer,
): FinishedAnswer | Promise<FinishedAnswer> {
  const acceptedTypes = parseAcceptedNames(headers.accept)
  const chosen =
    representations.find(({ type }) => acceptedTypes.includes(type)) ?? representations.at(-1)
  if (!chosen) throw new Error('there is no representation to choose from')
  return chosen.finish()
}

/** Lists the request headers on which an answer depends. */
function listVaryingHeaders(
  { varyBy = [], language }: FinishedAnswer,
  { isNegotiated, isRanged }: { isNegotiated: boolean; isRanged: boolean },
): string[] {
  const headers: string[] = []
  if (isNegotiated) headers.push('accept')
  headers.push(...varyBy)
  if (!isRanged) headers.push('accept-encoding')
  if (language && !language.pinned) headers.push('accept-language', 'cookie')
  return headers
}

/** The content in the best encoding that the client accepts. */
async function loadBody({ content }: FinishedAnswer, { headers }: FastifyRequest) {
  const encoding = negotiateEncoding(headers['accept-encoding'])
  const loaded = typeof content === 'function' ? await content(encoding) : content
  return 'open' in loaded ? loaded : toEncodedBody(loaded, encoding)
}

/** Compares without `W/`, because a proxy that compresses turns a strong ETag into a weak one. */
const includesEtag = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' || ifNoneMatch.includes(etag.replace('W/', '')))

function toEncodedBody({ plain, brotli, gzip }: EncodedContent, encoding: Encoding | undefined) {
  const bytesByEncoding = { br: brotli, gzip }
  const compressed = encoding && bytesByEncoding[encoding]
  return compressed ? { bytes: compressed, encoding } : { bytes: plain }
}

const accents = /\p{M}/gu
const unsafeInQuotes = /[^\w .,()'-]/g
// Characters that `encodeURIComponent` leaves as they are, though RFC 6266 wants them encoded.
const leftByEncodeUri = /['()*]/g

/** An ASCII fallback and the full name in UTF-8 (RFC 6266). */
function formatDisposition({ name, download }: NonNullable<FinishedAnswer['file']>): string {
  const asciiName = name.normalize('NFD').replaceAll(accents, '').replaceAll(unsafeInQuotes, '-')
  const encodedName = encodeURIComponent(name.toWellFormed()).replaceAll(
    leftByEncodeUri,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${download ? 'attachment' : 'inline'}; filename="${asciiName}"; filename*=UTF-8''${encodedName}`
}
