import { BarcodeDetector as Decoder, prepareZXingModule } from 'barcode-detector/ponyfill'
import decoderFile from 'zxing-wasm/reader/zxing_reader.wasm?url'

type Detector = Pick<Decoder, 'detect'>

/** The browser's own detector where it reads QR codes, otherwise one in WebAssembly, from a file of ours. */
export async function makeDetector(): Promise<Detector> {
  const formats = ['qr_code' as const]
  const native = (window as { BarcodeDetector?: typeof Decoder }).BarcodeDetector
  const supported = (await native?.getSupportedFormats().catch(() => undefined)) ?? []
  if (native && supported.includes('qr_code')) return new native({ formats })
  await prepareZXingModule({ overrides: { locateFile: () => decoderFile }, fireImmediately: true })
  return new Decoder({ formats })
}
