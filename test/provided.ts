/** The values that tests get by `inject(…)`. */
declare module 'vitest' {
  interface ProvidedContext {
    /** An administrator's address on a PostgreSQL of the tests' own, or null where they run on SQLite. */
    postgresUrl: string | null
    /** A SQLite file filled with the demo, to be copied; null where the tests run on PostgreSQL. */
    demoFile: string | null
    /** A real S3 server of the tests' own and an account on it. */
    s3: {
      endpoint: string
      region: string
      accessKeyId: string
      secretAccessKey: string
      settingsFile: string
    }
  }
}

/** The database on that PostgreSQL which is filled with the demo, to be copied. */
export const demoTemplate = 'demo'
