import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ScriptFont } from './fonts.ts'

/**
 * Typst, with our fonts and templates. There is a native build and one in WebAssembly, of the same
 * version.
 */
export interface Typst {
  /**
   * With files beside the templates, and fonts beside the usual ones. Fails with what Typst says.
   */
  compile(template: string, files: TypstFiles, fonts: readonly ScriptFont[]): Promise<CompiledPaper>
  /** Forgets all files, and what it remembers of papers that were not like the last ones. */
  clear(): void
}

/** By their names. */
export type TypstFiles = ReadonlyMap<string, Uint8Array>

export interface CompiledPaper {
  readonly pages: number
  /** Tagged, as PDF/UA-1. Can be called once. */
  pdf(): Buffer
}

/** Nothing outside this folder can be read by a template. */
export const templateFolder = fileURLToPath(new URL('templates', import.meta.url))

export const readTemplates = (): { name: string; content: Buffer }[] =>
  readdirSync(templateFolder).map((name) => ({
    name,
    content: readFileSync(`${templateFolder}/${name}`),
  }))
