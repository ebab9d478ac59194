import { afterEach, expect, test, vi } from 'vitest'
import { fetchMergedPdf, type MergingProgress } from './merged-pdf-dialog.tsx'

async function fetchFrom(progress: Response) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return asked.length === 1 ? progress : new Response('%PDF-')
  })
  const seen: MergingProgress[] = []
  const outcome = await fetchMergedPdf(
    { type: 'car' },
    {
      signal: new AbortController().signal,
      onProgress: (step) => seen.push(step),
    },
  ).then(
    async ({ file, oneLanguage }) => `${await file.text()} ${oneLanguage}`,
    (error: unknown) => error,
  )
  return { asked, seen, outcome }
}

const streamed = (...events: [string, object][]) =>
  new Response(
    events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(''),
    {
      headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    },
  )

afterEach(() => vi.unstubAllGlobals())

const step = { stage: 'setting', done: 3, total: 48 }

test('it is fetched when it is ready, and every step is reported', async () => {
  expect(
    await fetchFrom(streamed(['progress', step], ['ready', { pages: 48, oneLanguage: 2 }])),
  ).toEqual({
    asked: ['/api/pdf-car/merged/progress', '/api/pdf-car/merged'],
    seen: [step, 'downloading'],
    outcome: '%PDF- 2',
  })
  expect(await fetchFrom(Response.json({ pages: 48, oneLanguage: 2 }))).toMatchObject({
    seen: ['downloading'],
    outcome: '%PDF- 2',
  })
})

test('a PDF that fails, is cut off or is rejected is not fetched', async () => {
  const failed = await fetchFrom(
    streamed(['progress', step], ['error', { statusCode: 500, message: 'No.' }]),
  )
  expect(failed).toMatchObject({ asked: { length: 1 }, outcome: { status: 500, message: 'No.' } })
  expect(await fetchFrom(streamed(['progress', step]))).toMatchObject({
    asked: { length: 1 },
    outcome: { status: 0 },
  })
  const busy = Response.json({ statusCode: 503, message: 'Later.' }, { status: 503 })
  expect(await fetchFrom(busy)).toMatchObject({
    asked: { length: 1 },
    outcome: { status: 503, message: 'Later.' },
  })
})
