import { api, type Call, type CallInput, maxChangedAtOnce } from '@vitrine/contract'
import type { Client } from '../../apps/server/test/client.ts'
import { callExamples } from '../../apps/server/test/examples.ts'
import type { LargeData } from './large-data.ts'

export interface LargeRequest {
  readonly what: string
  send(client: Client): Promise<Response>
}

// Uncompressed, because decompressing would take processor time from the server.
const uncompressed = { 'accept-encoding': 'identity' }

const request = <C extends Call>(
  what: string,
  call: C,
  input = {} as CallInput<C>,
): LargeRequest => ({
  what,
  send: (client) => client.send(call, input, uncompressed),
})

/**
 * Lists everything that staff may read, with its largest answer, and other calls whose work grows
 * with the data.
 */
export function listLargeRequests(data: LargeData): LargeRequest[] {
  const chosen = [
    ...listPlaceRequests(data),
    ...listStocktakeRequests(data),
    ...listItemRequests(data),
    ...listOtherRequests(),
  ]
  const chosenTitles = new Set(chosen.map(({ what }) => what.split(',')[0]))
  const otherExamples = callExamples.filter(
    ({ title, call }) =>
      call.method === 'GET' &&
      call.access !== 'anyone' &&
      !call.path.includes(':') &&
      !chosenTitles.has(title) &&
      !failingCalls.has(title),
  )
  return [...chosen, ...otherExamples.map(({ title, call }) => request(title, call))]
}

const failingCalls = new Set(['diagnostics.testError', 'diagnostics.testSqlError'])

function listPlaceRequests({ itemIds, museumId, today, earlierDay }: LargeData): LargeRequest[] {
  const params = { id: museumId }
  const item = itemIds[0] ?? 0
  return [
    request('places.away', api.places.away),
    request('places.contents', api.places.contents, { params, query: {} }),
    request('places.contents, today', api.places.contents, { params, query: { day: today } }),
    request('places.contents, before all movements', api.places.contents, {
      params,
      query: { day: earlierDay },
    }),
    request('places.movements', api.places.movements, { query: {} }),
    request('places.movements, of a museum', api.places.movements, { query: { place: museumId } }),
    request('places.whereabouts', api.places.whereabouts, { query: { item, day: today } }),
  ]
}

function listStocktakeRequests({ stocktakeId }: LargeData): LargeRequest[] {
  const params = { id: stocktakeId }
  return [
    request('stocktake.facts', api.stocktake.facts, { params, query: {} }),
    request('stocktake.send', api.stocktake.send, { params, body: { since: '', facts: [] } }),
    request('stocktake.read', api.stocktake.read, { params }),
    request('stocktake.result', api.stocktake.result, { params, query: {} }),
  ]
}

function listItemRequests({ itemIds }: LargeData): LargeRequest[] {
  const id = itemIds[0] ?? 0
  const ids = [...itemIds]
  const change = { what: 'attribute', key: 'year', value: '1905' } as const
  const order = { type: 'car', ids: ids.slice(0, maxChangedAtOnce), change, dryRun: true } as const
  return [
    request('inventory.details', api.inventory.details, { params: { id } }),
    request('inventory.carCsv', api.inventory.carCsv, { body: { ids } }),
    request('imports.changeMany, a dry run', api.imports.changeMany, { body: order }),
    request('history.of', api.history.of, { params: { subject: 'item', id }, query: {} }),
    request('comments.ofItem', api.comments.ofItem, { params: { id } }),
    request('journal.mentions', api.journal.mentions, { params: { id } }),
  ]
}

function listOtherRequests(): LargeRequest[] {
  const period = { startDate: '2026-01-01', endDate: '2026-12-31', lang: 'en' } as const
  return [
    request('comments.all', api.comments.all, { query: {} }),
    request('comments.all, open tasks', api.comments.all, { query: { open: 'mine' } }),
    request('comments.all, a page', api.comments.all, { query: { limit: 500 } }),
    request('search.everything', api.search.everything, { query: { q: 'gearbox' } }),
    request('search.everything, a letter', api.search.everything, { query: { q: 'e' } }),
    request('search.items', api.search.items, { query: { ids: '1,2' } }),
    request('assistant.ask', api.assistant.ask, {
      body: { question: 'When was the gearbox changed?' },
    }),
    request('assistant.report', api.assistant.report, { body: period }),
    request('questions.list', api.questions.list, { query: {} }),
    request('questions.csv', api.questions.csv, { query: {} }),
    request('audit.list', api.audit.list, { query: {} }),
  ]
}
