import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ScriptFont } from './fonts.ts'

/**
 * Typst with our fonts and templates. There is a native build and a WebAssembly one, of the same
 * version.
 */
export interface Typst {
  /** Compiles a template with additional files and fonts. Fails with Typst's messages. */
  compile(template: string, files: TypstFiles, fonts: readonly ScriptFont[]): Promise<CompiledPaper>
  /** Removes all files, and evicts cached results that recent papers did not use. */
  clear(): void
}

/** Files by name. */
export type TypstFiles = ReadonlyMap<string, Uint8Array>

export interface CompiledPaper {
  readonly pages: number
  /** The tagged PDF, as PDF/UA-1. Can be called once. */
  pdf(): Buffer
}

/** Templates can read nothing outside this folder. */
export const templateFolder = fileURLToPath(new URL('templates', import.meta.url))

export const readTemplates = (): { name: string; content: Buffer }[] =>
  readdirSync(templateFolder).map((name) => ({
    name,
    content: readFileSync(`${templateFolder}/${name}`),
  }))
