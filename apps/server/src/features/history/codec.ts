import {
  createEmptyState,
  type FieldKind,
  type Fields,
  labelLanguages,
  type RecordState,
} from '@vitrine/contract'
import { z } from 'zod'

/**
 * Stands for a stored state that matches no known schema; it is shown as such and never written
 * back.
 */
export const unreadable = 'unreadable'

/** A state as read from the history; null if the subject did not exist. */
export type DecodedState<State> = State | null | typeof unreadable

export interface StateCodec<State> {
  write(state: State): string
  read(stored: string | null): DecodedState<State>
  /** Validates a state of the newest version; throws if it is invalid. */
  parse(values: unknown): State
}

/** `v` is the version of the schema; older states have none. */
const StoredState = z.looseObject({ v: z.int().optional() })

/**
 * Writes states with their version, and reads every schema that was ever stored.
 *
 * `older` has the former schemas, version 1 first, each transforming its states into the newest
 * form: append the previous schema when it changes, and never remove one. States from before
 * versions were stored are tried with all schemas, newest first. `compact` omits values that the
 * newest schema adds again.
 */
export function stateCodec<State extends object>(
  newest: z.ZodType<State>,
  older: readonly z.ZodType<State>[] = [],
  compact: (state: State) => object = (state) => state,
): StateCodec<State> {
  const schemas = [...older, newest]
  const newestFirst = schemas.toReversed()
  return {
    write: (state) => JSON.stringify({ v: schemas.length, ...compact(state) }),

    read(stored) {
      if (stored === null) return null
      const parsed = StoredState.safeParse(parseJson(stored))
      if (!parsed.success) return unreadable
      const { v: version, ...values } = parsed.data
      // No schema for a version that does not exist.
      const candidates = version === undefined ? newestFirst : schemas.slice(version - 1, version)
      for (const schema of candidates) {
        const result = schema.safeParse(values)
        if (result.success) return result.data
      }
      return unreadable
    },

    parse: (values) => newest.parse(values),
  }
}

/** Schemas of stored values by kind of field. */
const valueSchemas: Readonly<Record<FieldKind, z.ZodType>> = {
  line: z.string(),
  prose: z.string(),
  html: z.string(),
  day: z.string(),
  time: z.string(),
  // Older states hold flags as 0 and 1, like the rows of the database.
  flag: z.union([z.boolean(), z.literal([0, 1]).transform((flag) => flag === 1)]),
  // Any text, so that histories stay readable when an option is dropped.
  choice: z.string(),
  names: z.array(z.string()),
  photos: z.array(z.string()),
  id: z.int().nullable(),
  language: z.enum(labelLanguages).or(z.literal('')),
}

/** Schemas of the fields that existed in this version. */
export const fieldSchemas = <F extends Fields>(fields: F, version: number) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { since }]) => since <= version)
      .map(([name, { kind }]) => [name, valueSchemas[kind]]),
  ) as { [K in keyof F]: z.ZodType<RecordState<F>[K]> }

/** The version that added the newest field. */
export const newestVersion = (fields: Fields): number =>
  Math.max(...Object.values(fields).map(({ since }) => since))

/**
 * Creates the codec of a record described by the contract, whose versions differ in their fields.
 */
export function fieldCodec<F extends Fields>(fields: F): StateCodec<RecordState<F>> {
  const emptyState = createEmptyState(fields)
  const createSchema = (version: number) =>
    z
      .strictObject(fieldSchemas(fields, version))
      .transform((state) => ({ ...emptyState, ...state }) as RecordState<F>)
  return versionedCodec(newestVersion(fields), createSchema)
}

/** Creates a codec with a schema for each version from 1 to the newest. */
export const versionedCodec = <State extends object>(
  newest: number,
  createSchema: (version: number) => z.ZodType<State>,
  compact?: (state: State) => object,
): StateCodec<State> =>
  stateCodec(
    createSchema(newest),
    Array.from({ length: newest - 1 }, (_, index) => createSchema(index + 1)),
    compact,
  )

/** Undefined for invalid JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
