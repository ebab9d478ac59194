import {
  eventDay,
  eventLanguages,
  eventText,
  eventTime,
  eventUntil,
  languageNames,
} from '@vitrine/contract'
import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import type { EventDraft } from './event-draft.ts'
import styles from './event-preview.module.css'

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

const shownTags = new Set(['b', 'strong', 'i', 'em', 'u', 'br', 'p', 'ul', 'ol', 'li'])
const silentTags = new Set(['script', 'style', 'textarea', 'option', 'noscript', 'template'])

/**
 * Renders typed HTML safely: parses it and rebuilds only allowed elements, so nothing in it runs.
 */
export function ShownHtml({ html }: { readonly html: string }) {
  // A document parsed like this loads and runs nothing.
  return useMemo(
    () => shown(new DOMParser().parseFromString(html, 'text/html').body.childNodes),
    [html],
  )
}

function shown(nodes: NodeListOf<ChildNode>): ReactNode {
  return [...nodes].map((node, index) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent
    if (node.nodeType !== Node.ELEMENT_NODE) return null
    const tag = node.nodeName.toLowerCase()
    if (silentTags.has(tag)) return null
    if (tag === 'br') return createElement(tag, { key: index })
    const children = shown(node.childNodes)
    // A link looks like one and leads nowhere: a preview is not a place to leave the form by.
    if (tag === 'a') return createElement('u', { key: index }, children)
    return createElement(shownTags.has(tag) ? tag : Fragment, { key: index }, children)
  })
}
