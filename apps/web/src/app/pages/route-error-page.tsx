import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { PlainPage } from '../../ui/layout/plain-page.tsx'

/** A screen that failed to draw. The shell around it stays, and so does the way on. */
export const RouteErrorPage = () => (
  <PlainPage
    title="Something went wrong"
    action={
      <Group>
        {/* All of it anew: after an update of the server, a page from before asks for parts that are gone. */}
        <Button onClick={() => window.location.reload()}>Try again</Button>
        <Button variant="default" component={Link} to="/">
          Go to Home
        </Button>
      </Group>
    }
  >
    This page could not be displayed. The error has been reported.
  </PlainPage>
)
