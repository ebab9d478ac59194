import { closeSync, existsSync, openSync } from 'node:fs'
import { servePapers } from '../src/adapters/pdf/paper-program.ts'
import type { Paper } from '../src/adapters/pdf/papers.ts'

/** Sets papers that are laid out already; of one called so it never comes to an end, and others kill it. */
servePapers((paper: Paper) => {
  const { title, killed } = paper.data
  while (title === 'without end');
  if (title === 'deadly') process.kill(process.pid, 'SIGKILL')
  // Only once: the file records it.
  if (typeof killed === 'string' && !existsSync(killed)) {
    closeSync(openSync(killed, 'w'))
    process.kill(process.pid, 'SIGKILL')
  }
  return paper
})
