import type { QuestionFilter } from '@vitrine/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import { prepareQuery } from '../../db/prepared.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { selectItems, selectItemsInUse } from '../../items/reader.ts'

type Columns = Omit<Tables['visitor_question'], 'id' | 'dismissed'>
type GroupKey = Pick<Columns, 'item_id' | 'meaning'>

/** How staff settled a question: codes in the column `dismissed`. */
export const settlements = { open: 0, dismissed: 1, answered: 2 } as const

/** 1 for a question without an answer that staff have not settled, else 0. */
const isUnknown = sql<number>`case when kind_now = 'unknown' and dismissed = ${sql.lit(settlements.open)} then 1 else 0 end`
/** 1 for a group with such a question, else 0. */
const isUnanswered = sql<number>`max(${isUnknown})`

const hasSameMeaning = (
  { and }: ExpressionBuilder<Tables, 'visitor_question'>,
  { item_id, meaning }: GroupKey,
) => and({ item_id, meaning })

type NewQuestion = Omit<Columns, 'kind_now' | 'asked_of'>

const addQuestion = prepareQuery(
  (
    db,
    day: string,
    itemId: number,
    lang: NewQuestion['lang'],
    question: string,
    meaning: string,
    kind: NewQuestion['kind'],
  ) =>
    db
      .insertInto('visitor_question')
      .columns([
        'item_id',
        'dismissed',
        'day',
        'lang',
        'question',
        'meaning',
        'kind',
        'kind_now',
        'asked_of',
      ])
      .expression(({ selectFrom, val }) =>
        selectFrom(selectItems(db).as('item'))
          .select([
            'id',
            sql`(select coalesce(max(dismissed), 0) from visitor_question
              where item_id = ${itemId} and meaning = ${meaning})`.as('dismissed'),
          ])
          // In the order of the columns above; expressions need distinct names.
          .select(
            [day, lang, question, meaning, kind, kind, ''].map((value, index) =>
              val(value).as(`value_${index}`),
            ),
          )
          .where('id', '=', itemId),
      ),
)

export const questionStore = (db: Db) => {
  const selectMatching = ({ state, lang, item, from, to }: QuestionFilter) =>
    db
      .selectFrom('visitor_question')
      .where('dismissed', state === 'dismissed' ? '=' : '!=', settlements.dismissed)
      .$if(lang !== undefined, (query) =>
        query.where('lang', '=', lang as NonNullable<typeof lang>),
      )
      .$if(item !== undefined, (query) => query.where('item_id', '=', item as number))
      .$if(from !== undefined, (query) => query.where('day', '>=', from as string))
      .$if(to !== undefined, (query) => query.where('day', '<=', to as string))

  const selectGroups = (filter: QuestionFilter) =>
    selectMatching(filter)
      .groupBy(['item_id', 'meaning'])
      .$if(filter.state === 'unanswered', (query) => query.having(isUnanswered, '=', 1))
      .$if(filter.state === 'answered', (query) => query.having(isUnanswered, '=', 0))

  return {
    /**
     * Adds a question unless its item no longer exists. It inherits the state of questions with the
     * same meaning.
     */
    add: ({ day, item_id, lang, question, meaning, kind }: NewQuestion) =>
      addQuestion(db, day, item_id, lang, question, meaning, kind),

    /** Keys of the groups, unanswered ones first, then by frequency. */
    listKeys: (filter: QuestionFilter, { after, limit }: { after: number; limit: number }) =>
      selectGroups(filter)
        .select(['item_id', 'meaning'])
        .orderBy(isUnanswered, 'desc')
        .orderBy(({ fn }) => fn.countAll(), 'desc')
        .orderBy(({ fn }) => fn.max('id'), 'desc')
        .offset(after)
        .limit(limit)
        .execute(),

    /** The parts of these groups, counted by language, answer and state. */
    listParts: (filter: QuestionFilter, keys: readonly GroupKey[]) =>
      selectMatching(filter)
        .where((eb) => eb.or(keys.map((key) => hasSameMeaning(eb, key))))
        .select(['item_id', 'meaning', 'lang', 'kind', 'kind_now', 'dismissed'])
        .select(({ fn }) => [
          fn.countAll<number>().as('count'),
          fn.min('day').as('first'),
          fn.max('day').as('last'),
          fn.max('id').as('newest'),
        ])
        .groupBy(['item_id', 'meaning', 'lang', 'kind', 'kind_now', 'dismissed'])
        .execute(),

    listTexts: (ids: readonly number[]) =>
      db
        .selectFrom('visitor_question')
        .innerJoin(selectItems(db).as('item'), 'item.id', 'item_id')
        .select([
          'visitor_question.id',
          'question',
          'item_id',
          'type',
          'identifier',
          'name',
          'public',
          'archived_at',
        ])
        .where('visitor_question.id', 'in', ids)
        .execute(),

    count: (filter: QuestionFilter) =>
      db
        .selectFrom(
          selectGroups(filter)
            .select(isUnanswered.as('unanswered'))
            .select(({ fn }) => fn.countAll<number>().as('questions'))
            .as('found'),
        )
        .select(({ fn }) => [
          fn.countAll<number>().as('groups'),
          sql<number>`cast(coalesce(sum(questions), 0) as integer)`.as('questions'),
          sql<number>`cast(coalesce(sum(unanswered), 0) as integer)`.as('unanswered'),
        ])
        .executeTakeFirstOrThrow(),

    listItems: (limit: number) =>
      db
        .selectFrom('visitor_question')
        .innerJoin(selectItems(db).as('item'), 'item.id', 'item_id')
        .select(['item.id', 'identifier', 'name'])
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .groupBy(['item.id', 'identifier', 'name'])
        .orderBy('count', 'desc')
        .orderBy('item.id')
        .limit(limit)
        .execute(),

    /** Single questions, newest first. */
    listLines: (
      { state, ...filter }: QuestionFilter,
      { before, limit }: { before: number | undefined; limit: number },
    ) =>
      selectMatching({ ...filter, ...(state === 'dismissed' && { state }) })
        .$if(state === 'unanswered', (query) => query.where(isUnknown, '=', 1))
        .$if(state === 'answered', (query) => query.where(isUnknown, '=', 0))
        .innerJoin(selectItems(db).as('item'), 'item.id', 'item_id')
        .select([
          'visitor_question.id',
          'day',
          'identifier',
          'name',
          'lang',
          'question',
          'kind',
          'kind_now',
          'dismissed',
        ])
        .$if(before !== undefined, (query) =>
          query.where('visitor_question.id', '<', before as number),
        )
        .orderBy('visitor_question.id', 'desc')
        .limit(limit)
        .execute(),

    findKey: (id: number) =>
      db
        .selectFrom('visitor_question')
        .select(['item_id', 'meaning'])
        .where('id', '=', id)
        .executeTakeFirst(),

    settle: (key: GroupKey, settlement: keyof typeof settlements) =>
      db
        .updateTable('visitor_question')
        .set({ dismissed: settlements[settlement] })
        .where((eb) => hasSameMeaning(eb, key))
        .execute(),

    /**
     * Unanswered questions that were last tried with another state of their item. `rules`
     * identifies the other inputs of an answer: program version and attributes.
     */
    listOutdated: (rules: string, limit: number) => {
      const state = sql<string>`${rules} || ' ' || item.version || ' ' || item.text_version`
      return db
        .selectFrom('visitor_question')
        .innerJoin(selectItemsInUse(db).as('item'), 'item.id', 'item_id')
        .select([
          'visitor_question.id',
          'item_id',
          'item.type',
          'lang',
          'question',
          state.as('state'),
        ])
        .where('kind', '=', 'unknown')
        .where('asked_of', '!=', state)
        .orderBy('item_id')
        .orderBy('lang')
        .limit(limit)
        .execute()
    },

    setAnswerKind: (ids: readonly number[], kind_now: Columns['kind_now'], asked_of: string) =>
      db
        .updateTable('visitor_question')
        .set({ kind_now, asked_of })
        .where('id', 'in', ids)
        .execute(),

    /** Removes questions before a day, and the oldest beyond a maximum number; returns how many. */
    async purge(beforeDay: string, max: number): Promise<number> {
      const oldestKept = db
        .selectFrom('visitor_question')
        .select('id')
        .orderBy('id', 'desc')
        .offset(max - 1)
        .limit(1)
      const { numDeletedRows } = await db
        .deleteFrom('visitor_question')
        .where(({ eb, or }) => or([eb('day', '<', beforeDay), eb('id', '<', oldestKept)]))
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

type QuestionStore = ReturnType<typeof questionStore>
export type QuestionPart = Awaited<ReturnType<QuestionStore['listParts']>>[number]
export type QuestionText = Awaited<ReturnType<QuestionStore['listTexts']>>[number]
export type QuestionLine = Awaited<ReturnType<QuestionStore['listLines']>>[number]
