import { rm } from 'node:fs/promises'
import { answerOf, lowerPriority, startChild, terminate } from '../../base/child-process.ts'
import type { HeicAnswer } from './heic-process.ts'
import { PictureRefused } from './images.ts'

export interface ConversionLimits {
  readonly maxPixels: number
  readonly maxBytes: number
  readonly timeoutMs: number
}

const program = new URL('heic-process.ts', import.meta.url)
const wasmPage = 64 * 1024
// Of Node itself.
const processBytes = 50 * 1024 * 1024

/**
 * A HEIC as TIFF beside it, until the end of `await using`. Its decoder is WebAssembly in a process of its own, which can be
 * killed and may do nothing but read files and write this one.
 */
export async function heicAsTiff(file: string, { maxPixels, maxBytes, timeoutMs }: ConversionLimits) {
  const path = `${file}.tif`
  const remove = () => rm(path, { force: true })
  const child = startChild(program, {
    args: [file, path, String(maxPixels)],
    execArgv: [
      '--permission',
      '--allow-fs-read=*',
      `--allow-fs-write=${path}`,
      '--allow-fs-write=/proc/self/oom_score_adj',
      `--wasm-max-mem-pages=${Math.floor((maxBytes - processBytes) / wasmPage)}`,
    ],
  })
  let timedOut = false
  const timeout = setTimeout(() => {
    timedOut = child.kill('SIGKILL')
  }, timeoutMs)
  try {
    lowerPriority(child)
    const answer = await answerOf<HeicAnswer>(child)
    if ('refusal' in answer) throw new PictureRefused(answer.refusal)
    if ('problem' in answer) throw Object.assign(new Error(answer.problem), { code: answer.code })
    return { path, [Symbol.asyncDispose]: remove }
  } catch (error) {
    await remove()
    throw timedOut ? new PictureRefused('tooHeavy', error) : error
  } finally {
    clearTimeout(timeout)
    await terminate(child)
  }
}
