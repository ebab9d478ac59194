import type { Given } from './problems.ts'

const newNames = { CREDIT_LABEL: 'CREDIT_TEXT', MOST_AT_ONCE: 'MAX_CONCURRENT_REQUESTS' } as const

/** The variables by their present names. An old name still works where the new one is not set, with a warning. */
export function withPresentNames(variables: Given): { given: Given; warnings: string[] } {
  const given: Record<string, string | undefined> = { ...variables }
  const warnings: string[] = []
  for (const [name, current] of Object.entries(newNames)) {
    if (given[name] === undefined) continue
    warnings.push(`${name} is now called ${current}. The old name still works; please change it.`)
    given[current] ??= given[name]
    delete given[name]
  }
  return { given, warnings }
}
