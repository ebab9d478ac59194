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

/** The button that starts something long, and one that cancels it meanwhile. */
export function CancellableSubmit({
  label,
  workingLabel,
  isReady,
  isWorking,
  onCancel,
}: CancellableSubmitProps) {
  const submit = useRef<HTMLButtonElement>(null)
  // 'Cancel' disappears at the end: its focus goes to the other button.
  useEffect(() => {
    if (!isWorking) return
    return () => {
      if (document.activeElement === document.body) submit.current?.focus()
    }
  }, [isWorking])
  return (
    <>
      {isWorking && <SecondaryButton onClick={onCancel}>Cancel</SecondaryButton>}
      {/* While it works it is not disabled but only looks so: it would lose the focus. */}
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
