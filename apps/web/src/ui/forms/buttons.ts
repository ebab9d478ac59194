import { Button } from '@mantine/core'

/** Beside the main button of a form or page, and for everything that is not the main thing to do there. */
export const SecondaryButton = Button.withProps({ variant: 'default' })

export const SmallButton = Button.withProps({ variant: 'default', size: 'compact-sm' })

/** One of several in a row of tools. */
export const QuietButton = Button.withProps({ variant: 'subtle', px: 'sm' })
