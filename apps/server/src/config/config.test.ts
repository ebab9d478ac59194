import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { Environment } from './environment.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://vitrine.example.org/',
  SMTP_URL: 'smtp://user:secret@mail.example.org:587',
  MAIL_FROM: 'Vitrine <vitrine@example.org>',
  FOUNDATION_NAME: 'Fondation Exemple',
  FOUNDATION_ADDRESS: 'Rue du Lac 1, 1700 Fribourg',
}

/** The problems for which a configuration is rejected; none if it is accepted. */
function findProblems(variables: Record<string, string>): readonly string[] {
  try {
    readConfig(variables)
    return []
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)]
  }
}

test('starts a demo from an empty configuration', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    production: false,
    seedDemo: true,
    listen: { host: '127.0.0.1', port: 3000 },
    database: { kind: 'sqlite', file: expect.stringMatching(/data.vitrine\.sqlite$/) },
    externalTools: [{ url: '/questions' }, { url: '/assistant' }],
  })
})

test('reports all problems at once', () => {
  const problems = findProblems({
    PORT: 'eighty',
    DATABASE_URL: 'mysql://x',
    SMTP_URL: 'mail',
    SEED: 'yes',
    PUBLIC_URL: 'vitrine',
  })
  expect(problems).toEqual([
    'PORT must be a number from 0 to 65535 (it is "eighty")',
    expect.stringContaining('DATABASE_URL must look like postgres://'),
    expect.stringContaining('PUBLIC_URL must be a web address'),
    expect.stringContaining('SMTP_URL must look like smtp://'),
    'SEED must be one of: demo, texts, none (it is "yes")',
  ])
})

test.for(['DATA_DIR', 'BACKUP_DIR'])('rejects a folder below /proc as %s', (variable) => {
  for (const path of ['/proc/vitrine', '/proc/self/../vitrine'])
    expect(findProblems({ [variable]: path })).toEqual([
      `${variable} must be a folder that can keep files, not one below /proc (it is "${path}")`,
    ])
})

test('names everything that is missing in production', () => {
  const problems = findProblems({ NODE_ENV: 'production', PORT: '99999' })
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
    'PORT',
    'PUBLIC_URL',
    'SMTP_URL',
    'MAIL_FROM',
    'FOUNDATION_NAME',
    'FOUNDATION_ADDRESS',
  ])
})

test('rejects the demo and a public address without TLS in production', () => {
  expect(findProblems(production)).toEqual([])
  for (const seed of ['demo', 'texts'])
    expect(findProblems({ ...production, SEED: seed })).toEqual([
      expect.stringContaining(`SEED=${seed} would create accounts`),
    ])
  expect(findProblems({ ...production, PUBLIC_URL: 'http://vitrine.example.org' })).toEqual([
    'PUBLIC_URL must start with https:// in production',
  ])
  expect(readConfig(production)).toMatchObject({
    seedDemo: false,
    publicUrl: 'https://vitrine.example.org',
  })
})

test('rejects a public demo with known passwords without NODE_ENV', () => {
  const publishedDemoProblems = [expect.stringContaining('PUBLIC_URL is not this machine')]
  expect(findProblems({ PUBLIC_URL: 'https://museum.example.org' })).toEqual(publishedDemoProblems)
  expect(
    findProblems({ PUBLIC_URL: 'http://192.168.1.20:3000', NODE_ENV: 'development', SEED: 'demo' }),
  ).toEqual(publishedDemoProblems)
  for (const address of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
    expect(findProblems({ PUBLIC_URL: address })).toEqual([])
  expect(findProblems({ PUBLIC_URL: 'https://museum.example.org', SEED: 'none' })).toEqual([])
})

test('repeats no secret of a malformed value in a message', () => {
  const secret = 'Gr4nge-1832'
  const malformed = {
    DATABASE_URL: `host=db user=vitrine password=${secret}`,
    SMTP_URL: `user:${secret}:mail:587`,
    SECOND_STEP_KEY: secret,
    S3_ENDPOINT: secret,
    AI_BASE_URL: secret,
    OTEL_EXPORTER_OTLP_ENDPOINT: secret,
  }
  const problems = findProblems(malformed)
  for (const name of Object.keys(malformed)) expect(problems.join()).toContain(`${name} must`)
  expect(problems.join()).not.toContain(secret)
})

test('explains special characters in the password of a database', () => {
  expect(findProblems({ DATABASE_URL: 'postgres://vitrine:a#b@db:5432/vitrine' })).toEqual([
    expect.stringContaining('write # as %23'),
  ])
})

test('opens the collection in production only if configured, under named licences', () => {
  expect(readConfig({})).toMatchObject({
    openCollection: true,
    licences: { texts: 'CC0-1.0', pictures: 'CC-BY-4.0' },
  })
  expect(readConfig(production)).toMatchObject({
    openCollection: false,
    licences: { texts: null, pictures: null },
  })
  const openCollection = { ...production, OPEN_COLLECTION: 'on' }
  expect(findProblems(openCollection)).toEqual([
    expect.stringContaining('TEXT_LICENCE is missing: the licence of the texts'),
    expect.stringContaining('PICTURE_LICENCE is missing: the licence of pictures'),
  ])
  const licensed = { ...openCollection, TEXT_LICENCE: 'CC-BY-SA-4.0', PICTURE_LICENCE: 'InC' }
  expect(readConfig(licensed)).toMatchObject({
    openCollection: true,
    licences: { texts: 'CC-BY-SA-4.0', pictures: 'InC' },
  })
  expect(findProblems({ TEXT_LICENCE: 'MIT' })).toEqual([
    expect.stringContaining('TEXT_LICENCE must be one of: CC0-1.0'),
  ])
})

test('lets a CDN cache for a day at most, and by default not at all', () => {
  expect(readConfig({}).publicMaxAge).toBe(0)
  expect(readConfig({ PUBLIC_MAX_AGE: '86400' }).publicMaxAge).toBe(86_400)
  for (const value of ['86401', '-1', '1.5', '1e3', 'ten'])
    expect(findProblems({ PUBLIC_MAX_AGE: value })).toEqual([
      expect.stringContaining('from 0 to 86400'),
    ])
})

test('rejects a public address with a path', () => {
  for (const address of [
    'https://example.org/vitrine',
    'https://example.org/?x',
    'https://example.org/#x',
  ]) {
    expect(findProblems({ NODE_ENV: 'test', PUBLIC_URL: address })).toEqual([
      expect.stringContaining('PUBLIC_URL must end with the host'),
    ])
  }
  expect(findProblems({ ...production, PUBLIC_URL: 'HTTPS://Vitrine.example.org:8443/' })).toEqual(
    [],
  )
})

test('accepts only addresses, ranges and named networks as proxies', () => {
  for (const proxies of ['loopback', 'uniquelocal, 10.0.0.7', '10.0.0.0/8,fd00::1,fd00::/64']) {
    expect(findProblems({ TRUST_PROXY: proxies })).toEqual([])
  }
  for (const proxies of [
    'true',
    '1',
    'proxy.example.org',
    '10.0.0.0/33',
    '10.0.0.0/0',
    'loopback,',
    '10.0.0.1 10.0.0.2',
  ]) {
    expect(findProblems({ TRUST_PROXY: proxies })).toEqual([
      expect.stringContaining('TRUST_PROXY must be loopback'),
    ])
  }
})

test('repeats no password of a well-formed address in a message', () => {
  expect(findProblems({ DATABASE_URL: 'mysql://vitrine:secret@db/vitrine' }).join()).not.toContain(
    'secret',
  )
})

test('treats an empty variable as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({
    listen: { port: 3000 },
    database: { kind: 'sqlite' },
  })
})

test('links tools to our own screens unless an address is set', () => {
  expect(readConfig({ ASSISTANT_URL: 'https://assistant.example.org' }).externalTools).toEqual([
    { title: 'Chat Logs', url: '/questions', info: '/api/questions/info' },
    { title: 'Assistant', url: 'https://assistant.example.org', info: null },
  ])
})

test('removes the trailing slash of base addresses only', () => {
  const chat = 'https://chat.example.org/#/room/'
  expect(
    readConfig({
      NODE_ENV: 'test',
      CHAT_FRAME_URL: chat,
      PUBLIC_URL: 'https://vitrine.example.org/',
    }),
  ).toMatchObject({
    chatFrameUrl: chat,
    publicUrl: 'https://vitrine.example.org',
  })
})

test('stores pictures in a bucket if all of its variables are set, else in a folder', () => {
  const bucket = {
    S3_ENDPOINT: 'https://s3.example.org/',
    S3_BUCKET: 'vitrine',
    S3_REGION: 'main',
    S3_ACCESS_KEY_ID: 'name',
    S3_SECRET_ACCESS_KEY: 'very-secret',
  }
  expect(readConfig({}).media).toEqual({
    kind: 'folder',
    folder: expect.stringMatching(/data.media$/),
  })
  expect(readConfig(bucket).media).toEqual({
    kind: 's3',
    endpoint: 'https://s3.example.org',
    bucket: 'vitrine',
    region: 'main',
    accessKeyId: 'name',
    secretAccessKey: 'very-secret',
  })
  for (const name of Object.keys(bucket)) {
    const problems = findProblems({ ...bucket, [name]: '' })
    expect(problems).toEqual([
      expect.stringMatching(new RegExp(`^${name} is missing: .* every S3_…`)),
    ])
    expect(problems.join()).not.toContain('very-secret')
  }
  expect(
    findProblems({ ...bucket, S3_BUCKET: 'My Bucket', S3_ENDPOINT: 's3.example.org' }),
  ).toEqual([
    expect.stringContaining('S3_ENDPOINT must be a web address'),
    expect.stringContaining('S3_BUCKET must be a bucket’s name'),
  ])
})

test('requires all settings of a language model together', () => {
  expect(readConfig({}).ai).toBeNull()
  expect(findProblems({ AI_MODEL: 'some-model', AI_API_KEY: 'secret' })).toEqual([
    expect.stringContaining('AI_BASE_URL is missing'),
  ])
  expect(findProblems({ AI_BASE_URL: 'http://localhost:11434/v1' })).toEqual([
    expect.stringContaining('AI_MODEL is missing'),
  ])
  expect(
    findProblems({ AI_BASE_URL: 'https://api.anthropic.com', AI_MODEL: 'some-model' }),
  ).toEqual([expect.stringContaining('AI_API_KEY is missing')])
})

test('chooses the protocol of a language model by its address', () => {
  const local = { AI_MODEL: 'some-model', AI_BASE_URL: 'http://localhost:11434/v1/' }
  expect(readConfig({ ...local, AI_SEES_PICTURES: 'on' }).ai).toEqual({
    provider: 'openai-compatible',
    seesPictures: true,
    baseUrl: 'http://localhost:11434/v1',
    apiKey: undefined,
    model: 'some-model',
  })
  const similarAddress = { ...local, AI_BASE_URL: 'https://api.anthropic.com.example.org' }
  expect(readConfig(similarAddress).ai?.provider).toBe('openai-compatible')
  for (const address of ['https://api.anthropic.com', 'https://api.anthropic.com/v1/'])
    expect(readConfig({ ...local, AI_BASE_URL: address, AI_API_KEY: 'secret' }).ai).toMatchObject({
      provider: 'anthropic',
      baseUrl: 'https://api.anthropic.com/v1',
    })
})

test('turns daily backups off with BACKUP_KEEP=0, but not those before upgrades', () => {
  expect(readConfig({}).backups).toMatchObject({ daily: true, keep: 7 })
  expect(readConfig({ BACKUP_KEEP: '30' }).backups).toMatchObject({ daily: true, keep: 30 })
  expect(readConfig({ BACKUP_KEEP: '0' }).backups).toMatchObject({ daily: false, keep: 7 })
})

test.each(['compose.yaml', 'compose.postgres.yaml'])(
  '%s trusts only the network of its own bridge',
  async (file) => {
    const compose = await readFile(new URL(`../../../../deploy/${file}`, import.meta.url), 'utf8')
    const trusted = /^ *TRUST_PROXY: (\S+)$/m.exec(compose)?.[1]
    expect(trusted).toMatch(/^172\.\d+\.\d+\.0\/24$/)
    expect(compose).toContain(`- subnet: ${trusted}\n`)
  },
)

test('explains retired settings, which have no effect', () => {
  const retired = {
    MAX_CONCURRENT_REQUESTS: '7',
    DATABASE_TIMEOUT: '5',
    CACHE_DIR: '/mnt/cache',
    OTEL_SERVICE_NAME_FILE: '/run/secrets/name',
    AI_PROVIDER: 'openai-compatible',
    BACKUPS: 'daily',
    GUIDE_DAILY_QUESTIONS: '10',
  }
  const { warnings, limits, cacheDir } = readConfig(retired)
  expect(limits.maxConcurrentRequests).toBe(1000)
  expect(cacheDir).toMatch(/data.cache$/)
  expect(warnings.map((warning) => warning.split(' ')[0]).toSorted()).toEqual(
    Object.keys(retired).toSorted(),
  )
  for (const warning of warnings) expect(warning).toContain('It has no effect; please remove it.')
})

test('stops at a retired setting that must not be ignored', () => {
  const anthropic = { AI_PROVIDER: 'anthropic', AI_MODEL: 'some-model', AI_API_KEY: 'secret' }
  expect(findProblems({ BACKUPS: 'off', BACKUP_KEEP: '7' })).toEqual([
    expect.stringMatching(/^BACKUPS .*set BACKUP_KEEP=0/),
  ])
  expect(findProblems({ BACKUPS: 'off', BACKUP_KEEP: '0' })).toEqual([])
  expect(findProblems(anthropic)).toEqual([
    expect.stringMatching(/^AI_PROVIDER .*AI_BASE_URL=https:\/\/api\.anthropic\.com/),
    expect.stringContaining('AI_BASE_URL is missing'),
  ])
  expect(findProblems({ ...anthropic, AI_BASE_URL: 'https://gateway.example.org' })).toEqual([
    expect.stringContaining('AI_PROVIDER'),
  ])
  expect(findProblems({ ...anthropic, AI_BASE_URL: 'https://api.anthropic.com' })).toEqual([])

  const local = { AI_MODEL: 'some-model', AI_BASE_URL: 'http://localhost:11434/v1' }
  expect(findProblems({ ...local, GUIDE_DAILY_QUESTIONS: '100' })).toEqual([
    expect.stringContaining('GUIDE_MODEL_BUDGET'),
  ])
  expect(
    findProblems({ ...local, GUIDE_DAILY_QUESTIONS: '100', GUIDE_MODEL_BUDGET: '100' }),
  ).toEqual([])
})

test('has at most 38 settings, each of them in .env.example', async () => {
  const example = await readFile(new URL('../../../../.env.example', import.meta.url), 'utf8')
  const described = [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
  const settings = Object.keys(Environment.shape)
  expect(described.toSorted()).toEqual(settings.toSorted())
  expect(settings.length).toBeLessThanOrEqual(38)
})

test('warns about a misspelt variable with the nearest name, not about unrelated ones', () => {
  const findWarnings = (name: string) => readConfig({ [name]: 'x' }).warnings
  for (const [slip, meant] of [
    ['S3_BUKET', 'S3_BUCKET'],
    ['BACKUP_DIRR', 'BACKUP_DIR'],
    ['DATADIR', 'DATA_DIR'],
    ['LOG_LEVLE', 'LOG_LEVEL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['SMTP_ULR_FILE', 'SMTP_URL_FILE'],
  ] as const) {
    expect(findWarnings(slip)).toEqual([
      `${slip} is not a setting of Vitrine and has no effect. Did you mean ${meant}?`,
    ])
  }
  for (const name of [
    'HOME',
    'PATH',
    'HOSTNAME',
    'LOGNAME',
    'NODE_OPTIONS',
    'STATE_DIRECTORY',
    'npm_config_cache',
  ]) {
    expect(findWarnings(name)).toEqual([])
  }
  // A variable that is missing because of a typo is reported together with the typo.
  expect(findProblems({ ...production, MAIL_FROM: '', MAIL_FORM: 'v@example.org' })).toEqual([
    expect.stringContaining('MAIL_FROM is missing'),
    expect.stringContaining('Did you mean MAIL_FROM?'),
  ])
})

test('reads any variable from a file', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-secrets-'))
  const file = (name: string) => join(folder.path, name)
  await writeFile(file('database'), 'postgres://vitrine:hush@db/vitrine\n')
  await writeFile(file('wrong'), 'mysql://vitrine-hush\n')
  expect(readConfig({ DATABASE_URL_FILE: file('database') }).database).toEqual({
    kind: 'postgres',
    url: 'postgres://vitrine:hush@db/vitrine',
  })
  expect(findProblems({ DATABASE_URL_FILE: file('none') })).toEqual([
    `DATABASE_URL_FILE: ${file('none')} can’t be read (ENOENT)`,
  ])
  expect(
    findProblems({ DATABASE_URL_FILE: file('database'), DATABASE_URL: 'postgres://a/b' }),
  ).toEqual(['DATABASE_URL and DATABASE_URL_FILE are both set: leave one of them out'])
  const [problem] = findProblems({ DATABASE_URL_FILE: file('wrong') })
  expect(problem).toMatch(/^DATABASE_URL must look like/)
  expect(problem).not.toContain('hush')
})
