import { z } from 'zod'

/** A stored state that matches no known shape. It is shown as such and never written back. */
export const unreadable = 'unreadable'
/** Null where the thing did not exist. */
export type ReadState<State> = State | null | typeof unreadable

export interface StateCodec<State> {
  write(state: State): string
  read(stored: string | null): ReadState<State>
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

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
