import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Typst } from './typst-build.ts'

/**
 * Opens the native build, which needs no warm-up and takes a quarter of the time, or else the
 * WebAssembly one: there is no native build for some processors.
 */
export async function openTypst(): Promise<Typst> {
  const native = await import('./typst-native.ts').catch(() => null)
  if (native) return native.openNativeTypst()
  const { openWasmTypst } = await import('./typst-wasm.ts')
  return openWasmTypst()
}

/**
 * Identifies the Typst of this machine, for cache keys: the processor decides between its builds.
 */
export const describeTypstVersion = (): string =>
  [
    process.platform,
    process.arch,
    readPackageVersion(import.meta.resolve('@myriaddreamin/typst-ts-node-compiler/package.json')),
    readPackageVersion(import.meta.resolve('@myriaddreamin/typst-ts-web-compiler/package.json')),
  ].join(' ')

const readPackageVersion = (address: string): string =>
  JSON.parse(readFileSync(fileURLToPath(address), 'utf8')).version
