import type { PaperJob } from '../src/adapters/pdf/compiler.ts'
import { runPaperProcess } from '../src/adapters/pdf/process-main.ts'

/** Sets papers that are laid out already; of one called so it never comes to an end. */
runPaperProcess((paper: PaperJob) => {
  while (paper.data.title === 'without end');
  return paper
})
