import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UsageError } from './command.ts'

/** Parses arguments; an unknown option is a usage error. */
export function parsedArgs<const T extends ParseArgsConfig>(args: readonly string[], config: T) {
  try {
    return parseArgs({ ...config, args: [...args] })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
