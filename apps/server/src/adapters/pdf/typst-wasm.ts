import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  initSync,
  TypstCompilerBuilder,
  TypstFontResolverBuilder,
} from '@myriaddreamin/typst-ts-web-compiler'
import { readFont, type ScriptFont, usualFonts } from './fonts.ts'
import { declarePdfUa } from './pdf-ua.ts'
import { readTemplates, type Typst } from './typst-build.ts'

/** The result of `compile`, which the package's types omit. */
interface WasmResult {
  readonly result?: Uint8Array
  readonly diagnostics?: readonly { readonly message: string; readonly path: string }[]
}

// A format of diagnostics, by its number in the package.
const diagnosticsAsObjects = 3

/** The compiler of the package, with the usual fonts. */
export async function openWasmCompiler() {
  initSync({
    module: readFileSync(
      fileURLToPath(import.meta.resolve('@myriaddreamin/typst-ts-web-compiler/wasm')),
    ),
  })
  const builder = new TypstCompilerBuilder()
  // The compiler can only read files that are passed to it.
  builder.set_dummy_access_model()
  for (const name of usualFonts) await builder.add_raw_font(readFont(name))
  return builder.build()
}

/** A resolver of the usual fonts and further ones. */
export async function createFontResolver(fonts: readonly ScriptFont[]) {
  const builder = new TypstFontResolverBuilder()
  for (const name of [...usualFonts, ...fonts]) builder.add_raw_font(readFont(name))
  return builder.build()
}

export async function openWasmTypst(): Promise<Typst> {
  const compiler = await openWasmCompiler()
  const templates = readTemplates()
  const addFile = (name: string, content: Uint8Array) => {
    compiler.map_shadow(`/${name}`, content)
  }
  const clear = () => {
    compiler.reset_shadow()
    compiler.reset()
    for (const { name, content } of templates) addFile(name, content)
  }
  clear()
  let loadedFonts = ''

  return {
    clear,
    async compile(template, files, fonts) {
      if (loadedFonts !== fonts.join()) {
        compiler.set_fonts(await createFontResolver(fonts))
        loadedFonts = fonts.join()
      }
      for (const [name, content] of files) addFile(name, content)
      const { result, diagnostics = [] } = compiler.compile(
        `/${template}`,
        undefined,
        'pdf',
        diagnosticsAsObjects,
      ) as WasmResult
      if (!result)
        throw new Error(diagnostics.map(({ message, path }) => `${message} (${path})`).join('; '))
      const pdf = Buffer.from(result.buffer, result.byteOffset, result.byteLength)
      return { pages: readPageCount(pdf), pdf: () => declarePdfUa(pdf) }
    },
  }
}

/**
 * Reads the page count from the metadata, which come after anything that a text or a picture could
 * contain.
 */
function readPageCount(pdf: Buffer): number {
  const start = pdf.lastIndexOf('<xmpTPg:NPages>')
  // Longer than the element.
  const maxLength = 40
  const element = pdf.toString('latin1', start, start + maxLength)
  return Number(/^<xmpTPg:NPages>(\d+)</.exec(element)?.[1])
}
