import { fileURLToPath } from 'node:url'
import {
  defaultPictureMetadata,
  isPublicByDefault,
  type PictureMetadata,
  toDay,
} from '@vitrine/contract'
import { readItems } from './items.ts'
import { generateJournalEntries } from './journal.ts'
import { readTexts } from './texts.ts'

const hour = 3_600_000
const day = 24 * hour

const users = readTexts.users()

/** Accounts that can sign in, with their common password. */
export const demoAccounts = {
  emails: users.filter(({ canSignIn }) => canSignIn).map(({ email }) => email),
  password: 'vitrine-demo',
}

/** Reads the demo: two museums with their staff's texts, dated relative to `now`. */
export function readDemo(now: Date) {
  const journal = readTexts.journal()
  const toDayIn = (count: number) => toDay(new Date(now.getTime() + count * day))
  return {
    users,
    items: readItems().map(({ revision, ...item }) => ({
      ...item,
      revision: revision && {
        by: revision.by,
        at: new Date(now.getTime() - revision.daysAgo * day - 2 * hour).toISOString(),
        earlier: revision.earlier,
      },
      pictures: listPictures(item.identifier),
      recording: item.tags.mp3 === undefined ? null : toMediaFile(item.tags.mp3),
    })),
    glossary: readTexts.glossary(),
    comments: readTexts.comments().map(({ daysAgo, task, ...comment }, index) => ({
      ...comment,
      // Staggered, so that times differ and none is in the future.
      at: new Date(now.getTime() - daysAgo * day - ((index % 5) * hour) / 3 - 60_000).toISOString(),
      task: task && {
        for: task.for,
        due: task.dueInDays === undefined ? '' : toDayIn(task.dueInDays),
        done: task.done && {
          by: task.done.by,
          at: new Date(now.getTime() - task.done.daysAgo * day).toISOString(),
        },
      },
    })),
    conditions: readTexts.conditions().map(({ daysAgo, photos, ...check }) => ({
      ...check,
      at: new Date(now.getTime() - daysAgo * day - 60_000).toISOString(),
      photos: photos.map(toMediaFile),
    })),
    journal: { tags: journal.tags, entries: generateJournalEntries(journal, now) },
    events: readTexts.events().map(({ inDays, lastInDays, ...event }) => ({
      ...event,
      date: toDayIn(inDays),
      lastDay: lastInDays === undefined ? '' : toDayIn(lastInDays),
    })),
    museums: readTexts.museums(),
    places: readTexts.places(),
    questions: readTexts
      .questions()
      .flatMap(({ daysAgo, ...asked }) =>
        daysAgo.map((count) => ({ ...asked, at: new Date(now.getTime() - count * day) })),
      ),
  }
}

export type Demo = ReturnType<typeof readDemo>

export interface DemoFile {
  readonly fileName: string
  readonly path: string
}

const picturesById = new Map(
  readTexts.pictures().map((pictures) => [pictures.identifier, pictures]),
)

/** Files and metadata of an item's pictures, cover first. */
function listPictures(identifier: string): { words: PictureMetadata; file: DemoFile }[] {
  const first = toMediaFile(`${identifier.toLowerCase()}.webp`)
  const known = picturesById.get(identifier)
  if (!known) return [{ words: defaultPictureMetadata, file: first }]
  const { identifier: _, others, ...words } = known
  return [
    { words: { ...words, public: true }, file: first },
    ...others.map(({ file, ...metadata }) => ({
      words: { ...metadata, public: isPublicByDefault(metadata.kind) },
      file: toMediaFile(file),
    })),
  ]
}

const toMediaFile = (fileName: string): DemoFile => ({
  fileName,
  path: fileURLToPath(new URL(`../media/${fileName}`, import.meta.url)),
})
