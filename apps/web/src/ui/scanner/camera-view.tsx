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
   * Whether it starts by itself, on a screen that was opened to scan. Its height is then the same
   * with and without a picture, so that nothing below it moves.
   */
  readonly startsAtOnce?: boolean
  /** Called if the device has no camera. The view is then low. */
  readonly onMissing?: () => void
}

/** The camera's picture, with buttons to start and stop it. */
export function CameraView({ onCode, startsAtOnce = false, onMissing }: CameraViewProps) {
  const video = useRef<HTMLVideoElement>(null)
  const camera = useRef<Camera>(undefined)
  /** Changes with every start and stop. */
  const runNumber = useRef(0)
  const [state, setState] = useState<'off' | 'starting' | 'on'>('off')
  const [problem, setProblem] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isTorchOn, setTorchOn] = useState(false)
  const latestOnCode = useRef(onCode)
  latestOnCode.current = onCode
  const stopCamera = () => {
    runNumber.current += 1
    camera.current?.stop()
  }

  const start = async () => {
    if (!video.current) return
    runNumber.current += 1
    const ownNumber = runNumber.current
    setProblem('')
    setTorchOn(false)
    setState('starting')
    try {
      const started = await startCamera(
        video.current,
        (code) => latestOnCode.current(code),
        handleCameraEnd,
      )
      // Stopped, or the screen was left, while the browser asked for permission.
      if (runNumber.current !== ownNumber) return started.stop()
      camera.current = started
      setState('on')
      setMissing(false)
    } catch (error) {
      if (runNumber.current !== ownNumber) return
      setProblem((error as Error).message)
      setState('off')
      setMissing(error instanceof NoCameraError)
      if (error instanceof NoCameraError) onMissing?.()
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    if (startsAtOnce) void start()
    return stopCamera
  }, [])

  const handleCameraEnd = () => {
    setProblem(
      'The camera has stopped: the phone was locked, or another app uses it. Please start it again.',
    )
    setState('off')
  }

  const startByHand = () => {
    enableSound()
    void start()
  }

  const stop = () => {
    stopCamera()
    setState('off')
  }

  const toggleTorch = async () => {
    await camera.current
      ?.setTorch?.(!isTorchOn)
      .catch(() => setProblem('The light could not be turned on or off.'))
    setTorchOn(!isTorchOn)
  }

  const StartButton = isMissing ? SecondaryButton : Button
  const BulbIcon = isTorchOn ? IconBulbOff : IconBulb

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
        ref={video}
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
        <div className={`row ${styles.tools}`}>
          <SecondaryButton
            size="xl"
            loading={state === 'starting'}
            leftSection={<IconCameraOff size={24} aria-hidden="true" />}
            onClick={stop}
          >
            Stop
          </SecondaryButton>
          {state === 'on' && camera.current?.setTorch && (
            <SecondaryButton
              size="xl"
              aria-pressed={isTorchOn}
              leftSection={<BulbIcon size={24} aria-hidden="true" />}
              onClick={toggleTorch}
            >
              Light
            </SecondaryButton>
          )}
        </div>
      )}
      {problem && !isMissing && <ErrorMessage>{problem}</ErrorMessage>}
    </section>
  )
}
