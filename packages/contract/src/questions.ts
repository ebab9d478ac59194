/**
 * How a visitor's question was answered: by an attribute, quoted sentences, a model, or not at all.
 */
export const answerKinds = ['fact', 'quotes', 'model', 'unknown'] as const
export type AnswerKind = (typeof answerKinds)[number]

export const questionRetentionDays = 180

/** Beyond this, the oldest questions are deleted. */
export const maxStoredQuestions = 100_000

/** `dismissed` questions need no answer. */
export const questionStates = ['unanswered', 'answered', 'dismissed'] as const
export type QuestionState = (typeof questionStates)[number]

export const answerKindNames = {
  fact: 'by a fact',
  quotes: 'by quotes',
  model: 'by the model',
  unknown: 'not answered',
} as const satisfies Record<AnswerKind, string>

export const questionsCsvName = 'questions.csv'
