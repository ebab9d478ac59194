/** What `inject(…)` gives to tests. */
declare module 'vitest' {
  interface ProvidedContext {
    /** An administrator's address on a PostgreSQL of the tests' own, or null where they run on SQLite. */
    postgresUrl: string | null
    /** A real S3 server of the tests' own and an account on it. */
    s3: { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string }
  }
}

export {}
