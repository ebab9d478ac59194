import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { readFont, type ScriptFont, usualFonts } from './fonts.ts'
import { type Typst, templateFolder } from './typst-build.ts'

// Cached results that the last few papers did not use are evicted.
const maxCacheAge = 3
// The cache of a longer paper is evicted before its PDF is written, which needs the memory.
const maxCachedPages = 50

export function openNativeTypst(): Typst {
  let compiler = createCompiler([])
  let loadedFonts = ''
  return {
    async compile(template, files, fonts) {
      if (loadedFonts !== fonts.join()) {
        compiler = createCompiler(fonts)
        loadedFonts = fonts.join()
      }
      for (const [name, { buffer, byteOffset, byteLength }] of files) {
        compiler.mapShadow(`${templateFolder}/${name}`, Buffer.from(buffer, byteOffset, byteLength))
      }
      const compiled = compiler.compile({ mainFilePath: `${templateFolder}/${template}` })
      const { result: paper } = compiled
      if (compiled.hasError() || !paper) throw new Error(describeProblems(compiled))
      return {
        pages: paper.numOfPages,
        pdf() {
          // The compiled paper no longer needs its files.
          compiler.resetShadow()
          if (paper.numOfPages > maxCachedPages) compiler.evictCache(0)
          return compiler.pdf(paper, { pdfStandard: 'ua-1', creationTimestamp: 0 })
        },
      }
    },
    clear() {
      compiler.resetShadow()
      compiler.evictCache(maxCacheAge)
    },
  }
}

const createCompiler = (fonts: readonly ScriptFont[]): NodeCompiler =>
  NodeCompiler.create({
    workspace: templateFolder,
    fontArgs: [{ fontBlobs: [...usualFonts, ...fonts].map(readFont) }],
  })

type NativeResult = ReturnType<NodeCompiler['compile']>

const describeProblems = (compiled: NativeResult): string =>
  (compiled.takeDiagnostics()?.shortDiagnostics ?? [])
    .map(({ message, path }: { message: string; path: string }) => `${message} (${path})`)
    .join('; ')
