import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { PlainPage } from '../../ui/layout/plain-page.tsx'

export function NotAllowedPage() {
  return (
    <PlainPage
      title="Not allowed"
      action={
        <Button component={Link} to="/">
          Go to Home
        </Button>
      }
    >
      Your role does not allow you to open this page.
    </PlainPage>
  )
}
