import { parentPort } from 'node:worker_threads'
import { openCompiler, type PaperJob } from './compiler.ts'
import type { PaperPicture } from './papers.ts'

export interface ThreadJob extends PaperJob {
  readonly pictures: readonly PaperPicture[]
}

export type ThreadAnswer = { readonly pdf: Uint8Array<ArrayBuffer> } | { readonly problem: string }

const compiler = openCompiler()

parentPort?.on('message', ({ pictures, ...job }: ThreadJob) => {
  try {
    for (const picture of pictures) compiler.addPicture(picture)
    const pdf = Uint8Array.from(compiler.print(job))
    parentPort?.postMessage({ pdf } satisfies ThreadAnswer, [pdf.buffer])
  } catch (error) {
    parentPort?.postMessage({ problem: (error as Error).message } satisfies ThreadAnswer)
  }
})
