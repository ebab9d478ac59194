import { closeSync, openSync, writeSync } from 'node:fs'
import { encode } from 'uqr'

const [width, height, framesPerSecond] = [320, 240, 5]
// The limited range of video: luma from 16 to 235; chroma of 128 is grey.
const [black, white, neutralChroma] = [16, 235, 128]

/**
 * Writes a video (y4m) that shows one QR code after the other; Chromium's fake camera repeats it.
 */
export function writeCodeVideo(path: string, codes: readonly string[], seconds = 1): void {
  const file = openSync(path, 'w')
  writeSync(file, `YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`)
  for (const code of codes) {
    const { data, size } = encode(code, { border: 4 })
    const unit = Math.floor(height / size)
    const left = Math.floor((width - unit * size) / 2)
    const top = Math.floor((height - unit * size) / 2)
    // A plane of luma, and two of chroma with a quarter of its size each.
    const frame = Buffer.alloc((width * height * 3) / 2, neutralChroma)
    frame.fill(white, 0, width * height)
    for (const [row, modules] of data.entries())
      for (const [column, isDark] of modules.entries())
        for (let y = 0; isDark && y < unit; y++) {
          const start = (top + row * unit + y) * width + left + column * unit
          frame.fill(black, start, start + unit)
        }
    for (let count = 0; count < framesPerSecond * seconds; count++) {
      writeSync(file, 'FRAME\n')
      writeSync(file, frame)
    }
  }
  closeSync(file)
}
