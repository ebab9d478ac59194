export {}

declare module '../../db/tables.ts' {
  interface Tables {
    /** Salt and counters of the guide for one day; there is only a row for today. */
    guide_day: {
      /** A calendar day, 'YYYY-MM-DD'. */
      day: string
      /** Salt of the rate limit keys and of visitors' tokens. */
      salt: string
      /** Questions asked, and model answers spent. */
      questions: number
      model_answers: number
    }
  }
}
