/**
 * One part of `npm test`. A part with a `runner` counts its tests, any other counts as one.
 * @typedef {object} Part
 * @property {string} name what `npm run test:<name>` calls it
 * @property {string} title
 * @property {string[][]} commands one after the other, each with its arguments
 * @property {'vitest' | 'playwright'} [runner]
 * @property {'web'} [needs] what must be built before, when the part runs alone
 */

// Biome does not know NO_COLOR.
const colours = `--colors=${process.stdout.isTTY ? 'force' : 'off'}`

/** @type {Part[]} */
export const parts = [
  {
    name: 'types',
    title: 'Type check',
    commands: [
      ['tsc', '-p', '.'],
      ['tsc', '-p', 'apps/web'],
    ],
  },
  { name: 'lint', title: 'Lint and format', commands: [['biome', 'ci', colours, '.']] },
  { name: 'imports', title: 'Import rules', commands: [['node', 'scripts/check-imports.ts']] },
  { name: 'unused', title: 'Unused files, exports, dependencies', commands: [['knip']] },
  { name: 'lock', title: 'Lock file for every platform', commands: [['node', 'scripts/lock.mjs', '--check']] },
  { name: 'build', title: 'Front end build', commands: [['node', 'scripts/build-web.mjs']] },
  { name: 'size', title: 'Size of the front end', commands: [['node', 'scripts/check-size.ts']], needs: 'web' },
  { name: 'unit', title: 'Unit tests', commands: [['vitest', 'run', '--project', 'unit*']], runner: 'vitest' },
  {
    name: 'http:sqlite',
    title: 'HTTP tests on SQLite',
    commands: [['vitest', 'run', '--project', 'http-sqlite']],
    runner: 'vitest',
    needs: 'web',
  },
  {
    name: 'http:postgres',
    title: 'HTTP tests on PostgreSQL',
    commands: [['vitest', 'run', '--project', 'http-postgres']],
    runner: 'vitest',
    needs: 'web',
  },
  { name: 'e2e', title: 'Browser tests', commands: [['playwright', 'test']], runner: 'playwright', needs: 'web' },
]
