/** What a check has to say: problems are for somebody to act upon, notes are not. */
export interface Findings {
  readonly problems: readonly string[]
  readonly notes: readonly string[]
}

export const joined = (findings: readonly Findings[]): Findings => ({
  problems: findings.flatMap(({ problems }) => problems),
  notes: findings.flatMap(({ notes }) => notes),
})
