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
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  useEffect(() => overlaysReady.resolve(true), [])
  return (
    <>
      <ModalsProvider>{null}</ModalsProvider>
      {/* Away from the buttons of forms: bottom right, on a phone in the full width. */}
      <Notifications
        position={narrow ? 'top-center' : 'bottom-left'}
        autoClose={6_000}
        classNames={{ root: styles.toasts ?? '' }}
      />
    </>
  )
}
