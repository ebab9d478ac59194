import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UsageError } from './command.ts'

/** What the operator asked for; whatever is not listed in `options` is a mistake, and told. */
export function parsedArgs<const T extends ParseArgsConfig>(args: readonly string[], config: T) {
  try {
    return parseArgs({ ...config, args: [...args] })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
