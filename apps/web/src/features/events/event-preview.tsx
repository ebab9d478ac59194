import {
  eventLanguages,
  formatEventDay,
  formatEventTime,
  formatEventUntil,
  languageNames,
  pickEventText,
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
          const text = pickEventText(draft, language)
          return (
            <div key={language} lang={language} className={styles.event}>
              <p className={styles.when}>
                <span>{formatEventDay(draft, language) || '…'}</span>
                {formatEventTime(draft) && (
                  <span className={styles.time}>{formatEventTime(draft)}</span>
                )}
                {formatEventUntil(draft, language) && (
                  <span>{formatEventUntil(draft, language)}</span>
                )}
              </p>
              {text.language !== language || !text.html ? (
                <p lang="en" className={styles.missing}>
                  No {languageNames[language]} text yet.
                  {text.html && ` Visitors see the ${languageNames[text.language]} one.`}
                </p>
              ) : (
                <SanitizedHtml html={text.html} />
              )}
            </div>
          )
        })}
      </div>
    </section>
  )
}

const allowedTags = new Set(['b', 'strong', 'i', 'em', 'u', 'br', 'p', 'ul', 'ol', 'li'])
/** Elements whose content is not text for readers either. */
const skippedTags = new Set(['script', 'style', 'textarea', 'option', 'noscript', 'template'])

/** Renders typed HTML safely: rebuilds only allowed elements, without their attributes. */
export function SanitizedHtml({ html }: { readonly html: string }) {
  // A document parsed by DOMParser runs no scripts and loads no resources.
  return useMemo(
    () => renderNodes(new DOMParser().parseFromString(html, 'text/html').body.childNodes),
    [html],
  )
}

function renderNodes(nodes: NodeListOf<ChildNode>): ReactNode {
  return [...nodes].map((node, index) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent
    if (node.nodeType !== Node.ELEMENT_NODE) return null

    const tag = node.nodeName.toLowerCase()
    if (skippedTags.has(tag)) return null
    if (tag === 'br') return createElement(tag, { key: index })

    const children = renderNodes(node.childNodes)
    // Links are only underlined, because following one would leave the form.
    if (tag === 'a') return createElement('u', { key: index }, children)
    // Of other elements, only the content is shown.
    return createElement(allowedTags.has(tag) ? tag : Fragment, { key: index }, children)
  })
}
