/** How a visitor's question was answered: by a row of the item, by sentences of its text, by a model, or not at all. */
export const answerKinds = ['fact', 'quotes', 'model', 'unknown'] as const
export type AnswerKind = (typeof answerKinds)[number]

/** For how long questions are kept. */
export const questionRetentionDays = 180
