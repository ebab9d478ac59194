import { rm } from 'node:fs/promises'
import { JobStopped, jobRunner } from '../../base/jobs.ts'
import type { HeicTasks } from './heic-process.ts'
import { PictureRejected } from './images.ts'

export interface ConversionLimits {
  readonly maxPixels: number
  readonly maxBytes: number
  readonly timeoutMs: number
}

const wasmPageBytes = 64 * 1024
// Memory of Node itself.
const nodeBytes = 50 * 1024 * 1024

/**
 * Converts a HEIC file to a TIFF beside it, which is deleted at the end of `await using`. The
 * decoder is WebAssembly in a process of its own, which may only read files and write this one.
 */
export async function convertHeicToTiff(
  file: string,
  { maxPixels, maxBytes, timeoutMs }: ConversionLimits,
) {
  const path = `${file}.tif`
  const remove = () => rm(path, { force: true })
  const jobs = jobRunner<HeicTasks>({
    program: new URL('heic-process.ts', import.meta.url),
    timeoutMs: { convert: timeoutMs },
    isBackground: true,
    idleMs: 0,
    maxAttempts: 1,
    execArgv: [
      '--permission',
      '--allow-fs-read=*',
      `--allow-fs-write=${path}`,
      // Where a background process asks to be the first to end when memory is short.
      '--allow-fs-write=/proc/self/oom_score_adj',
      `--wasm-max-mem-pages=${Math.floor((maxBytes - nodeBytes) / wasmPageBytes)}`,
    ],
  })
  try {
    const rejection = await jobs.run('convert', { source: file, target: path, maxPixels })
    if (rejection) throw new PictureRejected(rejection)
    return { path, [Symbol.asyncDispose]: remove }
  } catch (error) {
    await remove()
    throw error instanceof JobStopped && error.reason === 'timeout'
      ? new PictureRejected('tooHeavy', error)
      : error
  }
}
