import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { PlainPage } from '../../ui/layout/plain-page.tsx'

export function NotFoundPage() {
  return (
    <PlainPage
      title="Not found"
      action={
        <Button component={Link} to="/">
          Go to Home
        </Button>
      }
    >
      There is no page at this address.
    </PlainPage>
  )
}
