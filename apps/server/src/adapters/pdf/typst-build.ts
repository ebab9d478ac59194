/** Typst, with our fonts and templates. There is a native build and one in WebAssembly, of the same version. */
export interface Typst {
  /** Puts a file beside the templates, until the next paper is done. */
  addFile(name: string, content: Uint8Array): void
  /** Fails with what Typst says. */
  compile(template: string): Compiled
  /** Forgets all added files, and what it remembers of papers that were not like the last ones. */
  clear(): void
}

export interface Compiled {
  readonly pages: number
  /** Tagged, as PDF/UA-1. Can be called once. */
  pdf(): Buffer
}
