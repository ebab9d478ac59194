import { readFileSync } from 'node:fs'
import {
  itemTypes,
  labelLanguages,
  NewUser,
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

/** A recording is named by the attribute `mp3`; the first picture bears the item's identifier. */
const Item = z.strictObject({
  type: z.enum(itemTypes),
  identifier: z.string(),
  /** Of the original: its name, description and attributes. */
  language: z.enum(labelLanguages),
  name: z.string(),
  description: z.string(),
  /** For staff. */
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

/** A corrected description, and the translations of it that are outdated since. */
const Revision = z.strictObject({
  identifier: z.string(),
  /** First name of a user. */
  by: z.string(),
  daysAgo: z.int().min(0),
  original: Passage,
  outdated: z.partialRecord(z.enum(textLanguages), Passage),
})

/** The words for an attribute's values, by key and value. */
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
  /** Answers the comment above it. */
  isReply: z.literal(true).optional(),
  /** The assignee, by first name. */
  task: z
    .strictObject({
      for: z.string().optional(),
      dueInDays: z.int().optional(),
      done: z.strictObject({ by: z.string(), daysAgo: z.int().min(0) }).optional(),
    })
    .optional(),
})

/**
 * A recurring scene in a museum, never worded the same way twice. It is written by taking one line of each
 * group; a group with an empty line may be left out. '{name}' stands for a word of that list.
 */
const Scene = z.strictObject({
  language: z.enum(['de', 'fr']),
  tags: z.array(z.string()),
  /** The months in which it happens, 1 to 12; any month where there are none. */
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
  /** Of an ongoing event. */
  lastInDays: z.int().optional(),
  time: z.string().default(''),
  start: z.boolean().default(false),
  inactive: z.boolean().default(false),
  fr: z.string(),
  de: z.string(),
  en: z.string(),
})

/** A visitor's question, once for each of these days. */
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
/** What visitors are told about a museum. */
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

/** A place, and the code of the one that it is in. */
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
  journal: createReader('journal', Journal),
  events: createReader('events', z.array(Event)),
  questions: createReader('questions', z.array(Question)),
  museums: createReader('museums', z.record(z.string(), Museum)),
  places: createReader('places', z.array(Place)),
}
