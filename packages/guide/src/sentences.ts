const longestSentence = 600
// No mark before the first: a run of marks is read once, not from each of its marks on.
const end = /(?<![.!?…])[.!?…]+["»”’')\]]*(?=\s)|[。！？]+[」』]?|\n+/gu
const abbreviation =
  /(?:^|[\s(«‘’“-])(?:\p{L}|ca|dr|st|nr|no|op|bzw|vgl|etc|mr|mrs|ms|mme|prof|ing|inv|bd|vol|cf|env|jh|geb|gest|tél|sog|inkl|usw)\.$/iu
const ordinal = /(?<!\d)\d{1,2}\.$/

/** A text cut into its sentences, each as it is written. */
export function sentencesOf(text: string): string[] {
  const found: string[] = []
  let from = 0
  const cut = (to: number) => {
    const sentence = text.slice(from, to).trim()
    from = to
    if (sentence) found.push(...shortened(sentence))
  }
  for (const match of text.matchAll(end)) {
    const to = match.index + match[0].length
    if (match[0] === '.') {
      const before = text.slice(Math.max(from, to - 8), to)
      if (abbreviation.test(before) || ordinal.test(before)) {
        // A sentence may still end here, as after a year or an initial; only a capital after it would tell, and names have one, too.
        continue
      }
    }
    cut(to)
  }
  cut(text.length)
  return found
}

/** Nobody reads a quote of a page: what has no full stop is cut at a space. */
function shortened(sentence: string): string[] {
  const parts: string[] = []
  let rest = sentence
  while (rest.length > longestSentence) {
    const space = rest.lastIndexOf(' ', longestSentence)
    const at = space > longestSentence / 2 ? space : longestSentence
    parts.push(rest.slice(0, at).trim())
    rest = rest.slice(at).trim()
  }
  return rest ? [...parts, rest] : parts
}
