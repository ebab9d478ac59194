/**
 * One part of `npm test`. A part with a `runner` counts its tests, any other counts as one.
 * @typedef {object} Part
 * @property {string} name as in `npm run test:<name>`
 * @property {string} title
 * @property {string[][]} commands one after the other, each with its arguments
 * @property {'vitest' | 'playwright'} [runner]
 * @property {true} [needsBuild] the build must come before
 * @property {true} [onlyWithAll] runs with `npm test -- --all` or when it is named
 * @property {true} [aside] keeps one processor busy or mostly waits: runs one by one with its like, beside the others
 * @property {import('./programs.mjs').Programs & { suffice?: () => boolean }} [programs] installed by `npm test` where it
 *   can; where it can't and something else does not suffice, it skips the part and says how to install it
 */

import { allBuilds } from './build.mjs'
import { findTestBrowser, headlessShellName } from './chromium.mjs'

// Biome does not know NO_COLOR.
const colours = `--colors=${process.stdout.isTTY ? 'force' : 'off'}`

// Servers, processes and a machine that stalls: a failed test is retried once, the summary names it, and --strict counts it.
const secondTry = ['--retry=1']

const ceph = {
  names: ['ceph', 'ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin'],
  packages: ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common'],
}

/** @type {Part[]} */
export const testParts = [
  {
    name: 'types',
    title: 'Type check',
    // Several checkers would do half of the work twice.
    commands: ['.', 'apps/web', 'packages/pages'].map((project) => [
      'tsc',
      '--singleThreaded',
      '-p',
      project,
    ]),
    aside: true,
  },
  {
    name: 'lint',
    title: 'Lint and format',
    commands: [['biome', 'ci', colours, '.']],
    aside: true,
  },
  {
    name: 'imports',
    title: 'Samples of the import rules',
    onlyWithAll: true,
    commands: [['node', 'scripts/check-imports.ts']],
    aside: true,
  },
  {
    name: 'unused',
    title: 'Unused files, exports, dependencies',
    commands: [['knip']],
    aside: true,
  },
  {
    name: 'lock',
    title: 'Lock file for every platform',
    onlyWithAll: true,
    commands: [['node', 'scripts/lock.mjs', '--check']],
    aside: true,
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
    aside: true,
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
    aside: true,
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
    commands: [['vitest', 'run', '--project', 'http-sqlite', ...secondTry]],
    runner: 'vitest',
    needsBuild: true,
  },
  {
    name: 'http:postgres',
    title: 'HTTP tests on PostgreSQL',
    commands: [['vitest', 'run', '--project', 'http-postgres', ...secondTry]],
    runner: 'vitest',
    needsBuild: true,
  },
  {
    name: 'e2e',
    title: 'Browser tests',
    commands: [['playwright', 'test']],
    runner: 'playwright',
    needsBuild: true,
    aside: true,
    programs: {
      names: [headlessShellName],
      packages: [headlessShellName],
      suffice: () => findTestBrowser() !== undefined,
    },
  },
  {
    name: 'standards',
    title: 'What is published, against its schemas',
    onlyWithAll: true,
    commands: [['node', 'apps/server/test/standards/run.ts']],
    needsBuild: true,
    aside: true,
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
    commands: [['vitest', 'run', '--project', 'cluster', ...secondTry]],
    runner: 'vitest',
    needsBuild: true,
    programs: { names: ['nginx', ...ceph.names], packages: ['nginx', ...ceph.packages] },
  },
]
