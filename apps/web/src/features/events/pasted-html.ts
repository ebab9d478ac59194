import { tablesAsLines } from '@vitrine/contract'

/** What was copied elsewhere, as the editor can take it: it knows no tables and would run their cells together. */
export function pastedHtml(html: string): string {
  if (!/<table/i.test(html)) return html
  // A document parsed like this loads and runs nothing.
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const silent of body.querySelectorAll('script, style, template, xml')) silent.remove()
  const comments = document.createNodeIterator(body, NodeFilter.SHOW_COMMENT)
  for (let comment = comments.nextNode(); comment; comment = comments.nextNode())
    comment.parentNode?.removeChild(comment)
  return tablesAsLines(body.innerHTML)
}
