import { explain, withCause } from './archive/explain.ts'
import { type Command, UsageError } from './cli/command.ts'
import { configFromEnvironment } from './config/config.ts'

// Loaded on demand: each needs parts that the others do not.
const commands: Record<string, () => Promise<Command>> = {
  'create-root': async () => (await import('./cli/accounts.ts')).createRoot,
  'reset-second-step': async () => (await import('./cli/accounts.ts')).resetSecondStep,
  migrate: async () => (await import('./cli/database.ts')).migrateDatabase,
  seed: async () => (await import('./cli/database.ts')).seedDatabase,
  backup: async () => (await import('./cli/backup.ts')).backup,
  restore: async () => (await import('./cli/restore.ts')).restore,
  check: async () => (await import('./cli/check.ts')).check,
  export: async () => (await import('./cli/export.ts')).exportCollection,
  copy: async () => (await import('./cli/copy.ts')).copy,
}

// Files are readable by this user only.
process.umask(0o077)

process.exitCode = await run(process.argv.slice(2))

async function run([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === 'help') return say(await overview())
  const command = Object.hasOwn(commands, name) ? await commands[name]?.() : undefined
  if (!command) return complain(`There is no command "${name}".\n\n${await overview()}`)
  if (args.includes('--help')) return say(command.help)
  try {
    const config = configFromEnvironment()
    for (const warning of config.warnings) process.stderr.write(`${warning}\n`)
    return say(await command.run(args, config))
  } catch (error) {
    if (error instanceof UsageError) return complain(`${error.message}\n\n${command.help}`)
    return complain(explain(error) ?? (error instanceof Error ? withCause(error) : String(error)))
  }
}

async function overview(): Promise<string> {
  const loaded = await Promise.all(Object.entries(commands).map(async ([name, load]) => ({ name, ...(await load()) })))
  return [
    'Usage: npm run vitrine -- <command> [options]',
    '',
    ...loaded.map(({ name, summary }) => `  ${name.padEnd(17)}  ${summary}`),
    '',
    'Each command explains itself with --help.',
  ].join('\n')
}

function say(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

function complain(text: string): number {
  process.stderr.write(`${text}\n`)
  return 1
}
