const signs =
  '. ! … , : - – _ * # @ / \\ | + % & = ~ ` \' " « » ’ “ ( ) [ ] { } < > 7 0 a s A é 字 の ー 🚗'.split(
    ' ',
  )
const blanks = [' ', '\t', '\n', '\r\n', '\u00a0', '\u200b', '\u0301', '\u0301\u0323', '\ud800']
const mixed = [
  ...[
    '. ',
    '.)',
    'a.',
    'a. ',
    'Aa ',
    'aA',
    'a b ',
    'a-',
    "a'",
    'a@',
    'a@a.',
    '1.',
    '1 ',
    "1'000 ",
    '1936-',
    '7 7 ',
    'x 1,',
    '字1',
  ],
  ...[
    ' \n',
    '\n ',
    '\n\n',
    '\n- ',
    '\n# ',
    '\n> ',
    '- a\na\n',
    '\na b.',
    '| a ',
    '**a',
    '[1]',
    '[1',
    '[a](',
    '![',
    '((',
    '()',
  ],
  ...[
    '<a',
    '<a ',
    '<a>',
    '<!--',
    '<tr><td>',
    '<tr\n',
    '</div ',
    '<br> ',
    '&amp;',
    '="a" ',
    'http://a ',
    'III ',
    'zehnund',
    'hausboot',
    'e\u0301\u0323',
  ],
]
const patterns = [...signs, ...blanks, ...mixed]

const [short, long] = [1_000, 8_000]
/**
 * CPU time for the long text below which no growth is measured; quadratic functions take longer.
 */
const fastEnoughMs = 15
/** For 8 times the length. Linear functions take 8 times as long, quadratic ones 64 times. */
const maxGrowth = 32
/** For twice the length: linear functions take twice as long, quadratic ones 4 times. Confirms the
 * first result, which caches may distort because short texts fit into them. */
const maxGrowthWhenDoubled = 3
const maxAttempts = 8
/** CPU time after which no further attempt starts. */
const attemptsTimeoutMs = 4_000
const maxReported = 3

/** Text before and after a run. An unmatched end makes regular expressions backtrack. */
export const runSurroundings = { nothing: ['', ''], 'other characters': ['a', '\u0001z'] } as const

/** Finds repeated patterns for which a function takes superlinear time. */
export async function findSlowRuns(
  work: (text: string) => unknown,
  around: keyof typeof runSurroundings,
): Promise<string[]> {
  const [start, end] = runSurroundings[around]
  const slow: string[] = []
  for (const pattern of patterns) {
    const createText = (length: number) =>
      start + pattern.repeat(Math.ceil(length / pattern.length)) + end
    if (await isSuperlinear(work, createText)) slow.push(start + pattern + end)
    if (slow.length === maxReported) return slow
  }
  return slow
}

/**
 * Compares the best CPU times of several attempts, as other processes and the GC slow down some.
 */
async function isSuperlinear(
  work: (text: string) => unknown,
  ofLength: (length: number) => string,
): Promise<boolean> {
  const [less, more, most] = [short, long, 2 * long].map(ofLength) as [string, string, string]
  let [ofLess, ofMore] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const start = cpuMs()
  for (let attempt = 0; attempt < maxAttempts && cpuMs() - start < attemptsTimeoutMs; attempt++) {
    ofMore = Math.min(ofMore, await measureCpuMs(work, more))
    if (ofMore < fastEnoughMs) return false
    ofLess = Math.min(ofLess, await measureCpuMs(work, less))
    if (ofMore < maxGrowth * ofLess) return false
  }
  for (let attempt = 0; attempt < maxAttempts; attempt++)
    if ((await measureCpuMs(work, most)) < maxGrowthWhenDoubled * ofMore) return false
  return true
}

async function measureCpuMs(work: (text: string) => unknown, text: string): Promise<number> {
  const start = cpuMs()
  await work(text)
  return cpuMs() - start
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
