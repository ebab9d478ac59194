import { explainError, formatWithCause } from '../archive/explain.ts'
import type { Config } from '../config/config.ts'
import { type Command, UsageError } from './command.ts'

// Loaded on demand: each command needs parts that the others do not.
const commands: Record<string, () => Promise<Command>> = {
  'create-root': async () => (await import('./accounts.ts')).createRootCommand,
  users: async () => (await import('./accounts.ts')).usersCommand,
  'reset-second-step': async () => (await import('./accounts.ts')).resetSecondStepCommand,
  migrate: async () => (await import('./database.ts')).migrateCommand,
  seed: async () => (await import('./database.ts')).seedCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  check: async () => (await import('./check.ts')).checkCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  copy: async () => (await import('./copy.ts')).copyCommand,
}

export interface CommandResult {
  readonly code: 0 | 1
  readonly text: string
}

/** Runs a command of the operator. The configuration is read only once the command is known. */
export async function runCommand(
  [name, ...args]: readonly string[],
  readConfiguration: () => Config,
): Promise<CommandResult> {
  if (name === '--version')
    return { code: 0, text: (await import('../db/migrate.ts')).versionAndSchema }
  if (name === undefined || name === '--help' || name === 'help')
    return { code: 0, text: await formatOverview() }
  const command = Object.hasOwn(commands, name) ? await commands[name]?.() : undefined
  if (!command)
    return { code: 1, text: `There is no command "${name}".\n\n${await formatOverview()}` }
  if (args.includes('--help')) return { code: 0, text: command.help }

  try {
    return { code: 0, text: await command.run(args, readConfiguration()) }
  } catch (error) {
    if (error instanceof UsageError) return { code: 1, text: `${error.message}\n\n${command.help}` }
    return {
      code: 1,
      text:
        explainError(error) ?? (error instanceof Error ? formatWithCause(error) : String(error)),
    }
  }
}

const maxNameLength = 'reset-second-step'.length

async function formatOverview(): Promise<string> {
  const loaded = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => ({ name, ...(await load()) })),
  )
  return [
    'Usage: vitrine <command> [options]',
    '',
    ...loaded.map(({ name, summary }) => `  ${name.padEnd(maxNameLength)}  ${summary}`),
    '',
    'Each command explains itself with --help.',
  ].join('\n')
}
