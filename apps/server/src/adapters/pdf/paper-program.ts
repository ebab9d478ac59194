import { serveJobs } from '../../base/job-program.ts'
import { openCompiler } from './compiler.ts'
import { joinPdfs } from './join-pdfs.ts'
import { printLarge } from './large-paper.ts'
import type { Paper, PaperPicture, Printed } from './papers.ts'
import type { SpooledPicture } from './spool.ts'

interface Small {
  readonly input: unknown
  readonly pictures: readonly PaperPicture[]
}

interface Large {
  readonly input: unknown
  readonly pictures: readonly SpooledPicture[]
  readonly file: string
}

function tasksOf<Input>(layout: (input: Input) => Paper) {
  let compiler: ReturnType<typeof openCompiler> | undefined
  return {
    async small({ input, pictures }: Small): Promise<Printed & { readonly pdf: Buffer }> {
      compiler ??= openCompiler()
      const { addPicture, print } = await compiler
      for (const picture of pictures) addPicture(picture)
      const paper = layout(input as Input)
      return { pdf: await print(paper), reduced: paper.reduced ?? 0 }
    },
    async large({ input, pictures, file }: Large): Promise<Printed> {
      const paper = layout(input as Input)
      await printLarge(paper, pictures, file)
      return { reduced: paper.reduced ?? 0 }
    },
    join: ({ parts, file }: { parts: readonly string[]; file: string }): void => joinPdfs(parts, file),
  }
}

export type PaperTasks = ReturnType<typeof tasksOf>

/** The main function of a program that sets papers. */
export const servePapers = <Input>(layout: (input: Input) => Paper): void => serveJobs(tasksOf(layout))
