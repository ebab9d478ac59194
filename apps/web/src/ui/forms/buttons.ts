import { Button } from '@mantine/core'

/** For actions other than the main one of a form or page. */
export const SecondaryButton = Button.withProps({ variant: 'default' })

export const SmallButton = Button.withProps({ variant: 'default', size: 'compact-sm' })

/** For toolbars with several buttons. */
export const QuietButton = Button.withProps({ variant: 'subtle', px: 'sm' })
