import { randomUUID } from 'node:crypto'
import { api } from '@vitrine/contract'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import type { TelemetrySink } from './adapters/telemetry/telemetry-sink.ts'
import { minutes } from './base/clock.ts'
import { isHttps } from './config/config.ts'
import { type Context, createContext, type Platform } from './context.ts'
import { registerAssistant } from './features/assistant/index.ts'
import {
  attributeCatalogue,
  attributeHistory,
  attributeService,
  registerAttributes,
} from './features/attributes/index.ts'
import { registerAudit } from './features/audit/index.ts'
import { mediaPasses, registerAuth, sessionService } from './features/auth/index.ts'
import {
  commentHistory,
  commentService,
  newComments,
  registerComments,
} from './features/comments/index.ts'
import {
  conditionService,
  newConditionChecks,
  registerConditions,
} from './features/conditions/index.ts'
import { registerDiagnostics } from './features/diagnostics/index.ts'
import { registerDocuments } from './features/documents/index.ts'
import { eventHistory, registerEvents } from './features/events/index.ts'
import { registerExchange } from './features/exchange/index.ts'
import { registerFactsheets } from './features/factsheets/index.ts'
import { registerGuide } from './features/guide/index.ts'
import { registerHistory } from './features/history/index.ts'
import { registerHome } from './features/home/index.ts'
import { registerIiif } from './features/iiif/index.ts'
import { importChanges, itemHistoryKind, registerInventory } from './features/items/index.ts'
import { journalHistory, journalService, registerJournal } from './features/journal/index.ts'
import { registerLoans } from './features/loans/index.ts'
import { registerMedia } from './features/media/index.ts'
import { museumHistory, registerMuseums } from './features/museums/index.ts'
import { registerOperations } from './features/operations/index.ts'
import { placeHistory, registerPlaces } from './features/places/index.ts'
import { registerSearch } from './features/search/index.ts'
import { registerStocktake, stocktakeScans } from './features/stocktake/index.ts'
import { registerTasks } from './features/tasks/index.ts'
import { registerUsers } from './features/users/index.ts'
import { registerViews } from './features/views/index.ts'
import { enforceAccess, registerPublicRoutes } from './http/access.ts'
import { setPublicMaxAge } from './http/cache-control.ts'
import { compressAnswers } from './http/compression.ts'
import { issueMediaPass, requireXsrfToken } from './http/cookies.ts'
import { handleErrors, sendError } from './http/errors.ts'
import { setSecurityHeaders } from './http/headers.ts'
import { mountCalls } from './http/mount.ts'
import {
  abortSlowBodies,
  createEventLoopDelayMeter,
  limitUnreadAnswers,
  rejectWhenOverloaded,
  serveVisitorsInTurn,
} from './http/overload.ts'
import { logRequests, recordTelemetry } from './http/request-log.ts'
import { serveRobots } from './http/robots.ts'
import { setContractCompilers } from './http/schemas.ts'
import { type Draining, endConnectionsOnClose } from './http/shutdown.ts'
import { serveStaffApp } from './http/staff-app.ts'

interface Options {
  readonly telemetry: readonly TelemetrySink[]
  readonly draining: Draining
  readonly staffAppFolder: string
  readonly onRequest: () => void
}

const bodyLimit = 256 * 1024

/** Builds the server: the hooks of every request, then the features. */
export function buildApp(platform: Platform, options: Options): Context {
  const { config, log, publicUrl } = platform
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy,
    bodyLimit,
    // Long enough for the largest picture over a slow line; without a timeout, anyone could hold a
    // connection forever.
    requestTimeout: minutes(10),
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: sendError,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
  // Only JSON, unless a route says otherwise.
  app.removeContentTypeParser('text/plain')

  const context = createContext(platform, app)
  addHooks(app, context, options)
  mountCalls(app, api, registerFeatures(context), platform.scratch)
  registerPublicRoutes(app, async (open) => {
    serveRobots(open, publicUrl, config.openCollection)
    await serveStaffApp(open, options.staffAppFolder)
  })
  return context
}

/** Adds the hooks of every request, in this order. */
function addHooks(
  app: FastifyInstance,
  { config, get }: Context,
  { telemetry, draining, onRequest }: Options,
): void {
  const https = isHttps(config)
  handleErrors(app)
  compressAnswers(app)
  setPublicMaxAge(app, config.publicMaxAge)
  endConnectionsOnClose(app)
  limitUnreadAnswers(app)
  setContractCompilers(app)
  logRequests(app)
  recordTelemetry(app, telemetry)
  setSecurityHeaders(app, https)
  app.addHook('onRequest', (_request, _reply, done) => {
    onRequest()
    done()
  })
  draining.rejectReads(app)
  rejectWhenOverloaded(app, {
    maxConcurrent: config.limits.maxConcurrentRequests,
    delay: createEventLoopDelayMeter(),
  })
  abortSlowBodies(app, config.limits.bodyTimeoutMs)
  serveVisitorsInTurn(app)
  requireXsrfToken(app, https)
  enforceAccess(app, get(sessionService))
  issueMediaPass(app, { createPass: get(mediaPasses).issue, secure: https })
}

/** Registers the features; their handlers answer exactly the calls of the contract. */
function registerFeatures(context: Context) {
  const { db, clock, get } = context
  registerMedia(context)
  registerExchange(context)
  registerIiif(context)
  return {
    ...registerAuth(context),
    ...registerUsers(context),
    ...registerAudit(context),
    ...registerAttributes(context),
    ...registerInventory(context),
    ...registerViews(context),
    ...registerSearch(context),
    ...registerComments(context),
    ...registerConditions(context),
    ...registerTasks(context),
    ...registerJournal(context),
    ...registerEvents(context),
    ...registerMuseums(context),
    ...registerStocktake(context),
    ...registerPlaces(context),
    ...registerFactsheets(context),
    ...registerGuide(context),
    ...registerDocuments(context),
    ...registerLoans(context),
    ...registerAssistant(context),
    ...registerHome(context),
    ...registerHistory(
      context,
      {
        item: itemHistoryKind(db, get(attributeCatalogue)),
        event: eventHistory(db),
        journal: journalHistory(journalService(db, clock)),
        comment: commentHistory(commentService(db, clock)),
        condition: get(conditionService).history,
        attribute: attributeHistory(db, attributeService(db, clock)),
        museum: museumHistory(db),
        place: placeHistory(db),
      },
      [newComments(db), newConditionChecks(db), importChanges(db), stocktakeScans(db)],
    ),
    ...registerDiagnostics(context),
    ...registerOperations(context),
  }
}
