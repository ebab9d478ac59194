export {}

declare module '../../db/tables.ts' {
  interface Tables {
    /** The guide's limits of one day: the row of today only. */
    guide_day: {
      /** A calendar day, 'YYYY-MM-DD'. */
      day: string
      /** The daily salt with which visitors' networks are hashed. */
      salt: string
      /** How many questions were asked, and how many of them a model answered. */
      questions: number
      model_answers: number
    }
  }
}
