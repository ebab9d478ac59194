/**
 * One part of `npm test`. Parts with a `runner` count their tests, others count as one test.
 * @typedef {object} Part
 * @property {string} name as in `npm run test:<name>`
 * @property {string} title
 * @property {string[][]} commands run one after the other, each with its arguments
 * @property {'vitest' | 'playwright'} [runner]
 * @property {true} [needsBuild] runs after the build
 * @property {true} [onlyWithAll] runs only with `npm test -- --all` or when it is named
 * @property {true} [isBackground] keeps about one processor busy, so it runs beside other parts
 * @property {import('./programs.mjs').Programs & { hasAlternative?: () => boolean }} [programs] installed if possible;
 *   without them or an alternative, the part is skipped with a message
 */

import { allBuilds } from './build.mjs'
import { findTestBrowser, headlessShellName } from './chromium.mjs'

// Biome ignores NO_COLOR.
const colours = `--colors=${process.stdout.isTTY ? 'force' : 'off'}`

// A stalling machine can make tests of servers and processes fail, so they are retried once. The
// summary names retried tests, and --strict counts them as failed.
const retryOnce = ['--retry=1']

const ceph = {
  names: ['ceph', 'ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin'],
  packages: ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common'],
}

/** @type {Part[]} */
export const testParts = [
  {
    name: 'types',
    title: 'Type check',
    // Several threads would do half of the work twice.
    commands: ['.', 'apps/web', 'packages/pages'].map((project) => [
      'tsc',
      '--singleThreaded',
      '-p',
      project,
    ]),
    isBackground: true,
  },
  {
    name: 'lint',
    title: 'Lint and format',
    commands: [['biome', 'ci', colours, '.']],
    isBackground: true,
  },
  {
    name: 'imports',
    title: 'Samples of the import rules',
    onlyWithAll: true,
    commands: [['node', 'scripts/check-imports.ts']],
    isBackground: true,
  },
  {
    name: 'unused',
    title: 'Unused files, exports, dependencies',
    commands: [['knip']],
    isBackground: true,
  },
  {
    name: 'lock',
    title: 'Lock file for every platform',
    onlyWithAll: true,
    commands: [['node', 'scripts/lock.mjs', '--check']],
    isBackground: true,
  },
  {
    name: 'docs',
    title: 'Files and links in documents',
    commands: [['node', 'scripts/check-docs.ts']],
  },
  {
    name: 'audit',
    title: 'Known vulnerabilities in dependencies',
    onlyWithAll: true,
    commands: [['node', 'scripts/audit.mjs']],
    isBackground: true,
  },
  {
    name: 'build',
    title: 'Build of front end and public pages',
    commands: [['node', 'scripts/build.mjs', ...allBuilds]],
  },
  {
    name: 'size',
    title: 'Size of the front end',
    commands: [['node', 'scripts/check-size.ts']],
    needsBuild: true,
  },
  {
    name: 'unit:web',
    title: 'Unit tests of the front end',
    commands: [['vitest', 'run', '--project', 'unit-web']],
    runner: 'vitest',
    isBackground: true,
  },
  {
    name: 'unit:server',
    title: 'Unit tests of server and packages',
    commands: [['vitest', 'run', '--project', 'unit']],
    runner: 'vitest',
    needsBuild: true,
  },
  {
    name: 'http:sqlite',
    title: 'HTTP tests on SQLite',
    commands: [['vitest', 'run', '--project', 'http-sqlite', ...retryOnce]],
    runner: 'vitest',
    needsBuild: true,
  },
  {
    name: 'http:postgres',
    title: 'HTTP tests on PostgreSQL',
    commands: [['vitest', 'run', '--project', 'http-postgres', ...retryOnce]],
    runner: 'vitest',
    needsBuild: true,
  },
  {
    name: 'e2e',
    title: 'Browser tests',
    commands: [['playwright', 'test']],
    runner: 'playwright',
    needsBuild: true,
    isBackground: true,
    programs: {
      names: [headlessShellName],
      packages: [headlessShellName],
      hasAlternative: () => findTestBrowser() !== undefined,
    },
  },
  {
    name: 'standards',
    title: 'What is published, against its schemas',
    onlyWithAll: true,
    commands: [['node', 'apps/server/test/standards/run.ts']],
    needsBuild: true,
    isBackground: true,
  },
  {
    name: 's3',
    title: 'Media in an S3 store (Ceph)',
    onlyWithAll: true,
    commands: [['vitest', 'run', '--project', 's3']],
    runner: 'vitest',
    needsBuild: true,
    programs: ceph,
  },
  {
    name: 'cluster',
    title: 'Two processes behind nginx, faults of neighbours',
    onlyWithAll: true,
    commands: [['vitest', 'run', '--project', 'cluster', ...retryOnce]],
    runner: 'vitest',
    needsBuild: true,
    programs: { names: ['nginx', ...ceph.names], packages: ['nginx', ...ceph.packages] },
  },
]
