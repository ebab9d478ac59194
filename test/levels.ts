import { globSync, readFileSync } from 'node:fs'

/**
 * HTTP tests run on SQLite. The first line of each file says when they run on PostgreSQL as well: never (`sqlite`), as they are
 * about papers, pictures or connections, always (`postgres`), or with `--all`.
 */
const databaseTags = ['sqlite', 'postgres', 'postgres-with-all'] as const
const onlyWithAll = 'only-with-all'

type Database = 'sqlite' | 'postgres'

/** `npm test` leaves out what only `npm test -- --all` runs; a runner started by hand leaves out nothing. */
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

/** The HTTP tests to run on a database. */
export function listHttpTests(database: Database): string[] {
  const leftOut = [
    ...(isQuick ? [onlyWithAll] : []),
    ...(database === 'postgres' ? ['sqlite', ...(isQuick ? ['postgres-with-all'] : [])] : []),
  ]
  return taggedFiles
    .filter(({ tags }) => !leftOut.some((tag) => tags.includes(tag)))
    .map(({ file }) => file)
}
