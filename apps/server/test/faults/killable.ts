import { spawnProgram } from '../process.ts'

/** How often each process is killed, on each of the two databases. */
export const killRounds = 5

/** The seed is the same in every run; each test adds its own number. */
export const killSeed = 20_261_115

/** A server that is killed with SIGKILL. */
export async function startKillableServer(variables: Record<string, string>) {
  const server = spawnProgram('main.ts', [], variables)
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  return {
    url,
    async kill() {
      server.child.kill('SIGKILL')
      await server.waitForExit()
    },
  }
}
