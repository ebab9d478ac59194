/** Well-formed markup; only `element` makes it, so that nothing gets in unescaped. */
export interface Xml {
  readonly markup: string
}

type Child = Xml | string | false | null | undefined | readonly Child[]
type Attributes = Readonly<Record<string, string | null | undefined>>

/** An element; attributes without a value are left out, texts escaped. */
export const element = (
  name: string,
  attributes: Attributes,
  ...children: readonly Child[]
): Xml => {
  let start = `<${name}`
  for (const key in attributes) {
    const value = attributes[key]
    if (value !== null && value !== undefined) start += ` ${key}="${escaped(value)}"`
  }
  const content = markupOf(children)
  return { markup: content === '' ? `${start}/>` : `${start}>${content}</${name}>` }
}

function markupOf(children: readonly Child[]): string {
  let markup = ''
  for (const child of children) {
    if (!child) continue
    if (typeof child === 'string') markup += escaped(child)
    else markup += 'markup' in child ? child.markup : markupOf(child)
  }
  return markup
}

// Control characters, halves of surrogate pairs and the like: no document may hold them, not even escaped.
const notXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
const special = /[&<>"\r]/g
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

const escaped = (text: string): string =>
  text.replace(notXml, '\u{fffd}').replace(special, (character) => escapes[character] ?? '')

export const xmlDocument = ({ markup }: Xml): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${markup}\n`

/** The namespaces of instances of schemas, with the one schema that a document names. */
export const schemaAttributes = (namespace: string, location: string): Attributes => ({
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xsi:schemaLocation': `${namespace} ${location}`,
})
