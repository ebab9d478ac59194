import { createHash } from 'node:crypto'
import { type ItemType, itemTypes, toItemId, toPublicNumber } from '@vitrine/contract'
import { minutes } from '../../base/clock.ts'
import { yieldToEventLoop } from '../../base/event-loop.ts'
import { overloaded } from '../../base/failure.ts'
import { type Caller, createQueue } from '../../base/queue.ts'
import type { Context } from '../../context.ts'
import { splitIntoYieldingBatches } from '../../db/batches.ts'
import {
  type ExchangeRow,
  exchangeRecordStore,
  formatDatestamp,
  updateExchangeRecords,
} from '../../projections/index.ts'
import { publicRecordReader } from '../object-record/index.ts'
import {
  findTypeOfSet,
  type OaiArguments,
  OaiError,
  type OaiVerb,
  parseArguments,
  parseRange,
  setSpec,
} from './oai-arguments.ts'
import { getFormat } from './oai-formats.ts'
import { createInvalidTokenError, type ListPosition, parseToken } from './oai-tokens.ts'
import * as view from './oai-view.ts'
import { element, type Xml } from './xml.ts'

/** Increment when the rendering of records changes: all of them then count as changed. */
const formatVersion = 2

/** Entries per page: fewer records, which are long and rendered for each request. */
const pageSizes = { ListIdentifiers: 500, ListRecords: 50 } as const
/** Items per query. */
const itemsPerBatch = 10

/** The collection for harvesters, by OAI-PMH 2.0. */
export const oaiService = ({ db, clock, publicUrl, config, get }: Context) => {
  const recordReader = get(publicRecordReader)
  const exchangeLog = exchangeRecordStore(db)
  // One request of harvesters at a time, so that they never slow down all others; callers take
  // turns.
  const queue = createQueue({
    concurrency: 1,
    maxWaiting: 500,
    maxWaitMs: minutes(1),
    rejection: overloaded,
  })

  /** Hashes what all records contain, so that they count as changed when it changes. */
  const hashRecordSource = (site: string) =>
    createHash('sha256')
      .update(JSON.stringify([formatVersion, site, config.foundation, config.licences]))
      .digest('hex')
      .slice(0, 16)

  /** Updates the log of changes; returns the datestamp until which it is complete. */
  const updateLog = () => updateExchangeRecords(db, clock.now(), hashRecordSource(publicUrl()))
  const getIdentifierPrefix = () => `oai:${new URL(publicUrl()).hostname}:`
  const toOaiIdentifier = ({ id, type }: ExchangeRow) =>
    `${getIdentifierPrefix()}${type}/${toPublicNumber(type, id)}`

  const renderHeader = (row: ExchangeRow, isDeleted = row.shown_id === null) =>
    view.headerElement({
      identifier: toOaiIdentifier(row),
      datestamp: row.datestamp,
      set: setSpec(row.type),
      isDeleted,
    })

  async function getRow(identifier: string): Promise<ExchangeRow> {
    const item = parseOaiIdentifier(identifier, getIdentifierPrefix())
    const row = item ? await exchangeLog.find(item.id) : undefined
    if (!row || row.type !== item?.type)
      throw new OaiError('idDoesNotExist', 'There is no such item here.')
    return row
  }

  async function renderRecords(
    rows: readonly ExchangeRow[],
    metadataPrefix: string,
  ): Promise<Xml[]> {
    const format = getFormat(metadataPrefix)
    const entries: Xml[] = []
    for await (const batch of splitIntoYieldingBatches(rows, itemsPerBatch)) {
      const recordsById = await recordReader.listPublic(
        batch.filter(({ shown_id }) => shown_id !== null),
      )
      for (const row of batch) {
        await yieldToEventLoop()
        // Missing if the item was withdrawn since the row was read.
        const record = recordsById.get(row.id)
        const metadata = record ? format.render(record, row.datestamp) : null
        entries.push(view.recordElement(renderHeader(row, !record), metadata))
      }
    }
    return entries
  }

  async function beginList(verb: ListPosition['verb'], args: OaiArguments): Promise<ListPosition> {
    const { prefix } = getFormat(args.metadataPrefix)
    const range = parseRange(args)
    const type = args.set === undefined ? null : findTypeOfSet(args.set)
    if (type === undefined) throw new OaiError('noRecordsMatch', 'There is no such set.')
    const startedAt = await updateLog()
    const selection = { type, ...range }
    return {
      verb,
      prefix,
      selection,
      lastId: 0,
      cursor: 0,
      total: await exchangeLog.count(selection),
      startedAt,
    }
  }

  /**
   * Renders the page at a position of a list, with items that changed since an instant even if they
   * left the selection thereby. Null if no items remain.
   */
  async function renderPage(position: ListPosition, since: string | null): Promise<Xml | null> {
    const { verb, prefix, selection, lastId, cursor } = position
    const pageSize = pageSizes[verb]
    // One row more than a page shows whether the list continues.
    const rows = await exchangeLog.readPage(selection, { after: lastId, since }, pageSize + 1)
    if (rows.length === 0) return null

    const page = rows.slice(0, pageSize)
    const next = {
      ...position,
      lastId: page.at(-1)?.id ?? 0,
      cursor: cursor + page.length,
    }
    const hasMore = rows.length > pageSize
    const entries =
      verb === 'ListRecords'
        ? await renderRecords(page, prefix)
        : page.map((row) => renderHeader(row))
    return view.listElement(position, entries, hasMore ? next : null)
  }

  /** Begins a list, or continues it with its token. */
  async function answerList(
    verb: ListPosition['verb'],
    { resumptionToken, ...args }: OaiArguments,
  ): Promise<AnsweredRequest> {
    if (resumptionToken === undefined) {
      const position = await beginList(verb, args)
      const content = await renderPage(position, null)
      if (!content) throw new OaiError('noRecordsMatch', 'No records match these arguments.')
      return { date: position.startedAt, content }
    }
    const position = parseToken(resumptionToken, verb, clock.now())
    const content = await renderPage(position, position.startedAt)
    if (!content) throw createInvalidTokenError()
    return { date: position.startedAt, content }
  }

  const answerByVerb: Record<OaiVerb, (args: OaiArguments) => Promise<AnsweredRequest>> = {
    async Identify() {
      const date = await updateLog()
      const repository = {
        name: config.foundation.name,
        baseUrl: `${publicUrl()}/oai`,
        adminEmail: getAdminEmail(config.mail.from),
        earliestDatestamp: (await exchangeLog.findEarliestDatestamp()) ?? date,
      }
      return { date, content: view.identifyElement(repository) }
    },
    async ListMetadataFormats({ identifier }) {
      if (identifier !== undefined) await getRow(identifier)
      return { content: view.formatsElement() }
    },
    async ListSets({ resumptionToken }) {
      if (resumptionToken !== undefined)
        throw new OaiError('badResumptionToken', 'The list of sets has one part only.')
      return { content: view.setsElement() }
    },
    async GetRecord({ identifier = '', metadataPrefix = '' }) {
      getFormat(metadataPrefix)
      const date = await updateLog()
      const entries = await renderRecords([await getRow(identifier)], metadataPrefix)
      return { date, content: element('GetRecord', {}, entries) }
    },
    ListIdentifiers: (args) => answerList('ListIdentifiers', args),
    ListRecords: (args) => answerList('ListRecords', args),
  }

  return {
    /** Answers a request with XML, also if it is invalid. */
    async answer(parameters: URLSearchParams, caller: Caller): Promise<string> {
      const response = { baseUrl: `${publicUrl()}/oai`, date: formatDatestamp(clock.now()) }
      let request: ReturnType<typeof parseArguments> | undefined
      try {
        request = parseArguments(parameters)
        const { verb, args } = request
        const { date = response.date, content } = await queue(
          () => answerByVerb[verb](args),
          caller,
        )
        return view.renderResponse({ ...response, ...request, date }, content)
      } catch (error) {
        if (!(error instanceof OaiError)) throw error
        // The protocol requires a request without attributes after these two errors.
        const isEchoForbidden = error.code === 'badVerb' || error.code === 'badArgument'
        const echoedRequest = isEchoForbidden ? response : { ...response, ...request }
        return view.renderResponse(echoedRequest, view.errorElement(error))
      }
    },
  }
}

export type OaiService = ReturnType<typeof oaiService>

interface AnsweredRequest {
  /** The date from which a harvester continues later; omitted if it can't. */
  readonly date?: string
  readonly content: Xml
}

/** The end of an identifier: art/7. */
const typeAndNumber = /^([a-z]{1,20})\/([1-9]\d{0,8})$/

/** Parses an identifier such as oai:museum.example.org:art/7; null if it can be of no item. */
function parseOaiIdentifier(
  identifier: string,
  prefix: string,
): { type: ItemType; id: number } | null {
  if (!identifier.startsWith(prefix)) return null
  const [, typeName, digits] = typeAndNumber.exec(identifier.slice(prefix.length)) ?? []
  const type = itemTypes.find((itemType) => itemType === typeName)
  if (!type) return null

  const number = Number(digits)
  const id = toItemId(type, number)
  // An item has one identifier only: art/101 would be another of art/1.
  return toPublicNumber(type, id) === number ? { type, id } : null
}

/** The address at the end of 'Name <address>'. */
const bracketedAddress = /<([^<>]*)>\s*$/
/** An address whose domain has at least two parts: not 'vitrine@localhost'. */
const addressWithDomain = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/**
 * Reads the address from 'Name <address>'. Replaces the domain of an invalid one, as in a demo, by
 * one that belongs to nobody, because OAI-PMH requires an address.
 */
function getAdminEmail(from: string): string {
  const address = bracketedAddress.exec(from)?.[1] ?? from.trim()
  if (addressWithDomain.test(address)) return address

  const mailbox = address.split('@')[0]?.replaceAll(/\s/g, '')
  return `${mailbox}@vitrine.invalid`
}
