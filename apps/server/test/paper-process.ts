import { closeSync, existsSync, openSync } from 'node:fs'
import { servePapers } from '../src/adapters/pdf/paper-program.ts'
import type { Paper } from '../src/adapters/pdf/papers.ts'

/**
 * Renders laid-out papers; titles and data make it hang or kill itself, for tests of the job
 * runner.
 */
servePapers((paper: Paper) => {
  const { title, killed } = paper.data
  while (title === 'without end');
  if (title === 'deadly') process.kill(process.pid, 'SIGKILL')
  // Killed only the first time: the file records it.
  if (typeof killed === 'string' && !existsSync(killed)) {
    closeSync(openSync(killed, 'w'))
    process.kill(process.pid, 'SIGKILL')
  }
  return paper
})
