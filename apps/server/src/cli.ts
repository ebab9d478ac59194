import { runCommand } from './cli/run-command.ts'
import { readConfigFromEnvironment } from './config/config.ts'

// Files are readable by this user only.
process.umask(0o077)

const { code, text } = await runCommand(process.argv.slice(2), () => {
  const config = readConfigFromEnvironment()
  for (const warning of config.warnings) process.stderr.write(`${warning}\n`)
  return config
})
const stream = code === 0 ? process.stdout : process.stderr
stream.write(`${text}\n`)
process.exitCode = code
