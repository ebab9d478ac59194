const opening = '<think>'
const closing = '</think>'

/** Removes <think> blocks from a stream, also when a tag is split over several chunks. */
export async function* withoutThinking(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let buffer = ''
  let thinking = false
  let begun = false
  for await (const piece of pieces) {
    buffer += piece
    for (;;) {
      const mark = thinking ? closing : opening
      const at = buffer.indexOf(mark)
      if (at < 0) break
      if (!thinking) yield* emit(buffer.slice(0, at))
      buffer = buffer.slice(at + mark.length)
      thinking = !thinking
    }
    const safe = buffer.length - beginning(buffer, thinking ? closing : opening)
    if (!thinking) yield* emit(buffer.slice(0, safe))
    buffer = buffer.slice(safe)
  }
  if (!thinking) yield* emit(buffer)

  // Blank lines before the first word belong to the thinking.
  function* emit(text: string): Generator<string> {
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
