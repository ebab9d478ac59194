import { Button } from '@mantine/core'
import { IconBulb, IconBulbOff, IconCamera, IconCameraOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { type Camera, startCamera } from './camera.ts'
import styles from './scan-page.module.css'
import { enableSound } from './signals.ts'

export function CameraView({ onCode }: { readonly onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const camera = useRef<Camera>(undefined)
  const [state, setState] = useState<'off' | 'starting' | 'on'>('off')
  const [problem, setProblem] = useState('')
  const [isTorchOn, setTorchOn] = useState(false)
  const latestOnCode = useRef(onCode)
  latestOnCode.current = onCode
  useEffect(() => () => camera.current?.stop(), [])

  const start = async () => {
    if (!video.current) return
    enableSound()
    setProblem('')
    setTorchOn(false)
    setState('starting')
    try {
      camera.current = await startCamera(
        video.current,
        (code) => latestOnCode.current(code),
        handleCameraEnd,
      )
      setState('on')
    } catch (error) {
      setProblem((error as Error).message)
      setState('off')
    }
  }

  const handleCameraEnd = () => {
    setProblem(
      'The camera has stopped: the phone was locked, or another app uses it. Please start it again.',
    )
    setState('off')
  }

  const stop = () => {
    camera.current?.stop()
    setState('off')
  }

  const toggleTorch = async () => {
    await camera.current
      ?.setTorch?.(!isTorchOn)
      .catch(() => setProblem('The light could not be turned on or off.'))
    setTorchOn(!isTorchOn)
  }

  const BulbIcon = isTorchOn ? IconBulbOff : IconBulb

  return (
    <section aria-label="Camera" className={`stack ${styles.camera}`}>
      <video
        ref={video}
        muted
        playsInline
        className={styles.video}
        hidden={state === 'off'}
        aria-label="Camera view"
      />
      {state === 'off' ? (
        <Button size="xl" leftSection={<IconCamera size={24} aria-hidden="true" />} onClick={start}>
          Start the camera
        </Button>
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
      {problem && <ErrorMessage>{problem}</ErrorMessage>}
    </section>
  )
}
