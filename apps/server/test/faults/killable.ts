import { run } from '../process.ts'

/** How often each process is killed, on each of the two databases. */
export const rounds = 5

/** The seed is the same in every run; each test adds its own number. */
export const seed = 20_261_115

/** A server that is killed with SIGKILL. */
export async function startKillable(variables: Record<string, string>) {
  const server = run('main.ts', [], variables)
  const [, url = ''] = await server.wrote(/serves at (\S+)/)
  return {
    url,
    async kill() {
      server.child.kill('SIGKILL')
      await server.exit()
    },
  }
}
