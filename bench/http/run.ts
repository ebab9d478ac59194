import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../scripts/build.mjs'
import { report } from '../report.ts'
import { measureImport } from './import.ts'
import { largeItemCount, measureLarge } from './large.ts'
import { measurePostgres } from './postgres.ts'
import { measureRequests } from './requests.ts'
import { measureSearch } from './search.ts'
import { measureStart } from './start.ts'

/**
 * Measures the server, started as operators start it, and compares it with bare Node sending the
 * same bytes.
 */
build()
await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-bench-http-'))
const requests = await measureRequests(join(folder.path, 'requests'))
const start = await measureStart(join(folder.path, 'requests'))
const imported = await measureImport(join(folder.path, 'import'))
const postgres = await measurePostgres(folder.path)
const search = await measureSearch(folder.path)
const large = await measureLarge(join(folder.path, 'large'))
report({
  title: 'Requests',
  text: [
    'A server in production settings, as a process of its own, with its log and with the session and access check of',
    'every call; 32 connections that are kept alive, each asking again as soon as it is answered. CPU is that of the',
    "server's process alone, threads included, per request. The floor is a bare `node:http` in the same run that sends",
    'the same bytes: from memory, from a file by `pipe`, after one flushed insert into SQLite (comment), or after one',
    'argon2id hash (sign-in).',
  ].join('\n'),
  tables: [
    { title: 'SQLite, 1,000 items', rows: requests.rows },
    {
      title: 'the same against `/api/health`, which is measured after each',
      rows: requests.againstHealth,
    },
    { title: 'the process', rows: [...start, ...imported] },
    { title: 'PostgreSQL 18 beside it, 1,000 items (its own CPU is not counted)', rows: postgres },
    { title: 'searches in turn, 20,000 items with texts of 40,000 different words', rows: search },
    {
      title: `the first list after a change, ${largeItemCount.toLocaleString('en')} items`,
      rows: large,
    },
  ],
})
