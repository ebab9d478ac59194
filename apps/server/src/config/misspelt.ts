import { editsBetween } from '@vitrine/text'
import { Environment } from './environment.ts'
import type { Given } from './problems.ts'

// Shorter names resemble those of other programs: HOME is no misspelt HOST.
const minLength = 6

/** Names that are most likely meant for Vitrine and unknown to it, each in a sentence. */
export function misspelt(given: Given): string[] {
  const known = Object.keys(Environment.shape).flatMap((name) => [name, `${name}_FILE`])
  return Object.keys(given)
    .filter((name) => name.length >= minLength && !known.includes(name))
    .flatMap((name) => {
      const maxEdits = name.length < 8 ? 1 : 2
      const [nearest] = known
        .map((other) => ({ other, edits: editsBetween(name, other, maxEdits, false) }))
        .filter(({ edits }) => edits <= maxEdits)
        .sort((a, b) => a.edits - b.edits)
      return nearest ? [`${name} is no variable of Vitrine and has no effect. Is ${nearest.other} meant?`] : []
    })
}
