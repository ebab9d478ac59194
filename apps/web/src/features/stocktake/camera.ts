/** Why there is no picture, in words for staff. */
const reasons: Readonly<Record<string, string>> = {
  NotAllowedError:
    'The browser may not use the camera. Please allow it in the browser’s settings for this site.',
  NotFoundError: 'This device has no camera.',
  NotReadableError: 'Another app is using the camera. Please close it and try again.',
}

const reasonOf = (error: unknown): string =>
  (error instanceof DOMException && reasons[error.name]) || 'The camera could not be started.'

const pauseMs = 80
const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs))

// Neither is in the types of the DOM yet.
type Torch = MediaTrackCapabilities & { readonly torch?: boolean }
type TorchSetting = MediaTrackConstraintSet & { readonly torch: boolean }

export interface Camera {
  /** Null where the device has none. */
  readonly setTorch: ((on: boolean) => Promise<void>) | null
  readonly stop: () => void
}

/**
 * Shows the camera in a video and reads codes from it until it is stopped, or `onEnd` says that the device has ended it.
 * Throws a sentence for staff.
 */
export async function startCamera(
  video: HTMLVideoElement,
  onCode: (text: string) => void,
  onEnd: () => void,
): Promise<Camera> {
  if (!('mediaDevices' in navigator))
    throw new Error('The camera works on secure (https) addresses only. You can type the numbers.')
  const asked = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } }
  const stream = await navigator.mediaDevices
    .getUserMedia({ video: asked })
    .catch((error: unknown) => {
      throw new Error(reasonOf(error))
    })
  const [track] = stream.getVideoTracks()
  let isOn = true
  const stop = () => {
    isOn = false
    for (const one of stream.getTracks()) one.stop()
    video.srcObject = null
  }
  // Not fired by `stop`.
  track?.addEventListener('ended', () => {
    stop()
    onEnd()
  })
  try {
    const { makeDetector } = await import('./read-codes.ts')
    const detector = await makeDetector()
    video.srcObject = stream
    await video.play()
    void (async () => {
      while (isOn) {
        const codes = await detector.detect(video).catch(() => [])
        for (const { rawValue } of codes) if (isOn && rawValue) onCode(rawValue)
        await pause()
      }
    })()
  } catch {
    stop()
    throw new Error('The code reader could not be started. You can type the numbers.')
  }
  const hasTorch = (track?.getCapabilities?.() as Torch | undefined)?.torch === true
  return {
    stop,
    setTorch: hasTorch
      ? async (on) => track?.applyConstraints({ advanced: [{ torch: on } as TorchSetting] })
      : null,
  }
}

const photoSide = 2_000

/** A photo small enough to wait on the phone. */
export async function smallPhoto(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, photoSide / Math.max(picture.width, picture.height))
  const canvas = new OffscreenCanvas(
    Math.round(picture.width * scale),
    Math.round(picture.height * scale),
  )
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
}
