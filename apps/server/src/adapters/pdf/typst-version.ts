import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Which Typst sets papers on this machine: the processor decides between its builds. */
export const typstVersion = (): string =>
  [process.platform, process.arch, versionIn(packages.native()), versionIn(packages.wasm())].join(' ')

const packages = {
  native: () => import.meta.resolve('@myriaddreamin/typst-ts-node-compiler/package.json'),
  wasm: () => import.meta.resolve('@myriaddreamin/typst-ts-web-compiler/package.json'),
}

const versionIn = (address: string): string => JSON.parse(readFileSync(fileURLToPath(address), 'utf8')).version
