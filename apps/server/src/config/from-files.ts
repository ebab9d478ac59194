import { readFileSync } from 'node:fs'
import { Environment } from './environment.ts'
import type { Given } from './problems.ts'

const ending = '_FILE'

/** Secrets are better kept in files, as container and service managers hand them over: `SMTP_URL_FILE` for `SMTP_URL`. */
export function withValuesFromFiles(given: Given): { readonly given: Given; readonly problems: readonly string[] } {
  const values: Record<string, string | undefined> = { ...given }
  const problems: string[] = []
  for (const name of Object.keys(Environment.shape)) {
    const path = given[name + ending]
    if (path === undefined) continue
    if (given[name] !== undefined) problems.push(`${name} and ${name}${ending} are both set: leave one of them out`)
    try {
      values[name] = readFileSync(path, 'utf8').trim() || undefined
    } catch (error) {
      problems.push(`${name}${ending}: ${path} can’t be read (${(error as NodeJS.ErrnoException).code})`)
    }
  }
  return { given: values, problems }
}
