import { BarcodeDetector as Decoder, prepareZXingModule } from 'barcode-detector/ponyfill'
import decoderFile from 'zxing-wasm/reader/zxing_reader.wasm?url'

type Detector = Pick<Decoder, 'detect'>

/**
 * Uses the browser's detector if it reads QR codes, otherwise a WebAssembly one served from our own
 * origin.
 */
export async function createCodeDetector(): Promise<Detector> {
  const formats = ['qr_code' as const]
  const native = (window as { BarcodeDetector?: typeof Decoder }).BarcodeDetector
  const nativeFormats = (await native?.getSupportedFormats().catch(() => undefined)) ?? []
  if (native && nativeFormats.includes('qr_code')) return new native({ formats })

  await prepareZXingModule({ overrides: { locateFile: () => decoderFile }, fireImmediately: true })
  return new Decoder({ formats })
}
