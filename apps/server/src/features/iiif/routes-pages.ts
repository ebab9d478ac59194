import { errorStatus, itemTypes } from '@vitrine/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure, fail, notFound } from '../../base/failure.ts'
import { bearerToken } from '../../http/access.ts'
import { sendError } from '../../http/errors.ts'
import { enableCors } from '../../http/headers.ts'
import { finishLinkedJson } from '../../http/linked-json.ts'
import { toCaller } from '../../http/mount.ts'
import { sendFinished } from '../../http/send-finished.ts'
import { imagePath, manifestPath, parseItemNumber } from '../factsheets/index.ts'
import type { RawImageRequest } from './image-request.ts'
import type { ImageService } from './images.ts'
import { collectionPath, type PresentationService } from './presentation.ts'

// Shared caches may keep them, so they must not carry a cookie.
const finished = { config: { finished: true } }
const profile = '<http://iiif.io/api/image/3/level2.json>;rel="profile"'

type Named = { Params: { name: string } }
type ImageRoute = Named & { Params: RawImageRequest }

const imageParameters = '/:region/:size/:rotation/:file'

/** Manifests at `/iiif/manifest/{type}/{number}`, collections at `/iiif/collection/{museum}`. */
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
      sendFinished(request, reply, (await presentation.collection(type)) ?? fail(nothingHere())),
    )
  }
}

const nothingHere = () => notFound('There is nothing at this address.')

interface Served {
  readonly images: ImageService
  readonly presentation: PresentationService
  /** Whether programs of other sites may read it. */
  readonly isOpen: boolean
}

/** The Image API at `/iiif/3/…`; below `/iiif` nothing is answered with the staff app. */
export function serveIiif(app: FastifyInstance, { images, presentation, isOpen }: Served): void {
  app.register((iiif, _options, done) => {
    if (isOpen) enableCors(iiif, '/iiif/*')
    sendErrorsAsText(iiif)
    iiif.get<Named>(imagePath(':name'), finished, async (request, reply) => {
      const address = await images.address(request.params.name)
      return reply.header('cache-control', 'public, no-cache').redirect(`${address}/info.json`, 303)
    })
    iiif.get<Named>(`${imagePath(':name')}/info.json`, finished, async (request, reply) => {
      const info = await images.info(request.params.name)
      return sendFinished(request, reply.header('link', profile), await finishLinkedJson(info))
    })
    iiif.get<ImageRoute>(
      `${imagePath(':name')}${imageParameters}`,
      finished,
      async (request, reply) => sendImage(request, reply, images),
    )
    servePresentation(iiif, presentation)
    for (const path of ['/iiif', '/iiif/*'])
      iiif.get(path, finished, () => {
        throw nothingHere()
      })
    done()
  })
}

/**
 * The same images for staff, including withdrawn items and pictures that are not public; below `/api`, where an
 * <img> carries their media pass.
 */
export function serveStaffImages(
  app: FastifyInstance,
  images: ImageService,
  mayReadWithdrawn: MayReadWithdrawn,
): void {
  app.register((staff, _options, done) => {
    sendErrorsAsText(staff)
    staff.get<ImageRoute>(
      `/api${imagePath(':name')}${imageParameters}`,
      finished,
      async (request, reply) => {
        const visit = { token: bearerToken(request), cookies: request.headers.cookie }
        return sendImage(request, reply, images, (await mayReadWithdrawn(visit)) ? 'all' : 'public')
      },
    )
    done()
  })
}

type MayReadWithdrawn = (visit: {
  token: string | undefined
  cookies: string | undefined
}) => Promise<boolean>

async function sendImage(
  request: FastifyRequest<ImageRoute>,
  reply: FastifyReply,
  images: ImageService,
  of: 'public' | 'all' = 'public',
): Promise<FastifyReply> {
  const { name, ...written } = request.params
  const {
    canonical,
    finished: image,
    isCanonical,
  } = await images.image(name, written, toCaller(request, reply), of)
  reply.header('link', `<${canonical}>;rel="canonical",${profile}`)
  if (!isCanonical)
    return reply.header('cache-control', 'public, no-cache').redirect(canonical, 302)
  return sendFinished(request, reply, image)
}

/** The errors of IIIF are plain text. */
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
