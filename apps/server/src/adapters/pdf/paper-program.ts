import { writeFileSync } from 'node:fs'
import { serveJobs } from '../../base/job-program.ts'
import { openCompiler } from './compiler.ts'
import { joinPdfs } from './join-pdfs.ts'
import type { Paper, PaperPicture, Printed } from './papers.ts'

interface Order {
  readonly input: unknown
  readonly pictures: readonly PaperPicture[]
}

function tasksOf<Input>(layout: (input: Input) => Paper) {
  let compiler: ReturnType<typeof openCompiler> | undefined

  async function small({ input, pictures }: Order): Promise<Printed & { readonly pdf: Buffer }> {
    compiler ??= openCompiler()
    const { addPicture, print } = await compiler
    for (const picture of pictures) addPicture(picture)
    const paper = layout(input as Input)
    return { pdf: await print(paper), reduced: paper.reduced ?? 0 }
  }

  return {
    small,
    async large({ file, ...order }: Order & { readonly file: string }): Promise<Printed> {
      const { pdf, reduced } = await small(order)
      writeFileSync(file, pdf, { mode: 0o600 })
      return { reduced }
    },
    join: ({ parts, file }: { parts: readonly string[]; file: string }): void => joinPdfs(parts, file),
  }
}

export type PaperTasks = ReturnType<typeof tasksOf>

/** The main function of a program that sets papers. */
export const servePapers = <Input>(layout: (input: Input) => Paper): void => serveJobs(tasksOf(layout))
