/** In display order. */
export const conditions = ['good', 'watch', 'urgent'] as const
export type Condition = (typeof conditions)[number]
export const conditionNames: Record<Condition, string> = {
  good: 'Good',
  watch: 'Watch',
  urgent: 'Urgent',
}

/** Occasions of condition checks, in display order. */
export const occasionNames = {
  inspection: 'Inspection',
  stocktake: 'Stocktake',
  beforeLoan: 'Before a loan',
  afterLoan: 'After a loan',
  treatment: 'Treatment',
} as const
export type Occasion = keyof typeof occasionNames

export const conditionLimits = {
  remark: 2_000,
  photos: 20,
  /** Time for which authors may change their own checks. */
  editMs: 24 * 3_600_000,
}
