/** How a visitor's question was answered: by a row of the item, by sentences of its text, by a model, or not at all. */
export const answerKinds = ['fact', 'quotes', 'model', 'unknown'] as const
export type AnswerKind = (typeof answerKinds)[number]

/** For how long questions are kept. */
export const questionRetentionDays = 180

/** How many are kept at most; the oldest go first. */
export const maxStoredQuestions = 100_000

/** Where questions stand: `dismissed` ones need no answer. */
export const questionStates = ['unanswered', 'answered', 'dismissed'] as const
export type QuestionState = (typeof questionStates)[number]

export const answerKindNames = {
  fact: 'by a fact',
  quotes: 'by quotes',
  model: 'by the model',
  unknown: 'not answered',
} as const satisfies Record<AnswerKind, string>

export const questionsCsvName = 'questions.csv'
