import { createHash } from 'node:crypto'
import { itemTypes, toItemId, toPublicNumber } from '@vitrine/contract'
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
import { createInvalidTokenError, getFormat, type ListPosition, parseToken } from './oai-formats.ts'
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
  const records = get(publicRecordReader)
  const log = exchangeRecordStore(db)
  // One request of harvesters at a time, so that they never slow down all others; callers take
  // turns.
  const queue = createQueue({
    concurrency: 1,
    maxWaiting: 500,
    maxWaitMs: minutes(1),
    rejection: overloaded,
  })

  /** Changes when something changes that all records contain. */
  const hashSource = (site: string) =>
    createHash('sha256')
      .update(JSON.stringify([formatVersion, site, config.foundation, config.licences]))
      .digest('hex')
      .slice(0, 16)

  /** Brings the log up to date; returns the datestamp until which it is complete. */
  const updateLog = () => updateExchangeRecords(db, clock.now(), hashSource(publicUrl()))
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
    const local = identifier.startsWith(getIdentifierPrefix())
      ? identifier.slice(getIdentifierPrefix().length)
      : ''
    const [, name, number = ''] = /^([a-z]{1,20})\/([1-9]\d{0,8})$/.exec(local) ?? []
    const type = itemTypes.find((known) => known === name)
    const id = type ? toItemId(type, Number(number)) : 0
    const row = type && toPublicNumber(type, id) === Number(number) ? await log.find(id) : undefined
    if (!row || row.type !== type)
      throw new OaiError('idDoesNotExist', 'There is no such item here.')
    return row
  }

  async function renderRecords(
    rows: readonly ExchangeRow[],
    metadataPrefix: string,
  ): Promise<Xml[]> {
    const { write } = getFormat(metadataPrefix)
    const entries: Xml[] = []
    for await (const batch of splitIntoYieldingBatches(rows, itemsPerBatch)) {
      const recordsById = await records.listPublic(
        batch.filter(({ shown_id }) => shown_id !== null),
      )
      for (const row of batch) {
        await yieldToEventLoop()
        // Missing if the item was withdrawn since the row was read.
        const record = recordsById.get(row.id)
        const metadata = record ? write(record, row.datestamp) : null
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
    const date = await updateLog()
    const selection = { type, ...range }
    return {
      verb,
      prefix,
      selection,
      after: 0,
      cursor: 0,
      total: await log.count(selection),
      date,
    }
  }

  async function list(
    verb: ListPosition['verb'],
    { resumptionToken, ...args }: OaiArguments,
  ): Promise<AnsweredRequest> {
    const position =
      resumptionToken === undefined
        ? await beginList(verb, args)
        : parseToken(resumptionToken, verb, clock.now())
    const size = pageSizes[verb]
    const isFirst = resumptionToken === undefined
    const start = { after: position.after, since: isFirst ? null : position.date }
    const rows = await log.readPage(position.selection, start, size + 1)
    if (rows.length === 0)
      throw isFirst
        ? new OaiError('noRecordsMatch', 'No records match these arguments.')
        : createInvalidTokenError()
    const page = rows.slice(0, size)
    const last = page.at(-1)?.id ?? 0
    const next =
      rows.length > size
        ? { ...position, after: last, cursor: position.cursor + page.length }
        : null
    const entries =
      verb === 'ListRecords'
        ? await renderRecords(page, position.prefix)
        : page.map((row) => renderHeader(row))
    return { date: position.date, content: view.listElement(position, entries, next) }
  }

  const answers: Record<OaiVerb, (args: OaiArguments) => Promise<AnsweredRequest>> = {
    async Identify() {
      const date = await updateLog()
      const repository = {
        name: config.foundation.name,
        baseUrl: `${publicUrl()}/oai`,
        adminEmail: getAdminEmail(config.mail.from),
        earliest: (await log.findEarliestDatestamp()) ?? date,
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
    ListIdentifiers: (args) => list('ListIdentifiers', args),
    ListRecords: (args) => list('ListRecords', args),
  }

  return {
    /** Answers a request with XML, also if it is invalid. */
    async answer(parameters: URLSearchParams, caller: Caller): Promise<string> {
      const response = { baseUrl: `${publicUrl()}/oai`, date: formatDatestamp(clock.now()) }
      let request: ReturnType<typeof parseArguments> | undefined
      try {
        request = parseArguments(parameters)
        const { verb, args } = request
        const { date = response.date, content } = await queue(() => answers[verb](args), caller)
        return view.renderResponse({ ...response, ...request, date }, content)
      } catch (error) {
        if (!(error instanceof OaiError)) throw error
        // The protocol requires a request without attributes after these two errors.
        const isInvalid = error.code === 'badVerb' || error.code === 'badArgument'
        return view.renderResponse(
          { ...response, ...(!isInvalid && request) },
          view.errorElement(error),
        )
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

/** The address in 'Name <address>'; if it is invalid, as in a demo, one that belongs to nobody. */
function getAdminEmail(from: string): string {
  const address = /<([^<>]*)>\s*$/.exec(from)?.[1] ?? from.trim()
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(address)
    ? address
    : `${address.split('@')[0]?.replaceAll(/\s/g, '')}@vitrine.invalid`
}
