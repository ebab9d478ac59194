import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { SecondaryButton } from './buttons.ts'

interface CancellableSubmitProps {
  readonly label: string
  readonly workingLabel: string
  readonly isReady: boolean
  readonly isWorking: boolean
  readonly onCancel: () => void
}

/** A submit button for a long operation, with a Cancel button while it runs. */
export function CancellableSubmit({
  label,
  workingLabel,
  isReady,
  isWorking,
  onCancel,
}: CancellableSubmitProps) {
  const submit = useRef<HTMLButtonElement>(null)
  // Cancel disappears at the end, so its focus moves to the submit button.
  useEffect(() => {
    if (!isWorking) return
    return () => {
      if (document.activeElement === document.body) submit.current?.focus()
    }
  }, [isWorking])
  return (
    <>
      {isWorking && <SecondaryButton onClick={onCancel}>Cancel</SecondaryButton>}
      {/* Only looks disabled while it works: a disabled button would lose the focus. */}
      <Button
        ref={submit}
        type="submit"
        disabled={!(isReady || isWorking)}
        {...(isWorking && { 'data-disabled': true, 'aria-disabled': true })}
      >
        {isWorking ? workingLabel : label}
      </Button>
    </>
  )
}
