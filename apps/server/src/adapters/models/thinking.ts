const opening = '<think>'
const closing = '</think>'

/** Leaves out what some models think aloud before they answer, also when a mark arrives in pieces. */
export async function* withoutThinking(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  let thinking = false
  let begun = false
  for await (const piece of pieces) {
    held += piece
    for (;;) {
      const mark = thinking ? closing : opening
      const at = held.indexOf(mark)
      if (at < 0) break
      if (!thinking) yield* told(held.slice(0, at))
      held = held.slice(at + mark.length)
      thinking = !thinking
    }
    const safe = held.length - beginning(held, thinking ? closing : opening)
    if (!thinking) yield* told(held.slice(0, safe))
    held = held.slice(safe)
  }
  if (!thinking) yield* told(held)

  // Blank lines before the first word belong to the thinking.
  function* told(text: string): Generator<string> {
    const shown = begun ? text : text.trimStart()
    if (shown === '') return
    begun = true
    yield shown
  }
}

/** How many letters at the end of a text may be the beginning of a mark. */
function beginning(text: string, mark: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length--) {
    if (mark.startsWith(text.slice(text.length - length))) return length
  }
  return 0
}
