import { AnsweredBy } from '../../ui/answered-by.tsx'
import { ChangeText } from '../../ui/change-text.tsx'
import styles from './assistant-change.module.css'
import type { AssistStep } from './assisted-text.ts'

/** What the assistant did to a comment, and who it was. */
export function AssistantChange({ step: { before, after, engine } }: { readonly step: AssistStep }) {
  return (
    <div className={styles.change}>
      {before !== after && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
        <section tabIndex={0} aria-label="What changed" className={styles.diff}>
          <ChangeText before={before} after={after} />
        </section>
      )}
      <p className={styles.note}>
        {before === after && 'Nothing was changed. '}
        <AnsweredBy engine={engine} />
      </p>
    </div>
  )
}
