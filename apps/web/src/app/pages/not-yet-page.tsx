import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'

/** Stands in for a screen that a later version brings. */
export function NotYetPage({ title }: { readonly title: string }) {
  return (
    <>
      <PageHead title={title} />
      <EmptyState
        action={
          <Button variant="default" component={Link} to="/">
            Go to Home
          </Button>
        }
      >
        This screen is not part of this version yet.
      </EmptyState>
    </>
  )
}
