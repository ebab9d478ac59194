import concepts from './lexicon/concepts.json' with { type: 'json' }

/** Something that visitors ask for, with the attributes that answer it. */
export interface Concept {
  /** Sets of answering rows. The first set with a filled row is used. */
  readonly rows: readonly (readonly string[])[]
  /** Question words that may ask for it, besides 'what' and 'which'. */
  readonly when?: readonly string[]
  /** Concept whose accompanying words it shares. */
  readonly like?: string
  /** More general concept, over which it takes precedence: 'until when was it built'. */
  readonly narrows?: string
  /** Also applies to the motif of a picture: 'How high is the Niesen?' */
  readonly shown?: boolean
  /** Applies to pictures only. */
  readonly pictures?: boolean
  /** Also applies to people: 'How tall was Hodler?' */
  readonly living?: boolean
  /**
   * For pictures, requires that the question mentions the picture: 'Quanti anni ha?' means the
   * sitter.
   */
  readonly named?: boolean
  /** The answer is a number; sentences without one do not answer it. */
  readonly number?: boolean
  /** If the row is empty, the text may contain the answer. */
  readonly told?: boolean
}

export type QuestionWordKind = 'who' | 'whom' | 'when' | 'where' | 'why' | 'amount' | 'extent'

const conceptTable: Readonly<Record<string, Concept>> = concepts

export const conceptNames = Object.keys(conceptTable)

export const getConcept = (name: string): Concept | undefined => conceptTable[name]

/** Attributes that the lexicon knows. Others are found by their labels. */
export const lexiconAttributeKeys: ReadonlySet<string> = new Set(
  Object.values(conceptTable).flatMap(({ rows }) => rows.flat()),
)

/** Attributes that only pictures have. */
export const pictureOnlyKeys = Object.values(conceptTable).flatMap(({ rows, pictures }) =>
  pictures ? rows.flat() : [],
)
