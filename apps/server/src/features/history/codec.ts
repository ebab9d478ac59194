import {
  emptyState,
  type FieldKind,
  type Fields,
  labelLanguages,
  type StateOf,
} from '@vitrine/contract'
import { z } from 'zod'

/** A stored state that matches no known shape. It is shown as such and never written back. */
export const unreadable = 'unreadable'
/** Null where the thing did not exist. */
export type DecodedState<State> = State | null | typeof unreadable

export interface StateCodec<State> {
  write(state: State): string
  read(stored: string | null): DecodedState<State>
  /** Validates values; throws when they are no state. */
  parse(values: unknown): State
}

const Stored = z.looseObject({ v: z.int().optional() })

/**
 * Writes states with their version and reads every shape that was ever stored. `older` lists the former ones, version 1
 * first, each transformed into the current one: when the shape changes, append the previous one and remove none. States
 * from before versions existed have none and are tried with the newest shape first. `compact` leaves out what the newest
 * shape puts back.
 */
export function stateCodec<State extends object>(
  newest: z.ZodType<State>,
  older: readonly z.ZodType<State>[] = [],
  compact: (state: State) => object = (state) => state,
): StateCodec<State> {
  const shapes = [...older, newest]
  const newestFirst = shapes.toReversed()
  return {
    write: (state) => JSON.stringify({ v: shapes.length, ...compact(state) }),

    read(stored) {
      if (stored === null) return null
      const parsed = Stored.safeParse(jsonOf(stored))
      if (!parsed.success) return unreadable
      const { v, ...values } = parsed.data
      for (const shape of v === undefined ? newestFirst : shapes.slice(v - 1, v)) {
        const state = shape.safeParse(values)
        if (state.success) return state.data
      }
      return unreadable
    },

    parse: (values) => newest.parse(values),
  }
}

/** What a field of each kind holds in a stored state. */
const stored: Readonly<Record<FieldKind, z.ZodType>> = {
  line: z.string(),
  prose: z.string(),
  html: z.string(),
  day: z.string(),
  time: z.string(),
  // As a row holds it, in states from before flags were stored as such.
  flag: z.union([z.boolean(), z.literal([0, 1]).transform((flag) => flag === 1)]),
  names: z.array(z.string()),
  id: z.int().nullable(),
  language: z.enum(labelLanguages).or(z.literal('')),
}

/** What a stored state of this version holds of a record's fields: those that there were then. */
export const fieldSchemas = <F extends Fields>(fields: F, version: number) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { since }]) => since <= version)
      .map(([name, { kind }]) => [name, stored[kind]]),
  ) as { [K in keyof F]: z.ZodType<StateOf<F>[K]> }

/** The version with which the newest field came. */
export const newestVersion = (fields: Fields): number =>
  Math.max(...Object.values(fields).map(({ since }) => since))

/** The codec of a record whose fields the contract describes: a shape for each version that a field came with. */
export function fieldCodec<F extends Fields>(fields: F): StateCodec<StateOf<F>> {
  const empty = emptyState(fields)
  const shapeOf = (version: number) =>
    z
      .strictObject(fieldSchemas(fields, version))
      .transform((state) => ({ ...empty, ...state }) as StateOf<F>)
  return versionedCodec(newestVersion(fields), shapeOf)
}

/** The codec of a record with a shape for each version up to the newest. */
export const versionedCodec = <State extends object>(
  newest: number,
  shapeOf: (version: number) => z.ZodType<State>,
  compact?: (state: State) => object,
): StateCodec<State> =>
  stateCodec(
    shapeOf(newest),
    Array.from({ length: newest - 1 }, (_, index) => shapeOf(index + 1)),
    compact,
  )

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
