import { afterEach, expect, test, vi } from 'vitest'
import { formatReportError } from './report-page.tsx'
import { generateReport } from './use-report.ts'

const request = {
  tags: [],
  startDate: '2026-01-01',
  endDate: '2026-05-31',
  lang: 'en' as const,
  reportInstructions: '',
}

/** Requests a report from a server with this answer; collects what the listener gets. */
async function generate(answer: Response) {
  vi.stubGlobal('fetch', async () => answer)
  const pieces: string[] = []
  const cited: unknown[] = []
  const outcome = await generateReport(request, {
    signal: new AbortController().signal,
    onText: (piece) => pieces.push(piece),
    onCitations: (citations) => cited.push(...citations),
  }).catch((error: unknown) => error)
  return { pieces, outcome, cited }
}

type StreamedEvent = [event: string, data: object]

const createStream = (...events: StreamedEvent[]) =>
  new Response(
    events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(''),
    { headers: { 'content-type': 'text/event-stream; charset=utf-8' } },
  )

const firstPiece: StreamedEvent = ['delta', { text: 'Im ' }]

afterEach(() => vi.unstubAllGlobals())

test('generateReport passes on each piece of text and resolves to the engine', async () => {
  const citations = [{ line: 0, entries: [{ id: 7, date: '2026-05-31' }] }]
  const answer = createStream(
    firstPiece,
    ['delta', { text: 'Mai\n\n' }],
    ['citations', { citations }],
    ['done', { engine: 'embedded' }],
  )
  expect(await generate(answer)).toEqual({
    pieces: ['Im ', 'Mai\n\n'],
    outcome: 'embedded',
    cited: citations,
  })
})

test('generateReport accepts an answer that is not streamed', async () => {
  expect(
    await generate(Response.json({ report: 'Im Mai', engine: 'mistral', citations: [] })),
  ).toEqual({
    pieces: ['Im Mai'],
    outcome: 'mistral',
    cited: [],
  })
})

test('generateReport rejects with an error that the stream reports', async () => {
  const answer = createStream(firstPiece, ['error', { statusCode: 502, message: 'No.' }])
  expect(await generate(answer)).toMatchObject({
    pieces: ['Im '],
    outcome: { status: 502, message: 'No.' },
  })
})

test('generateReport rejects if the stream ends early', async () => {
  expect(await generate(createStream(firstPiece))).toMatchObject({
    pieces: ['Im '],
    outcome: { status: 0 },
  })
})

test.for([
  [400, 'Failed to generate report. Why.'],
  [500, 'Failed to generate report.'],
] as const)('formatReportError turns the status %i into %j', async ([status, text]) => {
  const answer = Response.json({ statusCode: status, message: 'Why.' }, { status })
  const { outcome } = await generate(answer)
  expect(formatReportError(outcome)).toBe(text)
})

test('formatReportError hides the message of an error in the browser', () => {
  expect(formatReportError(new TypeError('x'))).toBe('Failed to generate report.')
})
