/** What `inject(…)` gives to HTTP tests. */
declare module 'vitest' {
  interface ProvidedContext {
    /** An administrator's address on a PostgreSQL of the tests' own, or null where they run on SQLite. */
    postgresUrl: string | null
  }
}

export {}
