import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Nothing outside this folder can be read by a template. */
export const templateFolder = fileURLToPath(new URL('templates', import.meta.url))

export const readTemplates = (): { name: string; content: Buffer }[] =>
  readdirSync(templateFolder).map((name) => ({ name, content: readFileSync(`${templateFolder}/${name}`) }))
