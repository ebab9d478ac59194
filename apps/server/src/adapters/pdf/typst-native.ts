import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { readFont, type ScriptFont, usualFonts } from './fonts.ts'
import { type Typst, templateFolder } from './typst-build.ts'

// Evict cached results that none of the last so many papers used.
const maxCacheAge = 3
const largePages = 50

export function openNativeTypst(): Typst {
  let compiler = compilerWith([])
  let loaded = ''
  return {
    async compile(template, files, fonts) {
      if (loaded !== fonts.join()) {
        compiler = compilerWith(fonts)
        loaded = fonts.join()
      }
      for (const [name, { buffer, byteOffset, byteLength }] of files) {
        compiler.mapShadow(`${templateFolder}/${name}`, Buffer.from(buffer, byteOffset, byteLength))
      }
      const compiled = compiler.compile({ mainFilePath: `${templateFolder}/${template}` })
      const { result: paper } = compiled
      if (compiled.hasError() || !paper) throw new Error(problemsOf(compiled))
      return {
        pages: paper.numOfPages,
        pdf() {
          // The compiled paper no longer needs them; a large one needs the memory.
          compiler.resetShadow()
          if (paper.numOfPages > largePages) compiler.evictCache(0)
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

const compilerWith = (fonts: readonly ScriptFont[]): NodeCompiler =>
  NodeCompiler.create({
    workspace: templateFolder,
    fontArgs: [{ fontBlobs: [...usualFonts, ...fonts].map(readFont) }],
  })

type NativeResult = ReturnType<NodeCompiler['compile']>

const problemsOf = (compiled: NativeResult): string =>
  (compiled.takeDiagnostics()?.shortDiagnostics ?? [])
    .map(({ message, path }: { message: string; path: string }) => `${message} (${path})`)
    .join('; ')
