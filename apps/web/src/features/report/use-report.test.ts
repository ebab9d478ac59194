import { afterEach, expect, test, vi } from 'vitest'
import { formatReportError } from './report-page.tsx'
import { generateReport } from './report-result.tsx'

const request = {
  tags: [],
  startDate: '2026-01-01',
  endDate: '2026-05-31',
  lang: 'en' as const,
  reportInstructions: '',
}

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

const streamed = (...events: [string, object][]) =>
  new Response(
    events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(''),
    {
      headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    },
  )

afterEach(() => vi.unstubAllGlobals())

test('generateReport passes on each piece of text and resolves to the engine', async () => {
  const citations = [{ line: 0, entries: [{ id: 7, date: '2026-05-31' }] }]
  const answer = streamed(
    ['delta', { text: 'Im ' }],
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

test('generateReport rejects if the stream fails or ends early', async () => {
  const failed = await generate(
    streamed(['delta', { text: 'Im ' }], ['error', { statusCode: 502, message: 'No.' }]),
  )
  expect(failed).toMatchObject({ pieces: ['Im '], outcome: { status: 502, message: 'No.' } })
  const cut = await generate(streamed(['delta', { text: 'Im ' }]))
  expect(cut).toMatchObject({ pieces: ['Im '], outcome: { status: 0 } })
})

test('formatReportError includes the reason of an invalid request', async () => {
  const refuse = async (status: number) =>
    formatReportError(
      (await generate(Response.json({ statusCode: status, message: 'Why.' }, { status }))).outcome,
    )
  expect(await refuse(400)).toBe('Failed to generate report. Why.')
  expect(await refuse(500)).toBe('Failed to generate report.')
  expect(formatReportError(new TypeError('x'))).toBe('Failed to generate report.')
})
