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

/** Generates two years of entries up to `now`. Only their dates depend on `now`. */
export function generateJournalEntries({ scenes, words }: Journal, now: Date): Entry[] {
  const random = createRandom(20_260_531)
  const comments = new Set<string>()
  const occasions = new Set<string>()
  const instants = new Set<number>()
  const entries: Entry[] = []
  while (entries.length < entryCount) {
    const createdAt = pickWorkingHour(now, random)
    if (createdAt > now || instants.has(createdAt.getTime())) continue
    const scene = pick(scenes, random)
    if (scene.months && !scene.months.includes(createdAt.getUTCMonth() + 1)) continue
    if (scene.rare && random() < 0.7) continue
    const date = createdAt.toISOString().slice(0, 10)
    const occasion = `${date} ${scenes.indexOf(scene)}`
    if (occasions.has(occasion)) continue
    const comment = renderScene(scene, words, random)
    if (comments.has(comment)) continue
    comments.add(comment)
    occasions.add(occasion)
    instants.add(createdAt.getTime())
    entries.push({
      comment,
      date,
      createdAt: createdAt.toISOString(),
      language: scene.language,
      tags: scene.tags,
    })
  }
  return entries
}

/** A time between 8:00 and 18:00 on an open day (the museums are closed on Mondays). */
function pickWorkingHour(now: Date, random: () => number): Date {
  // The exponent concentrates entries near today.
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
  // Lines with a line break need no space between.
  const text = lines.reduce((text, line) =>
    /\n$/.test(text) || line.startsWith('\n') ? text + line : `${text} ${line}`,
  )
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => pick(words[name] ?? [], random))
}

const pick = <T>(choices: readonly T[], random: () => number): T =>
  choices[Math.floor(random() * choices.length)] as T

/** Seeded pseudo-random numbers from 0 to 1 (linear congruential generator). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
