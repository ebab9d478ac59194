import { writeFileSync } from 'node:fs'
import { openCompiler, type PaperJob } from './compiler.ts'
import type { PaperPicture } from './papers.ts'

/** What the server sends this process, one after the other: pictures, then the job. */
export type ProcessMessage = { readonly picture: PaperPicture } | { readonly job: PaperJob; readonly file: string }

export type ProcessAnswer = { readonly done: true } | { readonly problem: string }

const compiler = openCompiler()

// Without the server there is nobody to set papers for.
process.on('disconnect', () => process.exit(1))

process.on('message', (message: ProcessMessage) => {
  if ('picture' in message) compiler.addPicture(message.picture)
  else answer(() => writeFileSync(message.file, compiler.print(message.job), { mode: 0o600 }))
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
