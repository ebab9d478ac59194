import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadQuestions } from '../../packages/guide/bench/questions.ts'
import { gradeAnswers } from '../../packages/guide/bench/score.ts'
import { build } from '../../scripts/build.mjs'
import { launchChromium } from '../chromium.ts'
import { type MeasuredProcess, startVitrine } from '../driver/measured-process.ts'
import { computeMedian, type Row, report } from '../report.ts'

/** Asks the guide over the network, as visitors do, and measures only the process of the server. */
const visitorsAtOnce = 200
const rounds = 10
const questions: readonly (readonly [string, string])[] = [
  ['en', 'How fast is it?'],
  ['de', 'Wie viele PS hat er?'],
  ['fr', 'Qui l’a construite ?'],
  ['en', 'What is known about its first owner?'],
  ['de', 'Wo ist hier die Toilette?'],
  ['ja', '最高速度は？'],
  ['it', 'Quanto pesa?'],
  ['en', 'What about the other Bugatti?'],
]

/** Measures the quality of answers to the held-out questions: those written last, or all others. */
function measureQuality(isLast: boolean): Row[] {
  const judgements = gradeAnswers(
    loadQuestions().filter(
      ({ source, half }) => half === 'held out' && (source === 'strict') === isLast,
    ),
  )
  const toShareRow = (set: string) => {
    const inSet = judgements.filter(({ question }) => question.set === set)
    return {
      figure: (100 * inSet.filter(({ right }) => right).length) / inSet.length,
      unit: '%',
      beside: { questions: inSet.length },
    }
  }
  const count = (fault: 'wrongRow' | 'irrelevant' | 'invented') => ({
    figure: judgements.filter((judgement) => judgement[fault]).length,
    unit: '',
    target: { atMost: 0 },
  })
  return [
    { what: 'facts told', ...toShareRow('facts'), target: { atLeast: 95 } },
    { what: 'traps without an answer', ...toShareRow('unknown'), target: { atLeast: 98 } },
    ...(isLast
      ? [
          {
            what: 'visits: hours, tickets, events',
            ...toShareRow('visit'),
            target: { atLeast: 90 },
          },
        ]
      : []),
    { what: 'stories quoted', ...toShareRow('story') },
    { what: 'rows that answer another question', ...count('wrongRow') },
    { what: 'quotations that answer another question', ...count('irrelevant') },
    { what: 'answers that are not on the page', ...count('invented') },
  ]
}

// Every question comes from another address in X-Forwarded-For, so from another visitor.
let visitorCount = 0
async function ask(
  { url }: MeasuredProcess,
  index: number,
): Promise<{ status: number; firstByteMs: number }> {
  visitorCount++
  const [lang, question] = questions[index % questions.length] ?? ['en', '']
  const startedAt = performance.now()
  const response = await fetch(`${url}/ask/car/${1 + (index % 40)}?lang=${lang}`, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'x-forwarded-for': `10.${(visitorCount >> 16) & 255}.${(visitorCount >> 8) & 255}.${visitorCount & 255}`,
    },
    body: new URLSearchParams({ question }),
  })
  const reader = response.body?.getReader()
  await reader?.read()
  const firstByteMs = performance.now() - startedAt
  while (reader && !(await reader.read()).done);
  return { status: response.status, firstByteMs }
}

async function measureAnswers(server: MeasuredProcess): Promise<Row[]> {
  const indexes = Array.from({ length: visitorsAtOnce }, (_, index) => index)
  for (const index of indexes) await ask(server, index)
  const before = await server.usage()
  const sequentialMs: number[] = []
  for (let round = 0; round < rounds; round++)
    for (const index of indexes) sequentialMs.push((await ask(server, index)).firstByteMs)
  const after = await server.usage()
  const concurrent = await Promise.all(indexes.map((index) => ask(server, index)))
  for (let round = 0; round < rounds; round++)
    await Promise.all(indexes.map((index) => ask(server, index)))
  const end = await server.usage()
  const toMegabytes = (bytes: number) => bytes / 2 ** 20
  return [
    {
      what: 'CPU per answer, counted, kept and streamed',
      figure: (after.cpuMs - before.cpuMs) / sequentialMs.length,
      unit: 'ms',
      target: { atMost: 2 },
    },
    {
      what: 'first byte, one after the other, median',
      figure: computeMedian(sequentialMs),
      unit: 'ms',
      target: { atMost: 100 },
    },
    {
      what: `first byte, ${visitorsAtOnce} visitors at once, median`,
      figure: computeMedian(concurrent.map(({ firstByteMs }) => firstByteMs)),
      unit: 'ms',
      beside: { 'the last one, ms': Math.max(...concurrent.map(({ firstByteMs }) => firstByteMs)) },
    },
    {
      what: `of ${visitorsAtOnce} at once, answered 5xx`,
      figure: concurrent.filter(({ status }) => status >= 500).length,
      unit: '',
      target: { atMost: 0 },
    },
    {
      what: `memory after ${visitorsAtOnce * (2 * rounds + 2)} questions`,
      figure: toMegabytes(end.rss),
      unit: 'MB',
      target: { atMost: 300 },
      beside: { 'before, MB': toMegabytes(before.rss), 'peak, MB': toMegabytes(end.peak) },
    },
  ]
}

/** Measures the bytes that a phone loads for the questions, before and after they come near. */
async function measureFrame({ url }: MeasuredProcess): Promise<Row[]> {
  await using browser = await launchChromium()
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  const loaded: { path: string; bytes: number }[] = []
  const session = await page.context().newCDPSession(page)
  const paths = new Map<string, string>()
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ requestId, request }) =>
    paths.set(requestId, new URL(request.url).pathname),
  )
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    loaded.push({ path: paths.get(requestId) ?? '', bytes: encodedDataLength }),
  )
  const countKilobytes = () =>
    loaded.filter(({ path }) => path.includes('ask')).reduce((sum, { bytes }) => sum + bytes, 0) /
    1024
  await page.goto(`${url}/car/1?lang=en`, { waitUntil: 'load' })
  // Longer than a lazily loaded frame would wait.
  await sleep(2_000)
  const before = countKilobytes()
  await page.locator('.questions').scrollIntoViewIfNeeded()
  await page.frameLocator('.questions iframe').getByRole('textbox').waitFor()
  await sleep(500)
  return [
    { what: 'before the visitor comes near', figure: before, unit: 'KB', target: { atMost: 0 } },
    {
      what: 'once near: page and script',
      figure: countKilobytes(),
      unit: 'KB',
      target: { atMost: 9 },
    },
  ]
}

build()
await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-bench-guide-'))
await using server = await startVitrine(folder.path, {
  NODE_ENV: 'development',
  PUBLIC_URL: '',
  SEED: 'texts',
})
const answers = await measureAnswers(server)
report({
  title: 'The guide',
  text: [
    `Questions in five languages about 40 cars of the demo, without a model, each from another visitor: ${rounds * visitorsAtOnce} one after the other, then ${visitorsAtOnce} at once, ${rounds + 1} times.`,
    'Each is counted against the limits, answered, kept and streamed; CPU is that of the server’s process alone, threads included.',
  ].join('\n'),
  tables: [
    { title: 'questions in nine languages that are held out', rows: measureQuality(true) },
    { title: 'earlier ones, held out, about the item alone', rows: measureQuality(false) },
    { title: 'answers', rows: answers },
    {
      title: 'what a phone loads for the questions on a car’s page',
      rows: await measureFrame(server),
    },
  ],
})
