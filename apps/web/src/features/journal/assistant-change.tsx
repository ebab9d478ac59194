import { AnsweredBy } from '../../ui/feedback/answered-by.tsx'
import { ChangeText } from '../../ui/text/change-text.tsx'
import type { AssistStep } from './assistant.ts'
import styles from './assistant-change.module.css'

/** The change that the assistant made to a comment, and which engine made it. */
export function AssistantChange({
  step: { before, after, engine },
}: {
  readonly step: AssistStep
}) {
  return (
    <div className={styles.change}>
      {before !== after && <ChangeText before={before} after={after} />}
      <p className={styles.note}>
        {before === after && 'Nothing was changed. '}
        <AnsweredBy engine={engine} />
      </p>
    </div>
  )
}
