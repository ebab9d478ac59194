/**
 * One part of `npm test`. A part with a `runner` counts its tests, any other counts as one.
 * @typedef {object} Part
 * @property {string} name what `npm run test:<name>` calls it
 * @property {string} title
 * @property {string[][]} commands one after the other, each with its arguments
 * @property {'vitest' | 'playwright'} [runner]
 * @property {true} [needsBuild] the build must come before, when the part runs alone
 * @property {{ names: string[], install: string }} [programs] what must be installed: without it `npm test` leaves the
 *   part out and says so
 */

// Biome does not know NO_COLOR.
const colours = `--colors=${process.stdout.isTTY ? 'force' : 'off'}`

// Several processes and a stalled machine: what fails is tried once more, and the summary says so.
const secondTry = '--retry=1'

/** @type {Part[]} */
export const parts = [
  {
    name: 'types',
    title: 'Type check',
    commands: [
      ['tsc', '-p', '.'],
      ['tsc', '-p', 'apps/web'],
      ['tsc', '-p', 'packages/pages'],
    ],
  },
  { name: 'lint', title: 'Lint and format', commands: [['biome', 'ci', colours, '.']] },
  { name: 'imports', title: 'Import rules', commands: [['node', 'scripts/check-imports.ts']] },
  { name: 'unused', title: 'Unused files, exports, dependencies', commands: [['knip']] },
  { name: 'lock', title: 'Lock file for every platform', commands: [['node', 'scripts/lock.mjs', '--check']] },
  { name: 'docs', title: 'Files named in the security document', commands: [['node', 'scripts/check-docs.ts']] },
  { name: 'audit', title: 'Known holes in dependencies', commands: [['node', 'scripts/audit.mjs']] },
  {
    name: 'build',
    title: 'Build of front end, public pages and dictionaries',
    commands: [['node', 'scripts/build.mjs']],
  },
  { name: 'size', title: 'Size of the front end', commands: [['node', 'scripts/check-size.ts']], needsBuild: true },
  {
    name: 'unit',
    title: 'Unit tests',
    commands: [['vitest', 'run', '--project', 'unit*']],
    runner: 'vitest',
    needsBuild: true,
  },
  {
    name: 'http:sqlite',
    title: 'HTTP tests on SQLite',
    commands: [['vitest', 'run', '--project', 'http-sqlite', secondTry]],
    runner: 'vitest',
    needsBuild: true,
  },
  {
    name: 'http:postgres',
    title: 'HTTP tests on PostgreSQL',
    commands: [['vitest', 'run', '--project', 'http-postgres', secondTry]],
    runner: 'vitest',
    needsBuild: true,
  },
  {
    name: 's3',
    title: 'Media in an S3 store (Ceph)',
    commands: [['vitest', 'run', '--project', 's3', secondTry]],
    runner: 'vitest',
    needsBuild: true,
    programs: {
      names: ['ceph', 'ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin'],
      install: 'apt-get install --no-install-recommends radosgw ceph-mon ceph-osd ceph-common',
    },
  },
  {
    name: 'cluster',
    title: 'Two processes behind nginx, faults of neighbours',
    commands: [['vitest', 'run', '--project', 'cluster', secondTry]],
    runner: 'vitest',
    needsBuild: true,
    programs: {
      names: ['nginx', 'ceph', 'ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin'],
      install: 'apt-get install --no-install-recommends nginx radosgw ceph-mon ceph-osd ceph-common',
    },
  },
  { name: 'e2e', title: 'Browser tests', commands: [['playwright', 'test']], runner: 'playwright', needsBuild: true },
]
