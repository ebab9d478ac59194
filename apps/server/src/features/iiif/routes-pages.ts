import { errorStatus, itemTypes } from '@vitrine/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure, notFound } from '../../base/failure.ts'
import { parseBearerToken } from '../../http/access.ts'
import { sendError } from '../../http/errors.ts'
import { enableCors } from '../../http/headers.ts'
import { finishLinkedJson } from '../../http/linked-json.ts'
import { toCaller } from '../../http/mount.ts'
import { sendFinished } from '../../http/send-finished.ts'
import { getImagePath, manifestPath, parseItemNumber } from '../factsheets/index.ts'
import type { RawImageRequest } from './image-request.ts'
import type { ImageService } from './images.ts'
import { collectionPath, type PresentationService } from './presentation.ts'

/** Route options of answers that shared caches may store: they set no cookies. */
const cacheableRoute = { config: { finished: true } }
/** Part of the Link header that names the supported level of the Image API. */
const profileLink = '<http://iiif.io/api/image/3/level2.json>;rel="profile"'

type PictureRoute = { Params: { name: string } }
type ImageRoute = PictureRoute & { Params: RawImageRequest }

const imageParameters = '/:region/:size/:rotation/:file'

interface IiifServices {
  readonly images: ImageService
  readonly presentation: PresentationService
  /** Whether scripts of other sites may read the answers (CORS). */
  readonly isOpen: boolean
}

/**
 * Serves the Image API at `/iiif/3/…` and the Presentation API; an unknown address below `/iiif` is
 * answered with 404 rather than the staff app.
 */
export function serveIiif(
  app: FastifyInstance,
  { images, presentation, isOpen }: IiifServices,
): void {
  app.register((iiif, _options, done) => {
    if (isOpen) enableCors(iiif, '/iiif/*')
    sendErrorsAsText(iiif)
    iiif.get<PictureRoute>(getImagePath(':name'), cacheableRoute, async (request, reply) => {
      const url = await images.getUrl(request.params.name)
      return reply.header('cache-control', 'public, no-cache').redirect(`${url}/info.json`, 303)
    })
    iiif.get<PictureRoute>(
      `${getImagePath(':name')}/info.json`,
      cacheableRoute,
      async (request, reply) => {
        const information = await images.getInformation(request.params.name)
        const finished = await finishLinkedJson(information)
        return sendFinished(request, reply.header('link', profileLink), finished)
      },
    )
    iiif.get<ImageRoute>(
      `${getImagePath(':name')}${imageParameters}`,
      cacheableRoute,
      async (request, reply) => sendImage(request, reply, { images, audience: 'public' }),
    )
    servePresentation(iiif, presentation)
    for (const path of ['/iiif', '/iiif/*'])
      iiif.get(path, cacheableRoute, () => {
        throw unknownAddressError()
      })
    done()
  })
}

/**
 * Serves images to staff, including withdrawn items and pictures that are not public. Their address
 * is below `/api`, where an `<img>` sends the media pass.
 */
export function serveStaffImages(
  app: FastifyInstance,
  images: ImageService,
  mayReadWithdrawn: MayReadWithdrawn,
): void {
  app.register((staff, _options, done) => {
    sendErrorsAsText(staff)
    staff.get<ImageRoute>(
      `/api${getImagePath(':name')}${imageParameters}`,
      cacheableRoute,
      async (request, reply) => {
        const credentials = { token: parseBearerToken(request), cookies: request.headers.cookie }
        const audience = (await mayReadWithdrawn(credentials)) ? 'all' : 'public'
        return sendImage(request, reply, { images, audience })
      },
    )
    done()
  })
}

/**
 * Serves manifests at `/iiif/manifest/{type}/{number}`, collections at `/iiif/collection/{museum}`.
 */
function servePresentation(iiif: FastifyInstance, presentation: PresentationService): void {
  for (const type of itemTypes) {
    iiif.get<{ Params: { number: string } }>(
      manifestPath(type, ':number'),
      cacheableRoute,
      async (request, reply) => {
        const number = parseItemNumber(request.params.number)
        const manifest = number === null ? null : await presentation.getManifest(type, number)
        if (!manifest) throw notFound('There is no such item with a picture.')
        return sendFinished(request, reply, manifest)
      },
    )
    iiif.get(collectionPath(type), cacheableRoute, async (request, reply) => {
      const collection = await presentation.getCollection(type)
      if (!collection) throw unknownAddressError()
      return sendFinished(request, reply, collection)
    })
  }
}

const unknownAddressError = () => notFound('There is nothing at this address.')

type MayReadWithdrawn = (credentials: {
  token: string | undefined
  cookies: string | undefined
}) => Promise<boolean>

interface ImageSource {
  readonly images: ImageService
  readonly audience: 'public' | 'all'
}

async function sendImage(
  request: FastifyRequest<ImageRoute>,
  reply: FastifyReply,
  { images, audience }: ImageSource,
): Promise<FastifyReply> {
  const { name, ...rawRequest } = request.params
  const caller = toCaller(request, reply)
  const image = await images.getImage(name, rawRequest, caller, audience)
  reply.header('link', `<${image.canonicalUrl}>;rel="canonical",${profileLink}`)
  if (!image.isCanonical)
    return reply.header('cache-control', 'public, no-cache').redirect(image.canonicalUrl, 302)
  return sendFinished(request, reply, image.finished)
}

/** Seconds after which a client that sends too many requests may try again. */
const retryAfterSeconds = 10
/** The status for optional features of the specification; its message is for the client. */
const notImplemented = 501

/** Sends errors as plain text, as IIIF recommends. */
function sendErrorsAsText(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | Failure>((error, request, reply) => {
    const status =
      error instanceof Failure ? error.status : (error.statusCode ?? errorStatus.unexpected)
    // Internal errors are logged, and sent without details.
    if (status >= 500 && status !== notImplemented) return sendError(error, request, reply)
    if (status === errorStatus.tooMany) reply.header('retry-after', retryAfterSeconds)
    return reply
      .status(status)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(`${error.message}\n`)
  })
}
