import type { Journal, Scene } from './texts.ts'

interface Entry {
  readonly comment: string
  /** A calendar day, 'YYYY-MM-DD'. */
  readonly date: string
  readonly createdAt: string
  readonly language: Scene['language']
  readonly tags: readonly string[]
}

const entryCount = 400
const twoYears = 730
const day = 86_400_000

/** Two years of entries up to now, the same ones each time but for their dates. */
export function generateJournalEntries({ scenes, words }: Journal, now: Date): Entry[] {
  const random = createRandom(20_260_531)
  const comments = new Set<string>()
  const occasions = new Set<string>()
  const instants = new Set<number>()
  const entries: Entry[] = []
  while (entries.length < entryCount) {
    const written = pickWorkingHour(now, random)
    if (written > now || instants.has(written.getTime())) continue
    const scene = pick(scenes, random)
    if (scene.months && !scene.months.includes(written.getUTCMonth() + 1)) continue
    if (scene.rare && random() < 0.7) continue
    const date = written.toISOString().slice(0, 10)
    const occasion = `${date} ${scenes.indexOf(scene)}`
    if (occasions.has(occasion)) continue
    const comment = renderScene(scene, words, random)
    if (comments.has(comment)) continue
    comments.add(comment)
    occasions.add(occasion)
    instants.add(written.getTime())
    entries.push({
      comment,
      date,
      createdAt: written.toISOString(),
      language: scene.language,
      tags: scene.tags,
    })
  }
  return entries
}

/** A moment between 8 and 18 o'clock, on an open day: the museums are closed on Mondays. */
function pickWorkingHour(now: Date, random: () => number): Date {
  // The power puts more of them near today.
  const date = new Date(now.getTime() - Math.floor(random() ** 1.4 * twoYears) * day)
  if (date.getUTCDay() === 1) date.setUTCDate(date.getUTCDate() - 2)
  date.setUTCHours(
    7 + Math.floor(random() * 10),
    Math.floor(random() * 60),
    Math.floor(random() * 60),
    0,
  )
  return date
}

function renderScene(scene: Scene, words: Journal['words'], random: () => number): string {
  const lines = scene.lines.map((group) => pick(group, random)).filter(Boolean)
  // A line that brings its own line break needs no space before it.
  const text = lines.reduce((text, line) =>
    /\n$/.test(text) || line.startsWith('\n') ? text + line : `${text} ${line}`,
  )
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => pick(words[name] ?? [], random))
}

const pick = <T>(choices: readonly T[], random: () => number): T =>
  choices[Math.floor(random() * choices.length)] as T

/** Numbers from 0 to 1 that look random and are the same for the same start (a linear congruential generator). */
function createRandom(start: number): () => number {
  let state = start
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
