import { eventDay, eventLanguages, eventText, eventTime, eventUntil, languageNames } from '@vitrine/contract'
import type { EventDraft } from './event-draft.ts'
import styles from './event-preview.module.css'
import { ShownHtml } from './shown-html.tsx'

/** The event as visitors will see it, in each language. */
export function EventPreview({ draft }: { readonly draft: EventDraft }) {
  return (
    <section aria-label="Preview" className={styles.preview}>
      <h3 className={styles.title}>Preview</h3>
      <div className={styles.languages}>
        {eventLanguages.map((language) => {
          const shown = eventText(draft, language)
          return (
            <div key={language} lang={language} className={styles.event}>
              <p className={styles.when}>
                <span>{eventDay(draft, language) || '…'}</span>
                {eventTime(draft) && <span className={styles.time}>{eventTime(draft)}</span>}
                {eventUntil(draft, language) && <span>{eventUntil(draft, language)}</span>}
              </p>
              {shown.language !== language || !shown.html ? (
                <p lang="en" className={styles.missing}>
                  No {languageNames[language]} text yet.
                  {shown.html && ` Visitors see the ${languageNames[shown.language]} one.`}
                </p>
              ) : (
                <ShownHtml html={shown.html} />
              )}
            </div>
          )
        })}
      </div>
    </section>
  )
}
