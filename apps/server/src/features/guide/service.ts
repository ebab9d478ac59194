import { isDeepStrictEqual } from 'node:util'
import {
  type AnswerKind,
  type AttributeRow,
  type ItemType,
  inLanguage,
  inventoryTypes,
  itemTypes,
  type LabelLanguage,
  type MuseumState,
  type MuseumTopic,
  museumText,
  museumTopics,
  type PageLanguage,
  type ReadItem,
  readRows,
  spokenRow,
  visitorWords,
  withLang,
} from '@vitrine/contract'
import {
  type Answer,
  answer,
  type ItemNames,
  indexNames,
  languageAsked,
  type MuseumQuestion,
  maxQuestion,
  meaningOf,
  museumQuestion,
  type PreparedItem,
  prepareItem,
  type Source,
  topicsOf,
} from '@vitrine/guide'
import { type AskProblem, type Fact, type GuideAnswer, languageOfRow, type Said, type Turn } from '@vitrine/pages'
import { chosenSources, type SourcedQuestion } from '../../adapters/models/from-sources.ts'
import type { Model } from '../../adapters/models/model.ts'
import { translatedQuestion } from '../../adapters/models/translated-question.ts'
import { seconds } from '../../base/clock.ts'
import { yieldToEventLoop } from '../../base/event-loop.ts'
import { promiseCache } from '../../base/promise-cache.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { type PublicLists, pathOf, publicLists, type VisitorService, visitorsOf } from '../factsheets/index.ts'
import { type MuseumService, museumsOf } from '../museums/index.ts'
import { answeringFromPage, type QuestionService, questionList, questionService } from '../questions/index.ts'
import { type Asker, type QuestionLimits, questionLimits } from './limits.ts'
import { scrubbed } from './scrub.ts'

interface Parts {
  readonly visitors: VisitorService
  readonly museums: MuseumService
  readonly lists: PublicLists
  readonly questions: (handle?: Tx) => Pick<QuestionService, 'keep'>
  readonly limits: QuestionLimits
  /** Null where no language model is configured. */
  readonly model: ReturnType<typeof visitorsModel> | null
}

/** An item as a visitor reads it, ready to be asked about. */
export interface AskedItem extends PageLanguage, ReadItem {
  readonly id: number
  readonly type: ItemType
  readonly rows: readonly AttributeRow[]
  readonly prepared: PreparedItem
  /** What the museum says about a visit. */
  readonly museum: MuseumState
}

interface NamesAndTypes {
  readonly names: ItemNames
  readonly types: ReadonlyMap<number, ItemType>
}

interface Found {
  readonly found: Answer
  /** Asked about the museum instead of the item. */
  readonly about: MuseumQuestion | null
  readonly types: NamesAndTypes['types']
  readonly asksModel: boolean
}

/** Questions that the guide can answer. */
interface Examples {
  readonly rows: readonly { readonly question: string; readonly answer: Answer }[]
  readonly story: readonly string[]
}

/** What depends on the item, the catalogue and the language alone. */
type ShownItem = Omit<AskedItem, keyof PageLanguage | 'museum'>

// The index of a text of 20,000 letters takes about a megabyte.
const bytesPerLetter = 50
const bytesOf = (item: ShownItem | string) => (typeof item === 'string' ? 0 : bytesPerLetter * item.description.length)
const maxItems = 100
const maxSuggestions = 4
const maxFurther = 3

/** Answers visitors' questions about an item from what its page shows. */
export const guideService = ({ visitors, museums, lists, questions, limits, model }: Parts) => {
  const items = promiseCache<ShownItem | 'unknown' | 'withdrawn'>(maxItems, bytesOf)
  const cachedNames = promiseCache<NamesAndTypes>(1)

  /** All that visitors see, made again only after a change of a list. */
  const namesAndTypes = async () =>
    cachedNames((await Promise.all(itemTypes.map(visitors.entriesRevision))).join(' '), async () => {
      const entries = await Promise.all(
        itemTypes.map(async (type) => (await lists.entries(type)).map((entry) => ({ ...entry, type }))),
      )
      await yieldToEventLoop()
      const all = entries.flat()
      return {
        names: indexNames(all.map(({ id, name, type, tags }) => ({ id, name, ...makerIn(type, tags) }))),
        types: new Map(all.map(({ id, type }) => [id, type])),
      }
    })

  async function read(
    type: ItemType,
    number: number,
    lang: LabelLanguage,
  ): Promise<ShownItem | 'unknown' | 'withdrawn'> {
    const item = await visitors.byNumber(type, number)
    if (typeof item === 'string') return item
    const definitions = await visitors.definitions(type)
    const shown = inLanguage(item, lang, definitions)
    const { musicRows, rows: otherRows } = readRows(item, shown, lang, definitions)
    const rows = [...musicRows, ...otherRows]
    const textLanguage = shown.languages.description || lang
    const prepared = prepareItem({ id: item.id, name: shown.name, rows, text: shown.description, textLanguage }, lang)
    return { ...shown, id: item.id, type, rows, prepared }
  }

  const examples = new WeakMap<PreparedItem, Examples>()
  function examplesOf(item: AskedItem): Examples {
    const known = examples.get(item.prepared) ?? { rows: askedRows(item), story: askedStory(item) }
    examples.set(item.prepared, known)
    return known
  }

  /** What can be asked next: of the table, and one question that the text answers; not what was just asked, in whatever words. */
  function further(item: AskedItem, question: string, found: Answer): string[] {
    const { rows, story } = examplesOf(item)
    const asked = meaningOf(question, item.lang)
    const [told] = story.filter((other) => meaningOf(other, item.lang) !== asked)
    const named = rows.filter((row) => !isDeepStrictEqual(row.answer, found)).map((row) => row.question)
    return told === undefined ? named.slice(0, maxFurther) : [...named.slice(0, maxFurther - 1), told]
  }

  async function linksTo(ids: readonly number[], types: NamesAndTypes['types'], language: PageLanguage) {
    const byType = itemTypes.map((type) =>
      lists.links(
        type,
        ids.filter((id) => types.get(id) === type),
        language.lang,
      ),
    )
    return (await Promise.all(byType)).flat().map(({ href, name, language: written }) => ({
      href: withLang(href, language),
      name: { text: name, language: written },
    }))
  }

  /** Lines of the item's page that a model has chosen; nothing where it has found none. */
  async function fromModel(item: AskedItem, question: string, signal: AbortSignal): Promise<GuideAnswer | null> {
    const lines = linesOf(item)
    const sources = lines.map((line, index) => ({ id: index + 1, text: plainText(line) }))
    const chosen = await model?.choose({ question, sources }, signal)
    return chosen ? { kind: 'model', lines: chosen.flatMap(({ id }) => lines[id - 1] ?? []) } : null
  }

  /** What the guide finds with the question in the language of the text; of the translation itself nothing is shown. */
  async function fromTranslation(item: AskedItem, question: string, signal: AbortSignal): Promise<Answer | null> {
    const { lexicon, sentences } = item.prepared.text
    if (sentences.length === 0 || languageAsked(question, item.prepared) === lexicon.language) return null
    const translated = await model?.translate(question, lexicon.language, signal)
    const found = translated ? answer(item.prepared.askedIn(lexicon.language), translated) : null
    return found?.kind === 'unknown' ? null : found
  }

  return {
    names: async (): Promise<ItemNames> => (await namesAndTypes()).names,

    /** The item with this number as a reader of a language sees it. */
    async find(type: ItemType, number: number, language: PageLanguage): Promise<AskedItem | 'unknown' | 'withdrawn'> {
      const key = [type, number, language.lang, await visitors.revision()].join(' ')
      const item = await items(key, () => read(type, number, language.lang))
      return typeof item === 'string' ? item : { ...item, ...language, museum: await museums.of(type) }
    },

    suggestions: (item: AskedItem): readonly string[] => examplesOf(item).rows.map(({ question }) => question),

    /**
     * What the guide finds by itself, once the question is counted; or why it is not answered. A fact is certain; before quotes or
     * nothing, a model is asked where there is one: to translate the question where the text is in another language, then to choose lines. A question beyond the day's number is neither kept nor sent to a model.
     */
    async begin(item: AskedItem, question: string, asker: Asker): Promise<Found | AskProblem> {
      if (question === '') return 'empty'
      if (question.length > maxQuestion) return 'long'
      const { names, types } = await namesAndTypes()
      let begun: Found | undefined
      await limits.count(asker, async (tx, isWithinDay) => {
        const about = museumQuestion(question, item.lang)
        const found: Answer = about ? { kind: 'unknown' } : answer(item.prepared, question, names)
        const asksModel = isWithinDay && model !== null && found.kind !== 'fact' && !about
        begun = { found, about, types, asksModel }
        // Only a model's answer is waited for before the question is kept: one flush to the disk is enough for the others.
        if (isWithinDay && !asksModel && !isCourtesy(about))
          await questions(tx).keep(keptQuestion(item, question, isToldOf(item, about) ? 'fact' : found.kind))
      })
      return begun ?? 'minute'
    },

    async answer(item: AskedItem, question: string, { found, about, types, asksModel }: Found, signal: AbortSignal) {
      const translated = asksModel && !found.others ? await fromTranslation(item, scrubbed(question), signal) : null
      const chosen = asksModel && !translated ? await fromModel(item, scrubbed(question), signal) : null
      const given = chosen ?? (about ? museumAnswer(item, about) : shownAnswer(translated ?? found, item))
      if (asksModel) await questions().keep(keptQuestion(item, question, chosen || translated ? 'model' : found.kind))
      const others = found.others ? await linksTo(found.others, types, item) : []
      return { question, answer: given, others, further: further(item, question, found) } satisfies Turn
    },
  }
}

/** What the museum has written about a subject; null for how to reach it, and where there is nothing. */
const museumSays = ({ museum, lang }: AskedItem, about: MuseumQuestion) =>
  isTopic(about) ? museumText(museum, about, lang) : null

const isTopic = (about: MuseumQuestion): about is MuseumTopic => museumTopics.some((topic) => topic === about)

const isCourtesy = (about: MuseumQuestion | null) => about === 'greeting' || about === 'thanks'

/** Whether what is asked about the museum can be told. */
const isToldOf = (item: AskedItem, about: MuseumQuestion | null): boolean => {
  if (about === 'contact') return item.museum.email !== '' || item.museum.telephone !== ''
  return about !== null && museumSays(item, about) !== null
}

const museumAnswer = (item: AskedItem, about: MuseumQuestion): GuideAnswer =>
  about === 'greeting' || about === 'thanks' ? { kind: about } : { kind: 'museum', said: museumSays(item, about) }

/** Names of what the guide can tell, the most asked for first; what else stands in the headline is left out. */
function askedRows({ type, rows, prepared }: AskedItem): Examples['rows'] {
  const { asked, headline }: { asked: readonly string[]; headline: readonly string[] } = inventoryTypes[type].page
  const most = asked.flatMap((key) => rows.filter((row) => row.key === key))
  const others = rows.filter(({ key }) => !asked.includes(key) && !headline.includes(key))
  const told = [...most, ...others].flatMap((row) => {
    const question = spokenRow(row).name
    const given = answer(prepared, question)
    return given.kind === 'fact' && given.attributes[0]?.key === row.key ? [[question, given] as const] : []
  })
  return [...new Map(told)].slice(0, maxSuggestions).map(([question, given]) => ({ question, answer: given }))
}

/** Questions about names and years of the text. */
function askedStory({ lang, prepared }: AskedItem): string[] {
  const { inYear, aboutName } = visitorWords[lang].ask
  const { years, names } = topicsOf(prepared)
  return [
    ...names.map((name) => aboutName.replace('{name}', () => name)),
    ...years.map((year) => inYear.replace('{year}', year)),
  ]
    .slice(0, maxSuggestions)
    .filter((question) => answer(prepared, question).kind === 'quotes')
}

const keptQuestion = ({ id, lang }: AskedItem, question: string, kind: AnswerKind) => ({
  itemId: id,
  language: lang,
  question: scrubbed(question),
  kind,
})

export type GuideService = ReturnType<typeof guideService>

const makerIn = (type: ItemType, tags: Readonly<Record<string, string | undefined>>) => {
  const { maker } = inventoryTypes[type]
  const by = maker === null ? undefined : tags[maker]
  return by === undefined ? {} : { by }
}

function factOf(row: AttributeRow, item: AskedItem): Fact {
  const { label, value } = spokenRow(row)
  return {
    label: { text: label, language: row.labelLanguage },
    value: { text: value, language: languageOfRow(row, item) },
  }
}

/** All that a model may see: the name, the table and the text of the item's page. */
const linesOf = (item: AskedItem): (Said | Fact)[] => [
  { text: item.name, language: item.languages.name },
  ...item.rows.map((row) => factOf(row, item)),
  ...item.prepared.text.sentences.map((text) => ({ text, language: item.languages.description })),
]

const plainText = (line: Said | Fact) => ('label' in line ? `${line.label.text}: ${line.value.text}` : line.text)

function shownAnswer(found: Answer, item: AskedItem): GuideAnswer {
  if (found.kind === 'fact') return { kind: 'fact', facts: found.attributes.map((row) => factOf(row, item)) }
  if (found.kind === 'unknown')
    return found.textIn === undefined
      ? { kind: 'unknown' }
      : { kind: 'unknown', textIn: { language: found.textIn, page: pathOf(item.type, item.id) } }
  const language = item.languages.description
  return { kind: 'quotes', sentences: found.sentences.map(({ text }) => ({ text, language })) }
}

export const limitsOf = ({ db, clock, config }: Context) => questionLimits(db, clock, config.guide.dailyQuestions)

export function guideOf({ db, clock, config, model, get }: Context) {
  const limits = get(limitsOf)
  return guideService({
    visitors: get(visitorsOf),
    museums: get(museumsOf),
    lists: get(publicLists),
    questions: (handle: Db = db) => questionService(handle, clock),
    limits,
    model: model && visitorsModel(model, () => limits.spend(config.guide.modelBudget)),
  })
}

/** What visitors have asked; a question without an answer is asked again. */
export const visitorsQuestions = ({ db, get }: Context) =>
  questionList(db, answeringFromPage(get(visitorsOf), get(guideOf).names))

const choosingMs = seconds(8)
const translatingMs = seconds(4)
/** The model writes for staff as well: visitors leave it a turn. */
const maxAtOnce = 2
const task =
  'A visitor stands before an object in a museum and asks about it. The lines are all that the museum tells about it.'

/**
 * What a model does for visitors; nothing where the guide has to answer by itself. `spend` takes one answer out of the day's budget,
 * and says no once it is used up.
 */
const visitorsModel = (model: Model, spend: () => Promise<boolean>) => {
  let running = 0
  async function limited<Result>(work: () => Promise<Result | null>): Promise<Result | null> {
    if (running >= maxAtOnce) return null
    running++
    try {
      return (await spend()) ? await work() : null
    } finally {
      running--
    }
  }
  return {
    choose: async (request: SourcedQuestion, signal: AbortSignal): Promise<Source[] | null> =>
      request.sources.length === 0
        ? null
        : limited(() => chosenSources(model, request, { signal, timeoutMs: choosingMs, task })),
    translate: (question: string, language: LabelLanguage, signal: AbortSignal): Promise<string | null> =>
      limited(() =>
        translatedQuestion(model, question, language, { signal, timeoutMs: translatingMs, maxLength: maxQuestion }),
      ),
  }
}
