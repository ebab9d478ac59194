import { openCompiler, type PaperJob } from './compiler.ts'
import type { PaperPicture } from './papers.ts'

export interface ThreadJob extends PaperJob {
  readonly pictures: readonly PaperPicture[]
}

/** `needsReplacement` asks for a new thread: this one holds too much memory. */
export type ThreadAnswer = { readonly needsReplacement: boolean } & (
  | { readonly pdf: Uint8Array<ArrayBuffer> }
  | { readonly problem: string }
)

let opened: ReturnType<typeof openCompiler> | undefined

export async function run({ pictures, ...job }: ThreadJob): Promise<ThreadAnswer> {
  opened ??= openCompiler()
  const compiler = await opened
  try {
    for (const picture of pictures) compiler.addPicture(picture)
    // Copying a view would send its whole underlying buffer to the other thread.
    const pdf = Uint8Array.from(compiler.print(job))
    return { pdf, needsReplacement: compiler.needsReplacement() }
  } catch (error) {
    return { problem: (error as Error).message, needsReplacement: compiler.needsReplacement() }
  }
}
