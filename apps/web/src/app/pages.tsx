import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { SecondaryButton } from '../ui/forms/buttons.ts'
import { MessagePage } from '../ui/layout/message-page.tsx'

export function NotAllowedPage() {
  return (
    <MessagePage title="Not allowed">Your role does not allow you to open this page.</MessagePage>
  )
}

export function NotFoundPage() {
  return <MessagePage title="Not found">There is no page at this address.</MessagePage>
}

/** Shown if a screen fails to render, inside the shell, which stays usable. */
export const RouteErrorPage = () => (
  <MessagePage
    title="Something went wrong"
    action={
      <Group>
        {/* A full reload: after an update, the old page would request chunks that are gone. */}
        <Button onClick={() => window.location.reload()}>Try again</Button>
        <SecondaryButton component={Link} to="/">
          Go to Home
        </SecondaryButton>
      </Group>
    }
  >
    This page could not be displayed. The error has been reported.
  </MessagePage>
)
