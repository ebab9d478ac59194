import { useMediaQuery } from '@mantine/hooks'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { overlaysReady } from '../../ui/feedback/dialogs.ts'
import styles from './overlays.module.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'

/** Hosts of dialogs and toasts. */
export function Overlays() {
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  useEffect(() => overlaysReady.resolve(true), [])
  return (
    <>
      <ModalsProvider>{null}</ModalsProvider>
      {/* Forms have their buttons at the bottom right, on a phone across the full width. */}
      <Notifications
        position={isNarrow ? 'top-center' : 'bottom-left'}
        autoClose={6_000}
        classNames={{ root: styles.toasts ?? '' }}
      />
    </>
  )
}
