import { writeFileSync } from 'node:fs'
import type { PaperJob } from './compiler.ts'
import { openLargePaper } from './large-paper.ts'
import type { PaperPicture } from './papers.ts'

/** What the server sends this process, one after the other: pictures, then what to lay out. */
export type ProcessMessage = { readonly picture: PaperPicture } | { readonly input: unknown }

export type ProcessAnswer = { readonly done: true } | { readonly problem: string; readonly isRefusal: boolean }

/** What a layout throws when an order can’t be set: its sentence is for the person who gave it. */
export class OrderRefused extends Error {}

/** The process of one paper: lays it out, sets it and ends. The file to write is its argument. */
export function setOnePaper<Input>(layout: (input: Input) => PaperJob): void {
  const [, , file] = process.argv
  if (!file) throw new Error('tell where to write the paper')
  endFirstWhenMemoryIsShort()
  const opening = openLargePaper(file)

  // Without the server there is nobody to set papers for.
  process.on('disconnect', () => process.exit(1))

  // It listens before Typst is there: what arrives meanwhile waits its turn.
  process.on('message', async (message: ProcessMessage) => {
    const paper = await opening
    if ('picture' in message) return paper.addPicture(message.picture)
    answer(() => paper.print(layout(message.input as Input)))
  })
}

/** Rather than the server itself. */
function endFirstWhenMemoryIsShort(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '800')
  } catch {
    // Only Linux has it.
  }
}

function answer(work: () => void): void {
  let told: ProcessAnswer
  try {
    work()
    told = { done: true }
  } catch (error) {
    told = { problem: (error as Error).message, isRefusal: error instanceof OrderRefused }
  }
  // The server ends this process: told of its end before the answer has come, it would take the paper for lost.
  process.send?.(told)
}
