/** Messages for staff by the name of a `getUserMedia` error. */
const cameraErrorMessages: Readonly<Record<string, string>> = {
  NotAllowedError:
    'The browser may not use the camera. Please allow it in the browser’s settings for this site.',
  NotFoundError: 'This device has no camera. You can type the numbers.',
  NotReadableError: 'Another app is using the camera. Please close it and try again.',
}

const otherErrorMessage = 'The camera could not be started.'

/** Thrown if no camera can be started on this device or page, whatever the user does. */
export class NoCameraError extends Error {}

/** Leaves the processor of a phone time for other work between two pictures. */
const pauseBetweenFramesMs = 80
const pauseBetweenFrames = () => new Promise((resolve) => setTimeout(resolve, pauseBetweenFramesMs))

// TypeScript's DOM types lack the torch.
type TorchCapabilities = MediaTrackCapabilities & { readonly torch?: boolean }
type TorchSetting = MediaTrackConstraintSet & { readonly torch: boolean }

export interface Camera {
  /** Null if the device has no torch. */
  readonly setTorch: ((on: boolean) => Promise<void>) | null
  readonly stop: () => void
}

/**
 * Shows the camera in a video element and reads codes from it until it is stopped. `onEnd` is
 * called if the device ends it, for example when the phone is locked. Throws errors with a message
 * for staff.
 */
export async function startCamera(
  video: HTMLVideoElement,
  onCode: (text: string) => void,
  onEnd: () => void,
): Promise<Camera> {
  const stream = await openStream()
  const [track] = stream.getVideoTracks()
  let isStopped = false

  const stop = () => {
    isStopped = true
    for (const mediaTrack of stream.getTracks()) mediaTrack.stop()
    video.srcObject = null
  }

  // Fired only when the device ends the track, not by `stop`.
  track?.addEventListener('ended', () => {
    stop()
    onEnd()
  })

  try {
    const { createCodeDetector } = await import('./code-detector.ts')
    const detector = await createCodeDetector()
    video.srcObject = stream
    await video.play()

    const readUntilStopped = async () => {
      while (!isStopped) {
        const codes = await detector.detect(video).catch(() => [])
        for (const { rawValue } of codes) {
          // The camera may have been stopped since the frame was read.
          if (!isStopped && rawValue) onCode(rawValue)
        }
        await pauseBetweenFrames()
      }
    }
    void readUntilStopped()
  } catch {
    stop()
    throw new Error('The code reader could not be started. You can type the numbers.')
  }

  const hasTorch = (track?.getCapabilities?.() as TorchCapabilities | undefined)?.torch === true
  const setTorch = async (on: boolean) =>
    track?.applyConstraints({ advanced: [{ torch: on } as TorchSetting] })

  return { stop, setTorch: hasTorch ? setTorch : null }
}

/** Opens the camera at the back of the phone. */
async function openStream(): Promise<MediaStream> {
  if (!('mediaDevices' in navigator))
    throw new NoCameraError(
      'The camera works on secure (https) addresses only. You can type the numbers.',
    )

  const constraints = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } }
  try {
    return await navigator.mediaDevices.getUserMedia({ video: constraints })
  } catch (error) {
    const errorName = error instanceof DOMException ? error.name : ''
    const message = cameraErrorMessages[errorName] ?? otherErrorMessage
    throw errorName === 'NotFoundError' ? new NoCameraError(message) : new Error(message)
  }
}

/** For the longer side of a photo. */
const maxPhotoSidePx = 2_000
/** JPEG quality of a photo, from 0 to 1. */
const photoQuality = 0.85

/** Scales a photo down, because it may have to wait on the phone for a connection. */
export async function shrinkPhoto(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, maxPhotoSidePx / Math.max(picture.width, picture.height))

  const canvas = new OffscreenCanvas(
    Math.round(picture.width * scale),
    Math.round(picture.height * scale),
  )

  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()

  return canvas.convertToBlob({ type: 'image/jpeg', quality: photoQuality })
}
