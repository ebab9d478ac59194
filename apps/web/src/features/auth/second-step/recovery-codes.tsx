import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { productName } from '@vitrine/contract'
import { useRef } from 'react'
import { SuccessMessage } from '../../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../../ui/forms/buttons.ts'
import { saveFile } from '../../../ui/lists/save-file.ts'
import { copyText } from '../../../ui/text/copy-text.ts'
import styles from './second-step.module.css'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** The codes are shown only here. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const list = useRef<HTMLUListElement>(null)
  const text = `${codes.join('\n')}\n`
  const copy = async () => {
    if (list.current && (await copyText(text, list.current))) {
      notifications.show({ message: 'Copied to the clipboard.' })
    }
  }
  return (
    <>
      <SuccessMessage>
        Keep these recovery codes in a safe place. Each one signs you in once if you don’t have your phone or passkey.
        They will not be shown again.
      </SuccessMessage>
      <ul ref={list} className={`frame ${styles.codes}`} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={`flex-wrap ${styles.buttons}`}>
        <SecondaryButton
          onClick={() =>
            saveFile(`${productName.toLowerCase()}-recovery-codes.txt`, new Blob([text], { type: 'text/plain' }))
          }
        >
          Download
        </SecondaryButton>
        <SecondaryButton onClick={copy}>Copy</SecondaryButton>
        <Button onClick={onDone}>I have saved them</Button>
      </div>
    </>
  )
}
