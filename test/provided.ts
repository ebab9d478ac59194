/** Values for `inject(…)` in tests. */
declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the tests' PostgreSQL with administrator rights; null on SQLite. */
    postgresUrl: string | null
    /** SQLite file with the demo, as a template; null on PostgreSQL. */
    demoFile: string | null
    /** The tests' S3 server and an account on it. */
    s3: {
      endpoint: string
      region: string
      accessKeyId: string
      secretAccessKey: string
      settingsFile: string
    }
  }
}

/** Template database with the demo on PostgreSQL. */
export const demoTemplate = 'demo'
