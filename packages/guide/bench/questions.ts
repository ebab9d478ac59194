import { readFileSync } from 'node:fs'
import {
  type AttributeDefinition,
  buildAttributeRows,
  type Glossary,
  type LabelLanguage,
  type TextLanguage,
  textLanguages,
  toPlainText,
  toTextLanguage,
} from '@vitrine/contract'
import type { GuideEvent, GuideItem } from '../src/index.ts'

/** Development uses the known half only; of the held-out half, only totals are printed. */
export type Half = 'known' | 'held out'
export type QuestionSet = 'facts' | 'story' | 'unknown' | 'visit' | 'attacks'

/**
 * Origin of a question. `own`: written with the lexicon. `outside` and `outside-2`: without knowing
 * it. `later`: before the rule for rows changed. `tuning` and `held-out`: for choosing and judging
 * the rules for sentences. `strict`: before a sentence had to contain all words of a question.
 */
export const questionSources = [
  'own',
  'outside',
  'outside-2',
  'later',
  'tuning',
  'held-out',
  'strict',
] as const
export type QuestionSource = (typeof questionSources)[number]

export interface Question {
  readonly set: QuestionSet
  readonly source: QuestionSource
  readonly half: Half
  readonly language: LabelLanguage
  readonly item: string
  readonly question: string
  /** Attribute keys, parts of sentences, museum subjects or events, or the kind of answer. */
  readonly expected: readonly string[]
  /** Replaces the item's text. */
  readonly text?: string
}

const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

/** Assigns a half by an FNV-1a hash, so that it does not change when questions are added. */
function assignHalf(text: string): Half {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return (hash >>> 7) % 2 === 0 ? 'known' : 'held out'
}

type Lists = Readonly<Record<LabelLanguage, readonly (readonly string[])[]>>

function readQuestions(
  set: QuestionSet,
  split: (rest: readonly string[]) => readonly string[],
  lists = read(`../questions/${set}.json`) as Lists,
): Question[] {
  return Object.entries(lists).flatMap(([language, questions]) =>
    questions.map(([item = '', question = '', ...rest]) => ({
      set,
      source: 'own',
      half: assignHalf(`${language}|${item}|${question}`),
      language: language as LabelLanguage,
      item,
      question,
      expected: split(rest),
    })),
  )
}

/** A file with several sets. */
function readQuestionFile(name: 'practice' | Exclude<QuestionSource, 'own'>): Question[] {
  const { facts, story, unknown, visit } = read(`../questions/${name}.json`) as Readonly<
    Record<QuestionSet, Lists>
  >
  return [
    ...readQuestions('facts', splitKeys, facts),
    ...readQuestions('story', (parts) => parts, story),
    ...readQuestions('unknown', () => ['unknown'], unknown),
    ...(visit ? readQuestions('visit', (parts) => parts, visit) : []),
  ]
}

const splitKeys = ([keys = '']: readonly string[]) => keys.split(' ')

interface BuiltAttack {
  readonly language: LabelLanguage
  readonly item: string
  readonly question?: string
  readonly repeat?: readonly [string, number]
  readonly text?: string
  readonly textRepeat?: readonly [string, number]
  readonly expect: string
}

function builtAttacks(): Question[] {
  const repeated = (recipe?: readonly [string, number]) => recipe?.[0].repeat(recipe[1])
  return (read('../questions/built-attacks.json') as readonly BuiltAttack[]).map((attack) => {
    const text = attack.text ?? repeated(attack.textRepeat)
    const question = attack.question ?? repeated(attack.repeat) ?? ''
    return {
      set: 'attacks',
      source: 'own',
      half: assignHalf(question.slice(0, 300) + (text ?? '').slice(0, 300)),
      language: attack.language,
      item: attack.item,
      question,
      expected: [attack.expect],
      ...(text === undefined ? {} : { text }),
    }
  })
}

export const loadQuestions = (): Question[] => [
  ...readQuestions('facts', splitKeys),
  ...readQuestions('story', (parts) => parts),
  ...readQuestions('unknown', () => ['unknown']),
  // Used in development, so none is held out.
  ...[
    ...readQuestions('attacks', (kinds) => kinds),
    ...builtAttacks(),
    ...readQuestionFile('practice'),
  ].map((question) => ({
    ...question,
    half: 'known' as const,
  })),
  ...(['outside', 'outside-2'] as const).flatMap((source) =>
    readQuestionFile(source).map((question) => ({ ...question, source, half: 'known' as const })),
  ),
  ...readQuestionFile('later').map((question) => ({ ...question, source: 'later' as const })),
  ...readQuestionFile('tuning').map((question) => ({
    ...question,
    source: 'tuning' as const,
    half: 'known' as const,
  })),
  ...readQuestionFile('held-out').map((question) => ({
    ...question,
    source: 'held-out' as const,
    half: 'held out' as const,
  })),
  ...readQuestionFile('strict').map((question) => ({ ...question, source: 'strict' as const })),
]

/** The demo's coming events, as pages in a language show them. */
export function demoEvents(language: LabelLanguage): GuideEvent[] {
  const events = read('../../demo/texts/events.json') as readonly DemoEvent[]
  const readable = toTextLanguage(language)
  return events
    .filter(({ inDays, inactive }) => inDays >= 0 && !inactive)
    .map((event) => ({ text: toPlainText(event[readable]), language: readable }))
}

interface DemoEvent extends Readonly<Record<TextLanguage, string>> {
  readonly inDays: number
  readonly inactive?: true
}

interface DemoItem {
  readonly type: 'car' | 'art'
  readonly identifier: string
  readonly language: LabelLanguage
  readonly name: string
  readonly description: string
  readonly tags: Readonly<Record<string, string>>
}

/** By identifier and field. Untranslated fields are shown in the original. */
type Translations = Readonly<Record<string, Readonly<Record<string, string>>>>
interface Catalogue {
  readonly attributes: Readonly<
    Record<string, Omit<AttributeDefinition, 'tag_key'> & { readonly audience: string }>
  >
}

/** The demo's items as pages pass them to the guide: in the visitor's language, else in English. */
export function demoItems(): Map<string, (language: LabelLanguage) => GuideItem> {
  const items = read('../../demo/texts/items.json') as readonly DemoItem[]
  const translations = new Map(
    textLanguages.map((language) => [
      language,
      read(`../../demo/texts/translations/${language}.json`) as Translations,
    ]),
  )
  const glossaries = read('../../demo/texts/glossary.json') as Readonly<Record<string, Glossary>>
  const { attributes } = read(
    '../../../apps/server/src/db/migrations/013-attributes.json',
  ) as Catalogue
  const catalogue = Object.entries(attributes)
    .filter(([, { audience }]) => audience === 'visitors')
    .map(([tag_key, meaning]) => ({ ...meaning, tag_key, glossary: glossaries[tag_key] ?? {} }))
  return new Map(
    items.map((item) => [
      item.identifier,
      (language) => {
        const readable = toTextLanguage(language)
        const isOriginal = item.language === language || item.language === readable
        const translated =
          (isOriginal ? undefined : translations.get(readable)?.[item.identifier]) ?? {}
        const { name = item.name, description = item.description, ...values } = translated
        const shown = buildAttributeRows(catalogue, { ...item.tags, ...values }, language)
        const rows = [{ key: 'name', label: 'Name', value: name }, ...shown]
        return {
          name,
          rows,
          text: description,
          textLanguage: isOriginal ? item.language : readable,
        }
      },
    ]),
  )
}
