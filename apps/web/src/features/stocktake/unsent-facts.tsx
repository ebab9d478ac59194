import { FileButton } from '@mantine/core'
import { IconCloudCheck, IconCloudUp } from '@tabler/icons-react'
import { useState } from 'react'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { Block } from '../../ui/layout/page-parts.tsx'
import { saveFile } from '../../ui/lists/save-file.ts'
import scanner from '../../ui/scanner/scanner.module.css'
import { formatFactsFile, parseFactsFile } from './facts-file.ts'
import styles from './scan-page.module.css'
import { formatUnsentCount } from './unsent-count.ts'
import type { StocktakeOnPhone } from './use-stocktake.ts'

interface UnsentFactsProps {
  readonly name: string
  readonly userName: string
  readonly stocktake: StocktakeOnPhone
}

const connectionProblems: Partial<Record<StocktakeOnPhone['connection'], string>> = {
  unreachable: 'No reception',
  failed: 'Sending failed. Trying again …',
  refused: 'Not accepted',
}

/** The unsent facts: a bar that is always in view, and saving them as a file for a colleague. */
export function UnsentFacts({ name, userName, stocktake }: UnsentFactsProps) {
  const { id, unsent, listUnsentFacts, add } = stocktake
  const [message, setMessage] = useState('')

  const saveAsFile = async () => {
    saveFile(
      `Stocktake ${name}.json`,
      new Blob([formatFactsFile(id, await listUnsentFacts())], { type: 'application/json' }),
    )
    setMessage(
      'Saved. A colleague can import the file on this screen. Photos stay on this phone until they are sent.',
    )
  }

  const importFile = async (file: File | null) => {
    if (!file) return
    try {
      const facts = parseFactsFile(id, await file.text())
      await add(facts)
      setMessage(
        `${facts.length} ${facts.length === 1 ? 'scan' : 'scans'} imported from ${file.name}.`,
      )
    } catch (error) {
      setMessage((error as Error).message)
    }
  }

  return (
    <>
      <Block title="Without reception" className="stack">
        <p className="note">
          What you scan waits on this phone until it can be sent. It is sent by itself; or save it
          as a file for a colleague.
        </p>
        <div className={scanner.parts}>
          <SecondaryButton size="xl" disabled={unsent === 0} onClick={saveAsFile}>
            Save as file
          </SecondaryButton>
          <FileButton
            accept="application/json,.json"
            inputProps={{ 'aria-label': 'Import a file' }}
            onChange={(file) => void importFile(file)}
          >
            {(opener) => (
              <SecondaryButton size="xl" {...opener}>
                Import a file
              </SecondaryButton>
            )}
          </FileButton>
        </div>
        {message && <p role="status">{message}</p>}
      </Block>
      <UnsentBar userName={userName} stocktake={stocktake} />
    </>
  )
}

/** The number of unsent facts, what prevents sending, and a button to send now. */
function UnsentBar({ userName, stocktake }: Omit<UnsentFactsProps, 'name'>) {
  const { facts, unsent, connection, send } = stocktake
  const problem = connectionProblems[connection]
  const isWaiting = unsent > 0 && problem !== undefined

  /** Late facts that this user scanned or sent. */
  const lateCount = [...facts.values()].filter(
    (fact) => 'late' in fact && [fact.by, fact.sentBy].includes(userName),
  ).length

  const CloudIcon = unsent > 0 ? IconCloudUp : IconCloudCheck

  return (
    <div
      className={`flex-middle tone ${styles.unsent}`}
      data-tone={isWaiting ? 'watch' : undefined}
    >
      <CloudIcon size={24} aria-hidden="true" />
      <p role="status" className={`column ${scanner.words} ${styles.unsentText}`}>
        <strong>{formatUnsentCount(unsent)}</strong>
        {problem && <span>{problem}</span>}
        {unsent === 0 && lateCount > 0 && (
          <span>{lateCount} arrived after closing; a manager will decide</span>
        )}
      </p>
      <SecondaryButton
        size="xl"
        className={styles.send ?? ''}
        disabled={connection === 'sending'}
        onClick={send}
      >
        Send now
      </SecondaryButton>
    </div>
  )
}
