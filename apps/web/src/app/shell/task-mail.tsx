import { lazy, Suspense } from 'react'

// Few open the menu, and fewer for this.
const Item = lazy(async () => ({ default: (await import('./task-mail-entries.tsx')).TaskMailItem }))
const Button = lazy(async () => ({ default: (await import('./task-mail-entries.tsx')).TaskMailButton }))

export const TaskMailItem = () => (
  <Suspense>
    <Item />
  </Suspense>
)

export const TaskMailButton = () => (
  <Suspense>
    <Button />
  </Suspense>
)
