import { explainError } from '../src/archive/explain.ts'
import { type CommandResult, runCommand } from '../src/cli/run-command.ts'
import { readConfig } from '../src/config/config.ts'
import { startServer } from '../src/runtime/start.ts'

/**
 * Runs a command of the operator in this process, in a tenth of the time that a separate process
 * takes. Tests of processes, of signals and of files that only a process reads use `run('cli.ts',
 * …)`.
 */
export const runOperatorCommand = (
  args: readonly string[],
  variables: Record<string, string>,
): Promise<CommandResult> =>
  runCommand(args, () => readConfig({ LOG_LEVEL: 'silent', ...variables }))

/** Starts a server that should fail, and returns the explanation of its error. */
export async function explainFailedStart(
  variables: Record<string, string>,
): Promise<string | null> {
  try {
    const server = await startServer(readConfig({ LOG_LEVEL: 'silent', ...variables }))
    await server.close()
    return 'It started.'
  } catch (error) {
    return explainError(error)
  }
}
