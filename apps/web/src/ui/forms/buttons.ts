import { Button } from '@mantine/core'

/** For everything that is not the main action of a form or page. */
export const SecondaryButton = Button.withProps({ variant: 'default' })

export const SmallButton = Button.withProps({ variant: 'default', size: 'compact-sm' })

/** For toolbars with several buttons. */
export const QuietButton = Button.withProps({ variant: 'subtle', px: 'sm' })
