import { Button } from '@mantine/core'
import { IconBulb, IconBulbOff, IconCamera, IconCameraOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { ErrorMessage } from '../feedback/message.tsx'
import { SecondaryButton } from '../forms/buttons.ts'
import { type Camera, NoCameraError, startCamera } from './camera.ts'
import styles from './scanner.module.css'
import { enableSound } from './signals.ts'

interface CameraViewProps {
  readonly onCode: (code: string) => void
  /**
   * Whether the camera starts by itself, on a screen that was opened to scan. The view then has the
   * same height with and without a picture, so that nothing below it moves.
   */
  readonly startsAtOnce?: boolean
  /** Called if the device has no camera. The view is then low. */
  readonly onMissing?: () => void
}

/** The camera's picture, with buttons to start and stop it. */
export function CameraView({ onCode, startsAtOnce = false, onMissing }: CameraViewProps) {
  const camera = useCamera({ onCode, startsAtOnce, onMissing })
  const { state, problem, isMissing } = camera
  const StartButton = isMissing ? SecondaryButton : Button

  const startByHand = () => {
    enableSound()
    void camera.start()
  }

  return (
    <section
      aria-label="Camera"
      className={`stack ${styles.camera}`}
      data-tall={(startsAtOnce && !isMissing) || undefined}
    >
      {problem && isMissing && (
        <p role="status" className={styles.words}>
          {problem}
        </p>
      )}
      <video
        ref={camera.video}
        muted
        playsInline
        className={styles.video}
        hidden={state === 'off'}
        aria-label="Camera view"
      />
      {state === 'off' ? (
        <StartButton
          size="xl"
          leftSection={<IconCamera size={24} aria-hidden="true" />}
          onClick={startByHand}
        >
          Start the camera
        </StartButton>
      ) : (
        <CameraTools camera={camera} />
      )}
      {problem && !isMissing && <ErrorMessage>{problem}</ErrorMessage>}
    </section>
  )
}

/** The buttons over the picture: stop and light. */
function CameraTools({ camera }: { readonly camera: ReturnType<typeof useCamera> }) {
  const BulbIcon = camera.isTorchOn ? IconBulbOff : IconBulb

  return (
    <div className={`row ${styles.tools}`}>
      <SecondaryButton
        size="xl"
        loading={camera.state === 'starting'}
        leftSection={<IconCameraOff size={24} aria-hidden="true" />}
        onClick={camera.stop}
      >
        Stop
      </SecondaryButton>
      {camera.state === 'on' && camera.hasTorch && (
        <SecondaryButton
          size="xl"
          aria-pressed={camera.isTorchOn}
          leftSection={<BulbIcon size={24} aria-hidden="true" />}
          onClick={camera.toggleTorch}
        >
          Light
        </SecondaryButton>
      )}
    </div>
  )
}

interface CameraOptions {
  readonly onCode: (code: string) => void
  readonly startsAtOnce: boolean
  readonly onMissing: (() => void) | undefined
}

/** Starts and stops the camera, which is shown in the element with the ref `video`. */
function useCamera({ onCode, startsAtOnce, onMissing }: CameraOptions) {
  const video = useRef<HTMLVideoElement>(null)
  const camera = useRef<Camera>(undefined)
  /** Changes with every start and stop, so that a start can tell whether it is still wanted. */
  const runNumber = useRef(0)
  const [state, setState] = useState<'off' | 'starting' | 'on'>('off')
  const [problem, setProblem] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isTorchOn, setTorchOn] = useState(false)
  const latestOnCode = useRef(onCode)
  latestOnCode.current = onCode

  const showFailure = (error: Error) => {
    setProblem(error.message)
    setState('off')
    setMissing(error instanceof NoCameraError)
    if (error instanceof NoCameraError) onMissing?.()
  }

  const handleCameraEnd = () => {
    setProblem(
      'The camera has stopped: the phone was locked, or another app uses it. Please start it again.',
    )
    setState('off')
  }

  const start = async () => {
    if (!video.current) return

    runNumber.current += 1
    const thisRun = runNumber.current
    setProblem('')
    setTorchOn(false)
    setState('starting')

    try {
      const startedCamera = await startCamera(
        video.current,
        (code) => latestOnCode.current(code),
        handleCameraEnd,
      )
      // Stopped, or the screen was left, while the browser asked for permission.
      if (runNumber.current !== thisRun) return startedCamera.stop()

      camera.current = startedCamera
      setState('on')
      setMissing(false)
    } catch (error) {
      if (runNumber.current === thisRun) showFailure(error as Error)
    }
  }

  const stopCamera = () => {
    runNumber.current += 1
    camera.current?.stop()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    if (startsAtOnce) void start()
    return stopCamera
  }, [])

  return {
    video,
    state,
    problem,
    isMissing,
    hasTorch: Boolean(camera.current?.setTorch),
    isTorchOn,
    start,

    stop() {
      stopCamera()
      setState('off')
    },

    async toggleTorch() {
      await camera.current
        ?.setTorch?.(!isTorchOn)
        .catch(() => setProblem('The light could not be turned on or off.'))
      setTorchOn(!isTorchOn)
    },
  }
}
