import { modals } from '@mantine/modals'

interface Question {
  readonly title: string
  readonly message: string
}

/** The confirm dialog. Only Ok means yes: Cancel, the cross and Escape all mean no. */
export function askToConfirm({ title, message }: Question): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  modals.openConfirmModal({
    title,
    children: message,
    labels: { confirm: 'Ok', cancel: 'Cancel' },
    confirmProps: { 'data-autofocus': true },
    onConfirm: () => resolve(true),
    // Also called after a confirm; a promise keeps its first answer.
    onClose: () => resolve(false),
  })
  return promise
}
