import type { Paper } from '../src/adapters/pdf/papers.ts'
import { runPaperProcess } from '../src/adapters/pdf/process-main.ts'

/** Sets papers that are laid out already; of one called so it never comes to an end. */
runPaperProcess((paper: Paper) => {
  while (paper.data.title === 'without end');
  return paper
})
