import { readFileSync } from 'node:fs'
import {
  conditions,
  itemTypes,
  labelLanguages,
  NewUser,
  type Occasion,
  occasionNames,
  PictureMetadata,
  type PlaceKind,
  placeKinds,
  type TextLanguage,
  textLanguages,
} from '@vitrine/contract'
import { z } from 'zod'

const User = z
  .looseObject({ canSignIn: z.boolean().default(false) })
  .transform(({ canSignIn, ...user }) => ({ ...NewUser.parse(user), canSignIn }))

/**
 * The attribute `mp3` names the recording; the first picture's file is named after the identifier.
 */
const Item = z.strictObject({
  type: z.enum(itemTypes),
  identifier: z.string(),
  /** Language of name, description and attributes. */
  language: z.enum(labelLanguages),
  name: z.string(),
  description: z.string(),
  /** Internal note. */
  note: z.string().default(''),
  tags: z.record(z.string(), z.string().min(1)),
})

const Picture = PictureMetadata.omit({ public: true, kind: true }).extend({
  kind: PictureMetadata.shape.kind.default('view'),
})

/** The caption of an item's first picture, and its other pictures. */
const Pictures = Picture.extend({
  identifier: z.string(),
  others: z.array(Picture.extend({ file: z.string() })),
})

/** By identifier and field. */
const Translations = z.record(z.string(), z.record(z.string(), z.string().min(1)))

const Passage = z.strictObject({ now: z.string(), earlier: z.string() })

/** A correction of a description, which made some translations outdated. */
const Revision = z.strictObject({
  identifier: z.string(),
  /** First name of a user. */
  by: z.string(),
  daysAgo: z.int().min(0),
  original: Passage,
  outdated: z.partialRecord(z.enum(textLanguages), Passage),
})

/** Translations of attribute values, by key and value. */
const Glossary = z.record(
  z.string(),
  z.record(z.string(), z.partialRecord(z.enum(labelLanguages), z.string().min(1))),
)

const Comment = z.strictObject({
  identifier: z.string(),
  /** First name of a user. */
  by: z.string(),
  daysAgo: z.int().min(0),
  text: z.string(),
  /** Whether it answers the comment above it. */
  isReply: z.literal(true).optional(),
  /** `for` is the assignee's first name. */
  task: z
    .strictObject({
      for: z.string().optional(),
      dueInDays: z.int().optional(),
      done: z.strictObject({ by: z.string(), daysAgo: z.int().min(0) }).optional(),
    })
    .optional(),
})

/** A condition check of an item. */
const Condition = z.strictObject({
  identifier: z.string(),
  /** First name of a user. */
  by: z.string(),
  daysAgo: z.int().min(0),
  state: z.enum(conditions),
  occasion: z.enum(Object.keys(occasionNames) as [Occasion, ...Occasion[]]),
  text: z.string(),
  /** Media files. */
  photos: z.array(z.string()).default([]),
})

/**
 * Template for journal entries about a recurring scene. An entry has one line of each group, which
 * may be empty; '{name}' is replaced by a word of that list.
 */
const Scene = z.strictObject({
  language: z.enum(['de', 'fr']),
  tags: z.array(z.string()),
  /** Months in which it happens (1 to 12); by default all. */
  months: z.array(z.int().min(1).max(12)).optional(),
  /** Happens a few times a year. */
  rare: z.literal(true).optional(),
  lines: z.array(z.array(z.string())),
})
export type Scene = z.output<typeof Scene>

const Journal = z.strictObject({
  tags: z.array(z.string()),
  words: z.record(z.string(), z.array(z.string())),
  scenes: z.array(Scene),
})
export type Journal = z.output<typeof Journal>

const Event = z.strictObject({
  inDays: z.int(),
  /** Last day of an event of several days. */
  lastInDays: z.int().optional(),
  time: z.string().default(''),
  start: z.boolean().default(false),
  inactive: z.boolean().default(false),
  fr: z.string(),
  de: z.string(),
  en: z.string(),
})

/** A visitor's question, which was asked on each of these days. */
const Question = z.strictObject({
  identifier: z.string(),
  language: z.enum(labelLanguages),
  question: z.string(),
  daysAgo: z.array(z.int().min(0)),
})

const VisitTexts = z.strictObject({
  hours: z.string(),
  tickets: z.string(),
  access: z.string(),
  facilities: z.string(),
})
/** Visitor information about a museum. */
const Museum = z.strictObject({
  email: z.string(),
  telephone: z.string(),
  fr: VisitTexts,
  de: VisitTexts,
  en: VisitTexts,
})

const createReader =
  <Texts>(name: string, schema: z.ZodType<Texts>) =>
  (): Texts =>
    schema.parse(
      JSON.parse(readFileSync(new URL(`../texts/${name}.json`, import.meta.url), 'utf8')),
    )

/** A place; `in` is the code of its parent. */
const Place = z.strictObject({
  code: z.string(),
  name: z.string(),
  kind: z.enum(Object.keys(placeKinds) as [PlaceKind, ...PlaceKind[]]),
  in: z.string().optional(),
})

export const readTexts = {
  users: createReader('users', z.array(User)),
  items: createReader('items', z.array(Item)),
  pictures: createReader('pictures', z.array(Pictures)),
  translations: (language: TextLanguage) =>
    createReader(`translations/${language}`, Translations)(),
  revisions: createReader('revisions', z.array(Revision)),
  glossary: createReader('glossary', Glossary),
  comments: createReader('comments', z.array(Comment)),
  conditions: createReader('conditions', z.array(Condition)),
  journal: createReader('journal', Journal),
  events: createReader('events', z.array(Event)),
  questions: createReader('questions', z.array(Question)),
  museums: createReader('museums', z.record(z.string(), Museum)),
  places: createReader('places', z.array(Place)),
}
