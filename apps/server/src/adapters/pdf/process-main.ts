import { flushCompileCache } from 'node:module'
import { raiseOomScore } from '../../base/child-process.ts'
import { openCompiler } from './compiler.ts'
import { joinPdfs } from './join-pdfs.ts'
import { openLargePaper } from './large-paper.ts'
import type { Paper, PaperPicture, Printed } from './papers.ts'

/** Messages about a large paper: first the pictures, then the input of the layout; or the files of its parts. */
export type ProcessMessage =
  | { readonly picture: PaperPicture }
  | { readonly input: unknown }
  | { readonly parts: readonly string[] }

/** `code` is that of the system, such as ENOSPC. */
export type ProcessAnswer =
  | Printed
  | { readonly problem: string; readonly code: string | undefined; readonly isRefusal: boolean }

/** A small paper, in one message. */
export interface SingleJob {
  readonly input: unknown
  readonly pictures: readonly PaperPicture[]
}

/** `needsReplacement` asks for a new process: this one holds too much memory. */
export type SingleAnswer = SingleResult & { readonly needsReplacement: boolean }

type SingleResult = (Printed & { readonly pdf: Uint8Array<ArrayBuffer> }) | { readonly problem: string }

// With the WebAssembly build, which never evicts its cache, this grows by about a quarter of a megabyte per card.
const maxIdleBytes = 256 * 1024 * 1024

/** Thrown by a layout that can’t be rendered; its message is for the user. */
export class OrderRefused extends Error {}

/** The main function of the process: renders one paper to the file in its argument, without one small papers until it is ended. */
export function runPaperProcess<Input>(layout: (input: Input) => Paper): void {
  const [, , file] = process.argv
  raiseOomScore()
  // It is killed in the end: what it has compiled would be lost for the next one.
  flushCompileCache()
  // The server is gone.
  process.on('disconnect', () => process.exit(1))
  if (file) renderLarge(layout, file)
  else renderSingles(layout)
}

function renderLarge<Input>(layout: (input: Input) => Paper, file: string): void {
  let opening: ReturnType<typeof openLargePaper> | undefined

  /** Null while there is more to come. */
  async function take(message: ProcessMessage): Promise<Printed | null> {
    if ('parts' in message) {
      joinPdfs(message.parts, file)
      return { reduced: 0 }
    }
    opening ??= openLargePaper(file)
    const paper = await opening
    if ('picture' in message) {
      paper.addPicture(message.picture)
      return null
    }
    const laid = layout(message.input as Input)
    await paper.print(laid)
    return { reduced: laid.reduced ?? 0 }
  }

  process.on('message', (message: ProcessMessage) => answer(() => take(message)))
}

function renderSingles<Input>(layout: (input: Input) => Paper): void {
  const opening = openCompiler()
  process.on('message', async ({ input, pictures }: SingleJob) => {
    const compiler = await opening
    const send = (result: SingleResult) =>
      process.send?.({ ...result, needsReplacement: process.memoryUsage.rss() > maxIdleBytes } satisfies SingleAnswer)
    try {
      for (const picture of pictures) compiler.addPicture(picture)
      // Sending a view would send its whole underlying buffer.
      const paper = layout(input as Input)
      send({ pdf: Uint8Array.from(await compiler.print(paper)), reduced: paper.reduced ?? 0 })
    } catch (error) {
      send({ problem: (error as Error).message })
    }
  })
}

async function answer(work: () => Promise<Printed | null>): Promise<void> {
  let result: ProcessAnswer | null
  try {
    result = await work()
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    result = { problem: message, code, isRefusal: error instanceof OrderRefused }
  }
  // The server ends this process: if the exit arrived before the answer, the paper would count as failed.
  if (result) process.send?.(result)
}
