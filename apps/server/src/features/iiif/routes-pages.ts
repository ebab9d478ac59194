import { errorStatus, itemTypes } from '@vitrine/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure, fail, notFound } from '../../base/failure.ts'
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

/** Sends no cookies, because shared caches may store the answers. */
const finished = { config: { finished: true } }
const profile = '<http://iiif.io/api/image/3/level2.json>;rel="profile"'

type PictureRoute = { Params: { name: string } }
type ImageRoute = PictureRoute & { Params: RawImageRequest }

const imageParameters = '/:region/:size/:rotation/:file'

/**
 * Serves manifests at `/iiif/manifest/{type}/{number}`, collections at `/iiif/collection/{museum}`.
 */
function servePresentation(iiif: FastifyInstance, presentation: PresentationService): void {
  for (const type of itemTypes) {
    iiif.get<{ Params: { number: string } }>(
      manifestPath(type, ':number'),
      finished,
      async (request, reply) => {
        const number = parseItemNumber(request.params.number)
        const manifest = number === null ? null : await presentation.manifest(type, number)
        return sendFinished(
          request,
          reply,
          manifest ?? fail(notFound('There is no such item with a picture.')),
        )
      },
    )
    iiif.get(collectionPath(type), finished, async (request, reply) =>
      sendFinished(
        request,
        reply,
        (await presentation.collection(type)) ?? fail(createUnknownAddressFailure()),
      ),
    )
  }
}

const createUnknownAddressFailure = () => notFound('There is nothing at this address.')

interface IiifServices {
  readonly images: ImageService
  readonly presentation: PresentationService
  /** Whether scripts of other sites may read the answers (CORS). */
  readonly isOpen: boolean
}

/**
 * Serves the Image API at `/iiif/3/…`; unknown addresses below `/iiif` do not lead to the staff
 * app.
 */
export function serveIiif(
  app: FastifyInstance,
  { images, presentation, isOpen }: IiifServices,
): void {
  app.register((iiif, _options, done) => {
    if (isOpen) enableCors(iiif, '/iiif/*')
    sendErrorsAsText(iiif)
    iiif.get<PictureRoute>(getImagePath(':name'), finished, async (request, reply) => {
      const url = await images.getUrl(request.params.name)
      return reply.header('cache-control', 'public, no-cache').redirect(`${url}/info.json`, 303)
    })
    iiif.get<PictureRoute>(
      `${getImagePath(':name')}/info.json`,
      finished,
      async (request, reply) => {
        const info = await images.info(request.params.name)
        return sendFinished(request, reply.header('link', profile), await finishLinkedJson(info))
      },
    )
    iiif.get<ImageRoute>(
      `${getImagePath(':name')}${imageParameters}`,
      finished,
      async (request, reply) => sendImage(request, reply, images),
    )
    servePresentation(iiif, presentation)
    for (const path of ['/iiif', '/iiif/*'])
      iiif.get(path, finished, () => {
        throw createUnknownAddressFailure()
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
      finished,
      async (request, reply) => {
        const credentials = { token: parseBearerToken(request), cookies: request.headers.cookie }
        return sendImage(
          request,
          reply,
          images,
          (await mayReadWithdrawn(credentials)) ? 'all' : 'public',
        )
      },
    )
    done()
  })
}

type MayReadWithdrawn = (credentials: {
  token: string | undefined
  cookies: string | undefined
}) => Promise<boolean>

async function sendImage(
  request: FastifyRequest<ImageRoute>,
  reply: FastifyReply,
  images: ImageService,
  audience: 'public' | 'all' = 'public',
): Promise<FastifyReply> {
  const { name, ...rawRequest } = request.params
  const {
    canonical,
    finished: image,
    isCanonical,
  } = await images.image(name, rawRequest, toCaller(request, reply), audience)
  reply.header('link', `<${canonical}>;rel="canonical",${profile}`)
  if (!isCanonical)
    return reply.header('cache-control', 'public, no-cache').redirect(canonical, 302)
  return sendFinished(request, reply, image)
}

/** Sends errors as plain text, as IIIF recommends. */
function sendErrorsAsText(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | Failure>((error, request, reply) => {
    const status =
      error instanceof Failure ? error.status : (error.statusCode ?? errorStatus.unexpected)
    // Internal errors are logged, and sent without details.
    if (status >= 500 && status !== 501) return sendError(error, request, reply)
    if (status === errorStatus.tooMany) reply.header('retry-after', 10)
    return reply
      .status(status)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(`${error.message}\n`)
  })
}
