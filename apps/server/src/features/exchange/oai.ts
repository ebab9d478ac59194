import { createHash } from 'node:crypto'
import { itemTypes, toItemId, toPublicNumber } from '@vitrine/contract'
import { minutes } from '../../base/clock.ts'
import { yieldToEventLoop } from '../../base/event-loop.ts'
import { overloaded } from '../../base/failure.ts'
import { type Caller, createQueue } from '../../base/queue.ts'
import type { Context } from '../../context.ts'
import { yieldingChunks } from '../../db/chunks.ts'
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
import { getFormat, invalidToken, type ListPosition, parseToken } from './oai-formats.ts'
import * as view from './oai-view.ts'
import { element, type Xml } from './xml.ts'

/** The version of the format: with another number all records count as changed. */
const formatVersion = 2

/** Records per page: records are long, and each is rendered for the request. */
const perPage = { ListIdentifiers: 500, ListRecords: 50 } as const
/** Items read per batch; yields between any two records. */
const readAtOnce = 10

/** The collection for harvesters, by OAI-PMH 2.0. */
export const oaiService = ({ db, clock, publicUrl, config, get }: Context) => {
  const published = get(publicRecordReader)
  const log = exchangeRecordStore(db)
  // However many harvesters there are, others wait for one of them at most; harvesters take turns.
  const queue = createQueue({
    concurrency: 1,
    maxWaiting: 500,
    maxWaitMs: minutes(1),
    rejection: overloaded,
  })

  const sourceOf = (site: string) =>
    createHash('sha256')
      .update(JSON.stringify([formatVersion, site, config.foundation, config.licences]))
      .digest('hex')
      .slice(0, 16)

  const now = () => updateExchangeRecords(db, clock.now(), sourceOf(publicUrl()))
  const prefix = () => `oai:${new URL(publicUrl()).hostname}:`
  const identifierOf = ({ id, type }: ExchangeRow) =>
    `${prefix()}${type}/${toPublicNumber(type, id)}`

  const headerOf = (row: ExchangeRow, isDeleted = row.shown_id === null) =>
    view.headerElement({
      identifier: identifierOf(row),
      datestamp: row.datestamp,
      set: setSpec(row.type),
      isDeleted,
    })

  async function find(identifier: string): Promise<ExchangeRow> {
    const local = identifier.startsWith(prefix()) ? identifier.slice(prefix().length) : ''
    const [, name, number = ''] = /^([a-z]{1,20})\/([1-9]\d{0,8})$/.exec(local) ?? []
    const type = itemTypes.find((one) => one === name)
    const id = type ? toItemId(type, Number(number)) : 0
    const row = type && toPublicNumber(type, id) === Number(number) ? await log.find(id) : undefined
    if (!row || row.type !== type)
      throw new OaiError('idDoesNotExist', 'There is no such item here.')
    return row
  }

  async function recordsOf(rows: readonly ExchangeRow[], metadataPrefix: string): Promise<Xml[]> {
    const { write } = getFormat(metadataPrefix)
    const entries: Xml[] = []
    for await (const some of yieldingChunks(rows, readAtOnce)) {
      const records = await published.shown(some.filter(({ shown_id }) => shown_id !== null))
      for (const row of some) {
        await yieldToEventLoop()
        // It may have been withdrawn since the row was read.
        const record = records.get(row.id)
        entries.push(
          view.recordElement(headerOf(row, !record), record ? write(record, row.datestamp) : null),
        )
      }
    }
    return entries
  }

  async function begin(verb: ListPosition['verb'], given: OaiArguments): Promise<ListPosition> {
    const { prefix: known } = getFormat(given.metadataPrefix)
    const range = parseRange(given)
    const type = given.set === undefined ? null : findTypeOfSet(given.set)
    if (type === undefined) throw new OaiError('noRecordsMatch', 'There is no such set.')
    const date = await now()
    const selection = { type, ...range }
    return {
      verb,
      prefix: known,
      selection,
      after: 0,
      cursor: 0,
      total: await log.count(selection),
      date,
    }
  }

  async function list(
    verb: ListPosition['verb'],
    { resumptionToken, ...given }: OaiArguments,
  ): Promise<AnsweredRequest> {
    const position =
      resumptionToken === undefined
        ? await begin(verb, given)
        : parseToken(resumptionToken, verb, clock.now())
    const size = perPage[verb]
    const isFirst = resumptionToken === undefined
    const start = { after: position.after, since: isFirst ? null : position.date }
    const rows = await log.page(position.selection, start, size + 1)
    if (rows.length === 0)
      throw isFirst
        ? new OaiError('noRecordsMatch', 'No records match these arguments.')
        : invalidToken()
    const page = rows.slice(0, size)
    const last = page.at(-1)?.id ?? 0
    const next =
      rows.length > size
        ? { ...position, after: last, cursor: position.cursor + page.length }
        : null
    const entries =
      verb === 'ListRecords'
        ? await recordsOf(page, position.prefix)
        : page.map((row) => headerOf(row))
    return { date: position.date, content: view.listElement(position, entries, next) }
  }

  const answers: Record<OaiVerb, (given: OaiArguments) => Promise<AnsweredRequest>> = {
    async Identify() {
      const date = await now()
      const repository = {
        name: config.foundation.name,
        baseUrl: `${publicUrl()}/oai`,
        adminEmail: adminEmail(config.mail.from),
        earliest: (await log.earliest()) ?? date,
      }
      return { date, content: view.identifyElement(repository) }
    },
    async ListMetadataFormats({ identifier }) {
      if (identifier !== undefined) await find(identifier)
      return { content: view.formatsElement() }
    },
    async ListSets({ resumptionToken }) {
      if (resumptionToken !== undefined)
        throw new OaiError('badResumptionToken', 'The list of sets has one part only.')
      return { content: view.setsElement() }
    },
    async GetRecord({ identifier = '', metadataPrefix = '' }) {
      getFormat(metadataPrefix)
      const date = await now()
      const records = await recordsOf([await find(identifier)], metadataPrefix)
      return { date, content: element('GetRecord', {}, records) }
    },
    ListIdentifiers: (given) => list('ListIdentifiers', given),
    ListRecords: (given) => list('ListRecords', given),
  }

  return {
    /** The answer as XML. */
    async answer(parameters: URLSearchParams, caller: Caller): Promise<string> {
      const asked = { baseUrl: `${publicUrl()}/oai`, date: formatDatestamp(clock.now()) }
      let known: ReturnType<typeof parseArguments> | undefined
      try {
        known = parseArguments(parameters)
        const { verb, given } = known
        const { date = asked.date, content } = await queue(() => answers[verb](given), caller)
        return view.renderResponse({ ...asked, ...known, date }, content)
      } catch (error) {
        if (!(error instanceof OaiError)) throw error
        const isUnclear = error.code === 'badVerb' || error.code === 'badArgument'
        return view.renderResponse({ ...asked, ...(!isUnclear && known) }, view.errorElement(error))
      }
    },
  }
}

export type OaiService = ReturnType<typeof oaiService>

interface AnsweredRequest {
  /** Omitted where no harvester goes on from it. */
  readonly date?: string
  readonly content: Xml
}

/** The address in 'Name <address>'; that of a demo belongs to no person. */
function adminEmail(from: string): string {
  const address = /<([^<>]*)>\s*$/.exec(from)?.[1] ?? from.trim()
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(address)
    ? address
    : `${address.split('@')[0]?.replaceAll(/\s/g, '')}@vitrine.invalid`
}
