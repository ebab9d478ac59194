import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Typst } from './typst-build.ts'

/**
 * The native build needs no warming up and a quarter of the time, but is not there for every
 * processor.
 */
export async function openTypst(): Promise<Typst> {
  const native = await import('./typst-native.ts').catch(() => null)
  if (native) return native.openNativeTypst()
  const { openWasmTypst } = await import('./typst-wasm.ts')
  return openWasmTypst()
}

/** Which Typst sets papers on this machine: the processor decides between its builds. */
export const describeTypstVersion = (): string =>
  [
    process.platform,
    process.arch,
    versionIn(import.meta.resolve('@myriaddreamin/typst-ts-node-compiler/package.json')),
    versionIn(import.meta.resolve('@myriaddreamin/typst-ts-web-compiler/package.json')),
  ].join(' ')

const versionIn = (address: string): string =>
  JSON.parse(readFileSync(fileURLToPath(address), 'utf8')).version
