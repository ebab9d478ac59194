/** Well-formed markup. Only `element` creates it, so that all texts are escaped. */
export interface Xml {
  readonly markup: string
}

type Child = Xml | string | false | null | undefined | readonly Child[]
type Attributes = Readonly<Record<string, string | null | undefined>>

/** Creates an element; omits attributes without a value. */
export const element = (
  name: string,
  attributes: Attributes,
  ...children: readonly Child[]
): Xml => {
  let startTag = `<${name}`
  for (const key in attributes) {
    const value = attributes[key]
    if (value !== null && value !== undefined) startTag += ` ${key}="${escapeText(value)}"`
  }
  const content = renderChildren(children)
  return { markup: content === '' ? `${startTag}/>` : `${startTag}>${content}</${name}>` }
}

function renderChildren(children: readonly Child[]): string {
  let markup = ''
  for (const child of children) {
    if (!child) continue
    if (typeof child === 'string') markup += escapeText(child)
    else markup += 'markup' in child ? child.markup : renderChildren(child)
  }
  return markup
}

// Control characters, lone surrogates and the like, which XML forbids even escaped.
const forbiddenCharacters = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
const escapedCharacters = /[&<>"\r]/g
const escapeByCharacter: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

const escapeText = (text: string): string =>
  text
    .replace(forbiddenCharacters, '\u{fffd}')
    .replace(escapedCharacters, (character) => escapeByCharacter[character] ?? '')

export const renderXmlDocument = ({ markup }: Xml): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${markup}\n`

/** Attributes that name the schema of a document. */
export const schemaAttributes = (namespace: string, location: string): Attributes => ({
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xsi:schemaLocation': `${namespace} ${location}`,
})
