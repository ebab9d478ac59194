import { type Command, UsageError } from './cli/command.ts'
import { copy } from './cli/copy.ts'
import { createRoot } from './cli/create-root.ts'
import { migrateDatabase } from './cli/migrate.ts'
import { seedDatabase } from './cli/seed.ts'
import { ConfigError, configFromEnvironment } from './config.ts'

const commands: Record<string, Command> = {
  'create-root': createRoot,
  migrate: migrateDatabase,
  seed: seedDatabase,
  copy,
}

const overview = [
  'Usage: npm run vitrine -- <command> [options]',
  '',
  ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(12)} ${summary}`),
  '',
  'Each command explains itself with --help.',
].join('\n')

process.exitCode = await run(process.argv.slice(2))

async function run([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === 'help') return say(overview)
  const command = commands[name]
  if (!command) return complain(`There is no command "${name}".\n\n${overview}`)
  if (args.includes('--help')) return say(command.help)
  try {
    return say(await command.run(args, configFromEnvironment()))
  } catch (error) {
    if (error instanceof UsageError) return complain(`${error.message}\n\n${command.help}`)
    if (error instanceof ConfigError) return complain(error.message)
    return complain(error instanceof Error ? error.message : String(error))
  }
}

function say(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

function complain(text: string): number {
  process.stderr.write(`${text}\n`)
  return 1
}
