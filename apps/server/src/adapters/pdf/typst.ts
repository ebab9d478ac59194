import { createRequire } from 'node:module'
import type { Typst } from './typst-build.ts'
import { openWasmTypst } from './typst-wasm.ts'

/** The native build needs no warming up and half the time, but is not there for every processor. */
export const nativeTypstLoads: boolean = (() => {
  try {
    createRequire(import.meta.url)('@myriaddreamin/typst-ts-node-compiler')
    return true
  } catch {
    return false
  }
})()

export async function openTypst(): Promise<Typst> {
  if (!nativeTypstLoads) return openWasmTypst()
  const { openNativeTypst } = await import('./typst-native.ts')
  return openNativeTypst()
}
