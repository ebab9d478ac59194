import sanitizeHtml from 'sanitize-html'

const linkSchemes = ['http', 'https', 'mailto']

const leadsSomewhere = (href: string | undefined) =>
  linkSchemes.includes(URL.parse(href ?? '')?.protocol.slice(0, -1) ?? '')

const rules: sanitizeHtml.IOptions = {
  allowedTags: ['b', 'strong', 'i', 'em', 'u', 'a', 'br', 'p', 'ul', 'ol', 'li'],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: linkSchemes,
  allowProtocolRelative: false,
  transformTags: {
    // In a page made to be framed, a link must not open inside the frame. One that leads nowhere leaves its words.
    a: (_, { href = '' }) =>
      leadsSomewhere(href)
        ? { tagName: 'a', attribs: { href, rel: 'noopener', target: '_blank' } }
        : { tagName: 'span', attribs: {} },
  },
}

/** Leaves of an event's text what may stand in it: a few words in bold, links, breaks and lists. */
export const sanitise = (html: string): string => sanitizeHtml(html, rules).trim()
