import { createElement, Fragment, type ReactNode, useMemo } from 'react'

const shownTags = new Set(['b', 'strong', 'i', 'em', 'u', 'br', 'p', 'ul', 'ol', 'li'])
const silentTags = new Set(['script', 'style', 'textarea', 'option', 'noscript', 'template'])

/** Renders typed HTML safely: parses it and rebuilds only allowed elements, so nothing in it runs. */
export function ShownHtml({ html }: { readonly html: string }) {
  // A document parsed like this loads and runs nothing.
  return useMemo(() => shown(new DOMParser().parseFromString(html, 'text/html').body.childNodes), [html])
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
