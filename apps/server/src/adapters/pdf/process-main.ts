import { writeFileSync } from 'node:fs'
import type { PaperJob } from './compiler.ts'
import { openLargePaper } from './large-paper.ts'
import type { PaperPicture } from './papers.ts'

/** Messages from the server: first the pictures, then the input of the layout. */
export type ProcessMessage = { readonly picture: PaperPicture } | { readonly input: unknown }

export type ProcessAnswer = { readonly done: true } | { readonly problem: string; readonly isRefusal: boolean }

/** Thrown by a layout that can’t be rendered; its message is for the user. */
export class OrderRefused extends Error {}

/** The main function of the process: renders one paper to the file in its argument. */
export function runPaperProcess<Input>(layout: (input: Input) => PaperJob): void {
  const [, , file] = process.argv
  if (!file) throw new Error('the output file is missing')
  raiseOomScore()
  const opening = openLargePaper(file)

  // The server is gone.
  process.on('disconnect', () => process.exit(1))

  // Listens before Typst is loaded; messages are queued until then.
  process.on('message', async (message: ProcessMessage) => {
    const paper = await opening
    if ('picture' in message) return paper.addPicture(message.picture)
    answer(() => paper.print(layout(message.input as Input)))
  })
}

/** The OOM killer shall end this process rather than the server. */
function raiseOomScore(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '800')
  } catch {
    // Only Linux has it.
  }
}

function answer(work: () => void): void {
  let result: ProcessAnswer
  try {
    work()
    result = { done: true }
  } catch (error) {
    result = { problem: (error as Error).message, isRefusal: error instanceof OrderRefused }
  }
  // The server ends this process: if the exit arrived before the answer, the paper would count as failed.
  process.send?.(result)
}
