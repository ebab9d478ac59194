import { parentPort } from 'node:worker_threads'
import { openCompiler, type PaperJob } from './compiler.ts'
import type { PaperPicture } from './papers.ts'

export interface ThreadJob extends PaperJob {
  readonly pictures: readonly PaperPicture[]
}

/** `worn` asks for another thread: this one holds too much memory. */
export type ThreadAnswer = { readonly worn: boolean } & (
  | { readonly pdf: Uint8Array<ArrayBuffer> }
  | { readonly problem: string }
)

const compiler = await openCompiler()

parentPort?.on('message', ({ pictures, ...job }: ThreadJob) => {
  try {
    for (const picture of pictures) compiler.addPicture(picture)
    const pdf = Uint8Array.from(compiler.print(job))
    parentPort?.postMessage({ pdf, worn: compiler.isWorn() } satisfies ThreadAnswer, [pdf.buffer])
  } catch (error) {
    parentPort?.postMessage({ problem: (error as Error).message, worn: compiler.isWorn() } satisfies ThreadAnswer)
  }
})
