import { globSync, readFileSync } from 'node:fs'

/**
 * HTTP tests run on SQLite. A tag in the first line of each file says when they also run on
 * PostgreSQL: always (`postgres`), with `--all` (`postgres-with-all`), or never (`sqlite`).
 */
const databaseTags = ['sqlite', 'postgres', 'postgres-with-all'] as const
const onlyWithAll = 'only-with-all'

type Database = 'sqlite' | 'postgres'

/** Set by `npm test` without `--all`. A runner started by hand runs everything. */
const isQuick = process.env.TEST_LEVEL === 'quick'

const taggedFiles = globSync('apps/server/{src,test}/**/*.http.test.ts').map((file) => {
  const tags = Array.from(
    readFileSync(file, 'utf8').matchAll(/^\/\/ @module-tag (\S+)$/gm),
    ([, tag]) => tag,
  )
  if (databaseTags.filter((tag) => tags.includes(tag)).length !== 1)
    throw new Error(
      `${file} must begin with '// @module-tag ' and one of: ${databaseTags.join(', ')}.`,
    )
  return { file, tags }
})

export const testTags = [...databaseTags, onlyWithAll].map((name) => ({ name }))

/** Lists the HTTP test files to run on a database. */
export function listHttpTests(database: Database): string[] {
  const excludedTags = [
    ...(isQuick ? [onlyWithAll] : []),
    ...(database === 'postgres' ? ['sqlite', ...(isQuick ? ['postgres-with-all'] : [])] : []),
  ]
  return taggedFiles
    .filter(({ tags }) => !excludedTags.some((tag) => tags.includes(tag)))
    .map(({ file }) => file)
}
