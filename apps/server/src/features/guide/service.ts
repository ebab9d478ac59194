import type { AnswerKind, PublicEvent } from '@vitrine/contract'
import {
  type Answer,
  answerQuestion,
  findMuseumSubject,
  type ItemNames,
  type MuseumSubject,
  maxQuestionLength,
} from '@vitrine/guide'
import type { AskProblem, Turn } from '@vitrine/pages'
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
import { removePersonalData } from './scrub.ts'
import { hasMuseumAnswer, isCourtesy, toItemAnswer, toMuseumAnswer } from './shown-answer.ts'
import { suggestFurtherQuestions, suggestQuestions } from './suggestions.ts'
import { findAskedEvents, toEventsAnswer, upcomingEventReader } from './upcoming-events.ts'
import { type VisitorModel, visitorModel } from './visitor-model.ts'

interface GuideParts {
  readonly findItem: ReturnType<typeof askedItemReader>
  readonly readNames: () => Promise<ItemNameIndex>
  readonly lists: PublicListReader
  /** Events that are not over. */
  readonly upcomingEvents: () => Promise<readonly PublicEvent[]>
  readonly recorderFor: (handle?: Tx) => Pick<QuestionRecorder, 'record'>
  readonly limits: QuestionLimits
  /** Null if no language model is configured. */
  readonly model: VisitorModel | null
}

/** A question that was counted, with the answer that the guide finds without a model. */
interface PreparedAnswer {
  readonly guideAnswer: Answer
  /** Set if the question is about the museum. */
  readonly museumTopic: MuseumSubject | null
  /** Set if the question is about events. */
  readonly events: readonly PublicEvent[]
  readonly typeById: ItemNameIndex['typeById']
  readonly asksModel: boolean
}

/** Answers visitors' questions about an item from the content of its page. */
export const createGuide = ({
  findItem,
  readNames,
  lists,
  upcomingEvents,
  recorderFor,
  limits,
  model,
}: GuideParts) => ({
  findItem,

  names: async (): Promise<ItemNames> => (await readNames()).names,

  suggestions: suggestQuestions,

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

    const { names, typeById } = await readNames()
    const upcoming = await upcomingEvents()
    let prepared: PreparedAnswer | undefined
    await limits.count(origin, async (tx, isWithinDay) => {
      const museumTopic = findMuseumSubject(question, item.lang)
      const guideAnswer: Answer = museumTopic
        ? { kind: 'unknown' }
        : answerQuestion(item.prepared, question, names)
      const isUnknown = !museumTopic && guideAnswer.kind === 'unknown'
      const events = isUnknown ? findAskedEvents(upcoming, question, item.lang) : []
      const asksModel =
        isWithinDay &&
        model !== null &&
        guideAnswer.kind !== 'fact' &&
        !museumTopic &&
        events.length === 0
      prepared = { guideAnswer, museumTopic, events, typeById, asksModel }
      // Stored in the same transaction, which saves a flush to the disk; questions for a model are
      // stored once it has answered.
      if (isWithinDay && !asksModel && !isCourtesy(museumTopic))
        await recorderFor(tx).record(
          toRecordedQuestion(
            item,
            question,
            hasMuseumAnswer(item, museumTopic) || events.length > 0 ? 'fact' : guideAnswer.kind,
          ),
        )
    })
    return prepared ?? 'minute'
  },

  async answer(
    item: AskedItem,
    question: string,
    { guideAnswer, museumTopic, events, typeById, asksModel }: PreparedAnswer,
    signal: AbortSignal,
  ): Promise<Turn> {
    const usedModel = asksModel ? model : null
    const translated = guideAnswer.others
      ? null
      : await usedModel?.answerTranslated(item, removePersonalData(question), signal)
    const chosen = translated
      ? null
      : await usedModel?.chooseLines(item, removePersonalData(question), signal)
    const ownAnswer =
      events.length > 0 ? toEventsAnswer(events) : toItemAnswer(translated ?? guideAnswer, item)
    const shownAnswer = chosen ?? (museumTopic ? toMuseumAnswer(item, museumTopic) : ownAnswer)
    if (asksModel)
      await recorderFor().record(
        toRecordedQuestion(item, question, chosen || translated ? 'model' : guideAnswer.kind),
      )
    const others = guideAnswer.others
      ? await listItemLinks(guideAnswer.others, typeById, lists, item)
      : []
    return {
      question,
      answer: shownAnswer,
      others,
      further: suggestFurtherQuestions(item, question, guideAnswer),
    }
  },
})

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
    readNames: itemNameIndexReader(db, lists),
    lists,
    upcomingEvents: upcomingEventReader(db, clock),
    recorderFor: (handle: Db = db) => questionRecorder(handle, clock),
    limits,
    model: model && visitorModel(model, () => limits.spendModelAnswer(config.guideModelBudget)),
  })
}

/** Visitors' questions for staff; unanswered ones are answered again from current data. */
export const visitorQuestionService = ({ db, get }: Context) =>
  questionService(db, pageAnswererFinder(get(visitorItemReader), get(guideService).names))
