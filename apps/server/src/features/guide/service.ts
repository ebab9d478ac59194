import type { AnswerKind, PublicEvent } from '@vitrine/contract'
import {
  type Answer,
  answerQuestion,
  findMuseumSubject,
  type ItemNames,
  type MuseumSubject,
  maxQuestionLength,
} from '@vitrine/guide'
import type { AskProblem, GuideAnswer, Turn } from '@vitrine/pages'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { type PublicListReader, publicListReader, visitorItemReader } from '../factsheets/index.ts'
import { museumService } from '../museums/index.ts'
import {
  pageAnswererFinder,
  type QuestionRecorder,
  questionRecorder,
  questionService,
} from '../questions/index.ts'
import { type AskedItem, askedItemReader } from './asked-items.ts'
import { type QuestionLimits, type QuestionOrigin, questionLimits } from './limits.ts'
import { type ItemNameIndex, itemNameIndexReader, listItemLinks } from './named-items.ts'
import { removePersonalData } from './personal-data.ts'
import { hasMuseumAnswer, isCourtesy, toItemAnswer, toMuseumAnswer } from './shown-answer.ts'
import { suggestFurtherQuestions, suggestQuestions } from './suggestions.ts'
import { findAskedEvents, toEventsAnswer, upcomingEventReader } from './upcoming-events.ts'
import { type VisitorModel, visitorModel } from './visitor-model.ts'

interface GuideParts {
  readonly findItem: ReturnType<typeof askedItemReader>
  readonly readNameIndex: () => Promise<ItemNameIndex>
  readonly lists: PublicListReader
  /** Events that are not over. */
  readonly upcomingEvents: () => Promise<readonly PublicEvent[]>
  readonly recorderFor: (handle?: Tx) => Pick<QuestionRecorder, 'record'>
  readonly limits: QuestionLimits
  /** Null if no language model is configured. */
  readonly model: VisitorModel | null
}

/** The answer without a model. */
interface FoundAnswer {
  readonly itemAnswer: Answer
  /** Set if the question is about the museum. */
  readonly museumTopic: MuseumSubject | null
  /** Set if the question is about events. */
  readonly events: readonly PublicEvent[]
}

/** A question that was counted. */
interface PreparedAnswer extends FoundAnswer {
  readonly typeById: ItemNameIndex['typeById']
  readonly asksModel: boolean
}

/** Answers visitors' questions about an item from the content of its page. */
export const createGuide = ({
  findItem,
  readNameIndex,
  lists,
  upcomingEvents,
  recorderFor,
  limits,
  model,
}: GuideParts) => ({
  findItem,

  readItemNames: async (): Promise<ItemNames> => (await readNameIndex()).names,

  suggestQuestions,

  /**
   * Counts a question and looks for its answer; returns a problem if it can't be answered. Unless
   * the answer is a fact, a configured model is asked: to translate the question into the language
   * of the text, then to choose lines. Beyond the day's limit, a question is neither stored nor
   * sent to a model.
   */
  async prepareAnswer(
    item: AskedItem,
    question: string,
    origin: QuestionOrigin,
  ): Promise<PreparedAnswer | AskProblem> {
    if (question === '') return 'empty'
    if (question.length > maxQuestionLength) return 'long'

    const { names, typeById } = await readNameIndex()
    const upcoming = await upcomingEvents()
    let prepared: PreparedAnswer | undefined
    await limits.countQuestion(origin, async (tx, isWithinDay) => {
      const foundAnswer = answerWithoutModel(item, question, names, upcoming)
      const asksModel = isWithinDay && model !== null && mayAskModel(foundAnswer)
      prepared = { ...foundAnswer, typeById, asksModel }
      // Stored in the same transaction, which saves a flush to the disk; questions for a model are
      // stored once it has answered.
      if (!isWithinDay || asksModel || isCourtesy(foundAnswer.museumTopic)) return
      const kind = findRecordedKind(item, foundAnswer)
      await recorderFor(tx).record(toRecordedQuestion(item, question, kind))
    })
    return prepared ?? 'minute'
  },

  /** Answers a counted question, and stores it if a model was asked. */
  async answer(
    item: AskedItem,
    question: string,
    prepared: PreparedAnswer,
    signal: AbortSignal,
  ): Promise<Turn> {
    const { itemAnswer, typeById, asksModel } = prepared
    let answer = toShownAnswer(item, prepared)
    if (asksModel) {
      const modelAnswer = await askModel(model, item, question, itemAnswer, signal)
      const kind = modelAnswer ? 'model' : itemAnswer.kind
      await recorderFor().record(toRecordedQuestion(item, question, kind))
      if (modelAnswer) answer = modelAnswer
    }
    const { others: otherIds } = itemAnswer
    return {
      question,
      answer,
      others: otherIds ? await listItemLinks(otherIds, typeById, lists, item) : [],
      further: suggestFurtherQuestions(item, question, itemAnswer),
    }
  },
})

function answerWithoutModel(
  item: AskedItem,
  question: string,
  names: ItemNames,
  upcoming: readonly PublicEvent[],
): FoundAnswer {
  const museumTopic = findMuseumSubject(question, item.lang)
  if (museumTopic) return { itemAnswer: { kind: 'unknown' }, museumTopic, events: [] }

  const itemAnswer = answerQuestion(item.prepared, question, names)
  const events = itemAnswer.kind === 'unknown' ? findAskedEvents(upcoming, question, item.lang) : []
  return { itemAnswer, museumTopic, events }
}

const mayAskModel = ({ itemAnswer, museumTopic, events }: FoundAnswer): boolean =>
  itemAnswer.kind !== 'fact' && !museumTopic && events.length === 0

const findRecordedKind = (
  item: AskedItem,
  { itemAnswer, museumTopic, events }: FoundAnswer,
): AnswerKind =>
  hasMuseumAnswer(item, museumTopic) || events.length > 0 ? 'fact' : itemAnswer.kind

function toShownAnswer(
  item: AskedItem,
  { itemAnswer, museumTopic, events }: FoundAnswer,
): GuideAnswer {
  if (museumTopic) return toMuseumAnswer(item, museumTopic)
  return events.length > 0 ? toEventsAnswer(events) : toItemAnswer(itemAnswer, item)
}

/**
 * Lets the model translate the question, unless it names other items, then choose lines. Null if it
 * finds no answer.
 */
async function askModel(
  model: VisitorModel | null,
  item: AskedItem,
  question: string,
  { others }: Answer,
  signal: AbortSignal,
): Promise<GuideAnswer | null> {
  if (!model) return null
  const safeQuestion = removePersonalData(question)
  const translatedAnswer = others ? null : await model.answerTranslated(item, safeQuestion, signal)
  if (translatedAnswer) return toItemAnswer(translatedAnswer, item)
  return model.chooseLines(item, safeQuestion, signal)
}

export type GuideService = ReturnType<typeof createGuide>

const toRecordedQuestion = ({ id, lang }: AskedItem, question: string, kind: AnswerKind) => ({
  itemId: id,
  language: lang,
  question: removePersonalData(question),
  kind,
})

export function guideService({ db, clock, config, model, get }: Context) {
  const [lists, limits] = [get(publicListReader), get(questionLimits)]
  return createGuide({
    findItem: askedItemReader(db, get(visitorItemReader), get(museumService)),
    readNameIndex: itemNameIndexReader(db, lists),
    lists,
    upcomingEvents: upcomingEventReader(db, clock),
    recorderFor: (handle: Db = db) => questionRecorder(handle, clock),
    limits,
    model: model && visitorModel(model, () => limits.spendModelAnswer(config.guideModelBudget)),
  })
}

/** Visitors' questions for staff; unanswered ones are answered again from current data. */
export const visitorQuestionService = ({ db, get }: Context) =>
  questionService(db, pageAnswererFinder(get(visitorItemReader), get(guideService).readItemNames))
