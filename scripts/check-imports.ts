import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { itemTypes } from '@vitrine/contract'
import { root } from './root.mjs'

/** A line in a file at a path, and Biome's message for it; null if the line is allowed. */
type Sample = [path: string, line: string, expected: string | null]

const contractOnly = 'The contract imports zod and the text toolbox only.'
const pagesOnly = 'The public pages import the contract and React only.'
const textOnly = 'The text toolbox imports nothing.'
const guideOnly = 'The guide imports the contract, the text toolbox and node:fs only.'
const spellingOnly = 'The spelling engine imports Node and the text toolbox only.'
const demoOnly = 'The demo imports the contract, zod and Node only.'
const noDemo =
  "Only the server's demo.ts imports the demo, and only when it is asked for: import('@vitrine/demo')."
const byPackageName = 'Import another package by its name, not by its path.'
const browserOnly = 'The web app runs in a browser: it imports neither the server nor Node.'
const noApp = 'A web feature does not import the app that composes it.'
const noWebFeature = 'A web feature imports no other feature: app/ composes users and auth.'
const formatUpwardImport = (from: string, to: string) =>
  `Imports run downwards: ${from} does not import ${to}.`
const noKysely = 'Inside a feature only store files import Kysely.'
const noFastify = 'Inside a feature only routes files import Fastify.'
const formatDirection = (way: string) =>
  `A feature enters another only along a direction listed in lint/imports.grit, not ${way}.`
const throughProjections =
  'Say what changed, and read what is derived, through projections/index.ts.'
const byIndex = 'Enter the feature users through its index.ts.'
const noTypes =
  'What differs by type of item is a field of its descriptor or a Record<ItemType, …>.'
const noEnv = 'lint/style/noProcessEnv'
const noCycles = 'lint/suspicious/noImportCycles'

const contract = 'packages/contract/src/sample.ts'
const demo = 'packages/demo/src/sample.ts'
const page = 'packages/pages/src/sample.tsx'
const text = 'packages/text/src/sample.ts'
const guide = 'packages/guide/src/sample.ts'
const spelling = 'packages/spelling/src/sample.ts'
const webFeature = 'apps/web/src/features/users/sample.tsx'
const webFolder = 'apps/web/src/features/users/form/sample.tsx'
const authFeature = 'apps/server/src/features/auth'
const usersFeature = 'apps/server/src/features/users'

const samples: Sample[] = [
  [contract, `import 'zod'`, null],
  [contract, `import './roles.ts'`, null],
  [contract, `import '@vitrine/text'`, null],
  [contract, `import 'fastify'`, contractOnly],
  [contract, `import 'node:fs'`, contractOnly],
  [contract, `import '@vitrine/server'`, contractOnly],
  [contract, `import '../../../apps/web/src/main.tsx'`, byPackageName],

  [page, `import 'react'`, null],
  [page, `import 'react-dom/server'`, null],
  [page, `import '@vitrine/contract'`, null],
  [page, `import './document/document.tsx'`, null],
  [page, `import '@vitrine/server'`, pagesOnly],
  [page, `import 'node:fs'`, pagesOnly],
  [page, `import '@tanstack/react-query'`, pagesOnly],
  [page, `import '../../contract/src/look.ts'`, byPackageName],

  [text, `import './fold.ts'`, null],
  [text, `import '@vitrine/contract'`, textOnly],
  [text, `import 'node:fs'`, textOnly],
  [text, `import 'zod'`, textOnly],

  [guide, `import './lexicon.ts'`, null],
  [guide, `import '@vitrine/contract'`, null],
  [guide, `import '@vitrine/text'`, null],
  [guide, `import 'node:fs'`, null],
  [guide, `import 'node:http'`, guideOnly],
  [guide, `import '@vitrine/pages'`, guideOnly],
  [guide, `import '@vitrine/spelling'`, guideOnly],
  [guide, `import 'zod'`, guideOnly],
  [guide, `import '../../spelling/src/tokens.ts'`, guideOnly],

  [spelling, `import 'node:fs'`, null],
  [spelling, `import '@vitrine/text'`, null],
  [spelling, `import './lexicon/lexicon.ts'`, null],
  [spelling, `import '@vitrine/contract'`, spellingOnly],
  [spelling, `import 'kysely'`, spellingOnly],
  [spelling, `import '../../../apps/server/src/base/clock.ts'`, byPackageName],

  [demo, `import 'zod'`, null],
  [demo, `import 'node:fs'`, null],
  [demo, `import '@vitrine/contract'`, null],
  [demo, `import './texts.ts'`, null],
  [demo, `import '@vitrine/server'`, demoOnly],
  [demo, `import 'sharp'`, demoOnly],
  ['apps/server/src/runtime/demo.ts', `export const load = () => import('@vitrine/demo')`, null],
  ['apps/server/src/runtime/demo.ts', `export type Demo = import('@vitrine/demo').Demo`, null],
  ['apps/server/src/runtime/demo.ts', `import '@vitrine/demo'`, noDemo],
  ['apps/server/src/runtime/start.ts', `export const load = () => import('@vitrine/demo')`, noDemo],
  [`${usersFeature}/service.ts`, `import '@vitrine/demo'`, noDemo],
  [webFeature, `import '@vitrine/demo'`, noDemo],

  ['apps/web/src/app/sample.tsx', `import '@vitrine/contract'`, null],
  ['apps/web/src/app/sample.tsx', `import '../features/users/users-page.tsx'`, null],
  ['apps/web/src/app/sample.tsx', `import '@vitrine/server'`, browserOnly],
  ['apps/web/src/app/sample.tsx', `import 'node:path'`, browserOnly],
  ['apps/web/src/app/sample.tsx', `import '../../../server/src/config.ts'`, byPackageName],

  [webFeature, `import './users-page.tsx'`, null],
  [webFeature, `import '../../ui/page-head.tsx'`, null],
  [webFeature, `import '../../app/router.tsx'`, noApp],
  [webFeature, `import '../auth/queries.ts'`, noWebFeature],
  [webFeature, `import '../../features/auth/queries.ts'`, noWebFeature],
  [webFeature, `export type { Page } from '../auth/queries.ts'`, noWebFeature],
  [webFeature, `export const page = () => import('../auth/queries.ts')`, noWebFeature],
  [webFeature, `export type Page = import('../auth/queries.ts').Page`, noWebFeature],
  [webFolder, `import '../list/row.tsx'`, null],
  [webFolder, `import '../../auth/queries.ts'`, noWebFeature],

  ...(
    [
      ['base', '../config/config.ts'],
      ['config', '../db/tables.ts'],
      ['db', '../adapters/files/scratch.ts'],
      ['db', '../features/users/store.ts'],
      ['adapters/pdf', '../../http/finished.ts'],
      ['http', '../features/users/index.ts'],
      ['http', '../context.ts'],
      ['http', '../projections/index.ts'],
      ['items', '../projections/index.ts'],
      ['db', '../items/reader.ts'],
      ['jobs', '../context.ts'],
      ['projections', '../jobs/registry.ts'],
      ['projections/search-index', '../../features/users/index.ts'],
      ['projections', '../http/actor.ts'],
      ['features/users', '../../archive/backup.ts'],
      ['features/users', '../../app.ts'],
      ['archive', '../runtime/start.ts'],
      ['runtime', '../cli/backup.ts'],
    ] as const
  ).map(([folder, name]): Sample => {
    const [from = '', to = ''] = [
      folder.split('/')[0],
      name.replace(/^(?:\.\.\/)+/, '').split(/[./]/)[0],
    ]
    return [
      `apps/server/src/${folder}/sample.ts`,
      `export type * from '${name}'`,
      formatUpwardImport(from, to),
    ]
  }),
  [
    'apps/web/src/session/sample.ts',
    `import '../client/call.ts'`,
    formatUpwardImport('session', 'client'),
  ],
  [
    'apps/web/src/client/sample.ts',
    `import '../ui/text/dates.ts'`,
    formatUpwardImport('client', 'ui'),
  ],
  [
    'apps/web/src/ui/layout/sample.ts',
    `import '../../app/router.ts'`,
    formatUpwardImport('ui', 'app'),
  ],
  ['apps/server/src/features/users/sample.ts', `import '../../base/clock.ts'`, null],
  ['apps/web/src/ui/layout/sample.ts', `import '../../client/call.ts'`, null],

  [`${authFeature}/store.ts`, `import 'kysely'`, null],
  [`${authFeature}/store-sessions.ts`, `import 'kysely'`, null],
  [`${authFeature}/service.ts`, `import 'kysely'`, noKysely],
  [`${authFeature}/routes.ts`, `export type { Kysely } from 'kysely'`, noKysely],
  [`${authFeature}/routes.ts`, `import 'fastify'`, null],
  [`${authFeature}/service.ts`, `import 'fastify'`, noFastify],
  [`${authFeature}/store.ts`, `import '@fastify/static'`, noFastify],

  ['apps/server/src/projections/sample.ts', `import '../items/item.ts'`, null],
  [`${usersFeature}/store.ts`, `import '../../projections/index.ts'`, null],
  [`${usersFeature}/store.ts`, `import '../../projections/gaps.ts'`, throughProjections],
  [
    'apps/server/src/archive/check/sample.ts',
    `import '../../projections/search-index/entries.ts'`,
    throughProjections,
  ],
  [`${usersFeature}/sample.test.ts`, `import '../../projections/gaps.ts'`, null],

  [`${authFeature}/service.ts`, `import '../../db/open.ts'`, null],
  [`${authFeature}/service.ts`, `import '../users/index.ts'`, null],
  [`${authFeature}/service.ts`, `import '../users/store.ts'`, byIndex],
  [`${authFeature}/service.ts`, `import '../journal/index.ts'`, formatDirection('auth -> journal')],
  [`${usersFeature}/service.ts`, `import '../auth/index.ts'`, formatDirection('users -> auth')],
  [
    `${usersFeature}/service.ts`,
    `import '../../features/auth/index.ts'`,
    formatDirection('users -> auth'),
  ],

  ['apps/server/src/config/config.ts', `export const port = process.env.PORT`, null],
  [`${usersFeature}/sample.test.ts`, `export const database = process.env.DATABASE`, null],
  [`${usersFeature}/service.ts`, `export const port = process.env.PORT`, noEnv],
  [contract, `export const port = process.env.PORT`, noEnv],

  [`${usersFeature}/policy.ts`, `import './sample-back.ts'`, noCycles],
  [`${usersFeature}/view.ts`, `export type { X } from './sample-types-back.ts'`, noCycles],

  // Fails for a new type until lint/item-types.grit names it.
  ...itemTypes.flatMap((type): Sample[] => [
    [page, `export const accent_${type} = (one: string) => (one === '${type}' ? 1 : 2)`, noTypes],
    [
      webFeature,
      `export const other_${type} = (one: string) => one !== '${type}' && 'more'`,
      noTypes,
    ],
    [contract, `export const turned_${type} = (one: string) => '${type}' === one`, noTypes],
    [`${usersFeature}/service.ts`, `switch (globalThis.name) { case '${type}': break }`, noTypes],
    [`${usersFeature}/service.ts`, `export const all_${type} = ['journal', '${type}']`, noTypes],
    [`${usersFeature}/service.ts`, `export const total_${type} = { ${type}: 1 }`, null],
    [
      `${usersFeature}/sample.test.ts`,
      `export const is_${type} = (one: string) => one === '${type}'`,
      null,
    ],
    [
      'apps/server/src/db/migrations/sample.ts',
      `export const is_${type} = (one: string) => one === '${type}'`,
      null,
    ],
  ]),
]

// Files that samples import, for rules that read the imported file too.
const importedFiles: [path: string, line: string][] = [
  [`${usersFeature}/sample-back.ts`, `import './policy.ts'`],
  [`${usersFeature}/sample-types-back.ts`, `export type { X } from './view.ts'`],
]

/**
 * Runs Biome with this repository's rules on a file per path; returns the messages for each
 * sample's line.
 */
function lintSamples(): string[] {
  const files = Map.groupBy(samples, ([path]) => path)
  const tree = mkdtempSync(join(tmpdir(), 'vitrine-imports-'))
  try {
    for (const rules of ['biome.json', 'lint'])
      cpSync(join(root, rules), join(tree, rules), { recursive: true })
    for (const [path, line] of importedFiles) write(join(tree, path), line)
    for (const [path, lines] of files)
      write(join(tree, path), lines.map(([, line]) => line).join('\n'))
    const args = [
      'lint',
      '--vcs-enabled=false',
      '--max-diagnostics=none',
      '--reporter=json',
      ...files.keys(),
    ]
    const biome = spawnSync('biome', args, { cwd: tree, encoding: 'utf8' })
    const { diagnostics }: Report = JSON.parse(biome.stdout)
    return samples.map((sample) => {
      const [path] = sample
      const line = 1 + (files.get(path)?.indexOf(sample) ?? 0)
      return diagnostics
        .filter(({ location }) => location.path === path && location.start.line === line)
        .map(({ category, message }) => (category === 'plugin' ? message : category))
        .join(', ')
    })
  } finally {
    rmSync(tree, { recursive: true })
  }
}

interface Report {
  diagnostics: {
    category: string
    message: string
    location: { path: string; start: { line: number } }
  }[]
}

function write(path: string, content: string) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${content}\n`)
}

const messages = lintSamples()
const failures = samples.flatMap(([path, line, expected], index) => {
  const actual = messages[index] ?? ''
  if (actual === (expected ?? '')) return []
  return [
    `${path}: ${line}\n  expected: ${expected ?? 'no message'}\n  actual: ${actual || 'no message'}`,
  ]
})
const folders = new Set(samples.map(([path]) => dirname(path).split('/').slice(0, 4).join('/')))
const missingFolders = [...folders].filter((folder) => !existsSync(join(root, folder)))

for (const message of failures) console.error(message)
for (const folder of missingFolders)
  console.error(`${folder} does not exist: remove its rules and samples, or correct its path.`)
console.log(`${samples.length - failures.length} of ${samples.length} samples judged as expected.`)
process.exitCode = failures.length + missingFolders.length > 0 ? 1 : 0
