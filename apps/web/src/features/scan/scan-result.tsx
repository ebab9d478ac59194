import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconExternalLink,
  IconMapPin,
  IconQuestionMark,
  IconSearch,
  IconTransfer,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CodeItem, CodePlace } from '@vitrine/contract'
import type { ReactNode } from 'react'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import scanner from '../../ui/scanner/scanner.module.css'
import { iconProps } from './item-result.tsx'
import styles from './scan-page.module.css'
import type { Scan } from './use-scan.ts'

interface ResultTextProps {
  readonly Icon: TablerIcon
  readonly title: string
  readonly children?: ReactNode
}

const ResultText = ({ Icon, title, children }: ResultTextProps) => (
  <div role="status" className={`flex-middle ${scanner.resultText}`}>
    <Icon size={40} stroke={2} aria-hidden="true" />
    <p className={`column breakable ${scanner.words}`}>
      <strong className={scanner.outcome}>{title}</strong>
      {children}
    </p>
  </div>
)

interface PlaceResultProps {
  readonly place: CodePlace
  readonly scan: Scan
}

/** The scanned place; the item scanned before can be moved to it. */
export function PlaceResult({ place, scan: { item, move } }: PlaceResultProps) {
  const mayMove = item && !item.archived && !place.archived && item.placeId !== place.id

  return (
    <>
      <ResultText Icon={IconMapPin} title={place.name}>
        {place.within && <span>{place.within}</span>}
        {place.archived ? <strong>Archived</strong> : <span>Scan an object to move it here.</span>}
      </ResultText>
      <div className={styles.actions}>
        {mayMove && (
          <Button
            size="xl"
            className={styles.long ?? ''}
            leftSection={<IconTransfer {...iconProps} />}
            onClick={() => move(item, place)}
          >
            Move {item.identifier} here
          </Button>
        )}
        <SecondaryButton
          size="xl"
          component={Link}
          to={`/places/${place.id}`}
          leftSection={<IconExternalLink {...iconProps} />}
        >
          Open
        </SecondaryButton>
      </div>
    </>
  )
}

interface MovingProps {
  readonly item: CodeItem
  readonly onChoose: () => void
  readonly onCancel: () => void
}

/** Asks for the place where the item goes. */
export const Moving = ({ item, onChoose, onCancel }: MovingProps) => (
  <>
    <ResultText Icon={IconTransfer} title={`Where does ${item.identifier} go?`}>
      <span>Scan the code of the place, or type it.</span>
    </ResultText>
    <div className={styles.actions}>
      <SecondaryButton
        size="xl"
        className={styles.long ?? ''}
        leftSection={<IconMapPin {...iconProps} />}
        onClick={onChoose}
      >
        Choose the place…
      </SecondaryButton>
      <SecondaryButton size="xl" onClick={onCancel}>
        Cancel
      </SecondaryButton>
    </div>
  </>
)

interface SeveralResultProps {
  readonly items: readonly CodeItem[]
  readonly count: number
  readonly onChoose: (item: CodeItem) => void
}

export const SeveralResult = ({ items, count, onChoose }: SeveralResultProps) => (
  <>
    <ResultText Icon={IconAlertTriangle} title="Several objects have this number">
      <span>Which one is it?</span>
    </ResultText>
    {items.map((item) => (
      <SecondaryButton
        key={item.id}
        size="xl"
        className={scanner.wide ?? ''}
        onClick={() => onChoose(item)}
      >
        {item.identifier}
        <span className={scanner.below}>{item.name}</span>
      </SecondaryButton>
    ))}
    {count > items.length && (
      <p className={scanner.words}>and {count - items.length} more: type the whole number.</p>
    )}
  </>
)

interface UnknownResultProps {
  readonly code: string
  readonly problem: string | undefined
  readonly onSearch: () => void
}

/** The code is shown as text and never opened, because it may be an address of another site. */
export const UnknownResult = ({ code, problem, onSearch }: UnknownResultProps) => (
  <>
    <ResultText
      Icon={IconQuestionMark}
      title={problem ? 'Several places have this name' : 'Unknown code'}
    >
      <span>{code}</span>
      <span>{problem ?? 'No object and no place has it. Type the number, or search.'}</span>
    </ResultText>
    <div className={styles.actions}>
      <SecondaryButton size="xl" leftSection={<IconSearch {...iconProps} />} onClick={onSearch}>
        Search
      </SecondaryButton>
    </div>
  </>
)

interface FailedResultProps {
  readonly problem: string
  readonly onRetry: () => void
}

export const FailedResult = ({ problem, onRetry }: FailedResultProps) => (
  <>
    <ResultText Icon={IconAlertTriangle} title="Not looked up">
      <span>{problem}</span>
    </ResultText>
    <div className={styles.actions}>
      <SecondaryButton size="xl" onClick={onRetry}>
        Try again
      </SecondaryButton>
    </div>
  </>
)
