import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OperatorError } from '../base/operator-error.ts'

export const repositoryFolder = fileURLToPath(new URL('../../../..', import.meta.url))

/** The required build outputs, each with a file that proves it was built. */
const buildOutputs = {
  pages: { sentence: 'The public pages are not built', file: 'packages/pages/dist/index.js' },
  staffApp: { sentence: 'The staff app is not built', file: 'apps/web/dist/index.html' },
}

/**
 * Must be called before anything is imported that needs the outputs. In development, Vite serves
 * the staff app from its sources.
 */
export function requireBuildOutputs(
  { production }: { production: boolean },
  folder = repositoryFolder,
): void {
  for (const { sentence, file } of production
    ? [buildOutputs.pages, buildOutputs.staffApp]
    : [buildOutputs.pages]) {
    const path = join(folder, file)
    if (!existsSync(path))
      throw new OperatorError(
        `${sentence}: there is no ${path}. Please run "npm run build" in ${folder}.`,
      )
  }
}
