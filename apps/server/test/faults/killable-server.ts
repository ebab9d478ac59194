import { onTestFinished } from 'vitest'
import { spawnProgram } from '../process.ts'

/** Number of kills per process and database. */
export const killRounds = 5

/** Fixed, so that every run makes the same choices; each test adds its own number. */
export const killSeed = 20_261_115

/** Starts a server in a process that can be killed with SIGKILL. */
export async function startKillableServer(variables: Record<string, string>) {
  const server = spawnProgram('main.ts', [], variables)
  // A test that fails earlier must not leave the process behind.
  onTestFinished(() => void server.child.kill('SIGKILL'))
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  return {
    url,
    async kill() {
      server.child.kill('SIGKILL')
      await server.waitForExit()
    },
  }
}
