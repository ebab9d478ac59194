import { Button, Group } from '@mantine/core'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { PlainPage } from '../../ui/plain-page.tsx'

/** A screen that failed to draw. The shell around it stays, and so does the way on. */
export function RouteErrorPage({ reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <PlainPage
      title="Something went wrong"
      action={
        <Group>
          <Button
            onClick={() => {
              reset()
              void router.invalidate()
            }}
          >
            Try again
          </Button>
          <Button variant="default" component={Link} to="/">
            Go to Home
          </Button>
        </Group>
      }
    >
      This page could not be shown. The error has been noted.
    </PlainPage>
  )
}
