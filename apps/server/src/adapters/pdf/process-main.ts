import type { PaperJob } from './compiler.ts'
import { openLargePaper } from './large-paper.ts'
import type { PaperPicture } from './papers.ts'

/** What the server sends this process, one after the other: pictures, then the job. The file is its argument. */
export type ProcessMessage = { readonly picture: PaperPicture } | { readonly job: PaperJob }

export type ProcessAnswer = { readonly done: true } | { readonly problem: string }

const [, , file] = process.argv
if (!file) throw new Error('tell where to write the paper')
const opening = openLargePaper(file)

// Without the server there is nobody to set papers for.
process.on('disconnect', () => process.exit(1))

// It listens before Typst is there: what arrives meanwhile waits its turn.
process.on('message', async (message: ProcessMessage) => {
  const paper = await opening
  if ('picture' in message) paper.addPicture(message.picture)
  else answer(() => paper.print(message.job))
})

function answer(work: () => void): void {
  let told: ProcessAnswer
  try {
    work()
    told = { done: true }
  } catch (error) {
    told = { problem: (error as Error).message }
  }
  process.send?.(told, () => process.exit(0))
}
