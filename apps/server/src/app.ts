import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { api, type Settings } from '@vitrine/contract'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { fileCache } from './adapters/files/file-cache.ts'
import type { Scratch } from './adapters/files/scratch.ts'
import type { Images } from './adapters/images/images.ts'
import type { Tiles } from './adapters/images/tiles.ts'
import type { Mailer } from './adapters/mail/mailer.ts'
import type { MediaStore } from './adapters/media/media-store.ts'
import type { Model } from './adapters/models/model.ts'
import type { Papers } from './adapters/pdf/papers.ts'
import type { Speller } from './adapters/spelling/speller.ts'
import type { Telemetry } from './adapters/telemetry/answered.ts'
import { type Clock, minutes } from './base/clock.ts'
import type { Config } from './config/config.ts'
import type { Db } from './db/tables.ts'
import {
  assistantHandlers,
  assistantService,
  embeddedEngine,
  houseService,
  protectedWords,
  providerEngine,
} from './features/assistant/index.ts'
import {
  attributeCatalogue,
  attributeHandlers,
  attributeHistory,
  attributeService,
} from './features/attributes/index.ts'
import { auditHandlers, auditService } from './features/audit/index.ts'
import { authentication } from './features/auth/index.ts'
import { commentedItems, commentHandlers, commentHistory, commentService } from './features/comments/index.ts'
import { diagnosticsHandlers } from './features/diagnostics/index.ts'
import { printing } from './features/documents/index.ts'
import { eventHandlers, eventHistory, eventPages, eventService, serveEvents } from './features/events/index.ts'
import { exchangeService, loanService, oaiService, serveForms, serveOai } from './features/exchange/index.ts'
import { exchangeLogStore } from './features/exchange-log/index.ts'
import {
  factsheetHandlers,
  factsheetPages,
  museumHalls,
  museumPages,
  serveFactsheets,
  serveMuseums,
  serveSiteMaps,
  siteMaps,
  visitorService,
} from './features/factsheets/index.ts'
import { askPages, guideService, modelAnswer, questionLimits, serveGuide } from './features/guide/index.ts'
import { historyHandlers, historyService } from './features/history/index.ts'
import { homeHandlers, homeService } from './features/home/index.ts'
import { imageService, presentationService, serveIiif, serveStaffImages } from './features/iiif/index.ts'
import { importHandlers, importService } from './features/imports/index.ts'
import {
  inventoryHandlers,
  itemArchive,
  itemCsv,
  itemHistory,
  itemLists,
  itemMedia,
  itemService,
  mediaHandlers,
  rebuildGaps,
} from './features/inventory/index.ts'
import { entryHistory, journalHandlers, journalService, preparedJournal } from './features/journal/index.ts'
import { mediaAcceptance, mediaReading, type PictureSizes } from './features/media/index.ts'
import { operationsHandlers } from './features/operations/index.ts'
import { answeringFromPage, questionHandlers, questionList, questionService } from './features/questions/index.ts'
import { liveIndex, searchHandlers, searchService } from './features/search/index.ts'
import { taskHandlers, taskService } from './features/tasks/index.ts'
import { userHandlers, userService } from './features/users/index.ts'
import { viewHandlers, viewService } from './features/views/index.ts'
import { enforceAccess, openToAnyone } from './http/access.ts'
import { endConnectionsOnClose } from './http/closing.ts'
import { compressData } from './http/compress-data.ts'
import { renewWhileBusy } from './http/current-answer.ts'
import type { Draining } from './http/draining.ts'
import { answer, answerErrors } from './http/errors.ts'
import { letCachesAnswer } from './http/finished.ts'
import { secureHeaders } from './http/headers.ts'
import { issueMediaPass } from './http/media-pass.ts'
import { mount } from './http/mount.ts'
import { eventLoopDelay, rejectWhenOverloaded } from './http/overload.ts'
import { reportRequests } from './http/report-requests.ts'
import { logRequests } from './http/request-log.ts'
import { serveRobots } from './http/robots.ts'
import { useContractSchemas } from './http/schemas.ts'
import { limitSends } from './http/sends.ts'
import { endSlowBodies } from './http/slow-bodies.ts'
import { serveStaffApp } from './http/staff-app.ts'
import { serveVisitorsInTurn } from './http/visitors-in-turn.ts'
import { guardAgainstForgery } from './http/xsrf.ts'

export interface Deps {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  readonly mailer: Mailer
  readonly media: MediaStore
  readonly images: Images
  readonly sizes: PictureSizes
  readonly tiles: Tiles
  readonly uploads: Scratch
  readonly speller: Speller
  readonly papers: Papers
  /** The configured language model; null where the embedded engine answers and no text leaves the server. */
  readonly model: Model | null
  readonly telemetry: readonly Telemetry[]
  readonly publicUrl: () => string
  readonly demo: Settings['demo']
  readonly staffAppFolder: string
  readonly draining: Draining
}

const bodyLimit = 256 * 1024

export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { config, db, clock, log, mailer, media, images, publicUrl } = deps
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy,
    bodyLimit,
    // Long enough for the largest picture over a slow line; without it, anyone could hold a connection forever.
    requestTimeout: minutes(10),
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: answer,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
  // Only JSON, unless a route says otherwise.
  app.removeContentTypeParser('text/plain')

  const users = userService(db, clock)
  const auth = authentication({ config, db, clock, log, mailer, users, publicUrl })
  const catalogue = attributeCatalogue(db)
  const attributes = attributeService(db, clock, {
    meaningChanged: (tx, type) => rebuildGaps(tx, clock, [type]),
    publicChanged: (tx, type, at) => exchangeLogStore(tx).announce([{ item_id: null, type, at }]),
  })
  const items = itemService(db, clock, catalogue)
  const acceptance = mediaAcceptance({ db, clock, media, images })
  const reading = mediaReading(media, deps.sizes)
  const ofItems = itemMedia({ db, items, acceptance, reading })
  const { sizes, tiles } = deps
  const tileBounds = { maxBytes: config.tileCacheBytes, inUseMs: 0 }
  const keptTiles = fileCache(join(config.cacheDir, 'tiles'), tileBounds)
  const pictures = imageService({ db, reading, sizes, tiles, kept: keptTiles, log, publicUrl, config })
  const discard: typeof acceptance.discard = async (kind, content) => {
    await acceptance.discard(kind, content)
    await pictures.forget(content)
  }
  const lists = itemLists(db, clock, config, log)
  const visitors = visitorService(items, catalogue)
  const exchange = exchangeService({ visitors, publicUrl, config })
  const halls = museumHalls(visitors)
  const pages = factsheetPages({ visitors, halls, clock, publicUrl, config })
  const limits = questionLimits(db, clock, config.guide.dailyQuestions)
  const guide = guideService({
    visitors,
    halls,
    questions: (handle: Db = db) => questionService(handle, clock),
    limits,
    model: deps.model && modelAnswer(deps.model, () => limits.spend(config.guide.modelBudget)),
  })
  const events = eventService(db, clock)
  const comments = commentService(db, clock)
  const questions = questionList(db, answeringFromPage(visitors, guide.house))
  const journal = journalService(db, clock)
  const journalList = preparedJournal(db)
  const index = liveIndex(db)
  const engine = deps.model ? providerEngine(deps.model) : embeddedEngine(deps.speller, protectedWords(db))
  app.addHook('onClose', async () => {
    await Promise.all([auth.end(), lists.end(), journalList.end()])
  })

  const https = config.publicUrl?.startsWith('https:') ?? false
  answerErrors(app)
  compressData(app)
  letCachesAnswer(app, config.publicMaxAge)
  endConnectionsOnClose(app)
  limitSends(app)
  useContractSchemas(app)
  logRequests(app)
  reportRequests(app, deps.telemetry)
  secureHeaders(app, { https, connectTo: originsOf(config.externalTools.map((tool) => tool.info)) })
  deps.draining.rejectReads(app)
  rejectWhenOverloaded(app, { maxConcurrent: config.maxConcurrentRequests, delay: eventLoopDelay(app) })
  endSlowBodies(app, config.bodyTimeoutMs)
  renewWhileBusy(app, [lists, journalList])
  serveVisitorsInTurn(app)
  guardAgainstForgery(app, https)
  enforceAccess(app, auth.authenticate)
  issueMediaPass(app, { passOf: auth.mediaPassOf, secure: https })

  mount(
    app,
    api,
    {
      ...auth.handlers,
      users: userHandlers(users),
      audit: auditHandlers(auditService(db)),
      diagnostics: diagnosticsHandlers(db),
      search: searchHandlers(searchService(db, catalogue, index)),
      inventory: inventoryHandlers(items, lists, itemCsv(db), itemArchive(db, clock, discard)),
      views: viewHandlers(viewService(db, clock)),
      attributes: attributeHandlers(catalogue, attributes),
      media: mediaHandlers(ofItems, auth.isStaff),
      history: historyHandlers(
        historyService(db, clock, {
          item: itemHistory(db, catalogue),
          event: eventHistory(db),
          journal: entryHistory(journal),
          comment: commentHistory(comments),
          attribute: attributeHistory(db, attributes),
        }),
      ),
      comments: commentHandlers(comments),
      tasks: taskHandlers(taskService(db)),
      home: homeHandlers(homeService({ db, clock, catalogue, comments, events, questions })),
      imports: importHandlers(importService({ db, clock, catalogue, commented: commentedItems })),
      factsheets: factsheetHandlers({ visitors, pages, publicUrl }),
      ...printing({
        config,
        clock,
        log,
        papers: deps.papers,
        scratch: deps.uploads,
        visitors,
        media: ofItems,
        publicUrl,
        loans: loanService({ items, catalogue, clock, publicUrl, config }),
      }),
      events: eventHandlers(events),
      journal: journalHandlers(journal, journalList),
      assistant: assistantHandlers(
        assistantService(engine, journal, ofItems.pictureToDescribe),
        houseService({ db, clock, catalogue, index, model: deps.model }),
      ),
      questions: questionHandlers(questions),
      operations: operationsHandlers({ db, media, config, demo: deps.demo }),
    },
    deps.uploads,
  )
  openToAnyone(app, async (open) => {
    serveFactsheets(open, pages, config.offlinePages)
    serveGuide(open, guide, askPages({ guide, clock, config }))
    serveMuseums(open, museumPages({ visitors, halls, upcoming: events.upcoming, clock, publicUrl, config }))
    serveEvents(open, eventPages({ events, clock, publicUrl, config }))
    serveStaffImages(open, pictures, auth.isStaff)
    const presentation = presentationService({ exchange, visitors, halls, publicUrl, config })
    serveIiif(open, { images: pictures, presentation, isOpen: config.openCollection })
    serveSiteMaps(open, siteMaps({ visitors, halls, publicUrl }))
    if (config.openCollection) {
      serveForms(open, exchange)
      serveOai(open, oaiService({ db, clock, exchange, publicUrl, config }))
    }
    serveRobots(open, publicUrl, config.openCollection)
    await serveStaffApp(open, deps.staffAppFolder)
  })
  return app
}

const originsOf = (addresses: readonly (string | null)[]) =>
  addresses.flatMap((address) => (address && URL.canParse(address) ? [new URL(address).origin] : []))
