import { textLanguages } from '@vitrine/contract'
import type { LocalizedText, Term } from '../object-record/index.ts'
import { specificRights, uri } from './lido-terms.ts'
import { element, type Xml } from './xml.ts'

type Attributes = Parameters<typeof element>[1]
type Children =
  Parameters<typeof element> extends [string, Attributes, ...infer Rest] ? Rest : never

/** An element of LIDO. */
export const lido = (name: string, attributes: Attributes, ...children: Children): Xml =>
  element(`lido:${name}`, attributes, ...children)

/** Omitted where it would be empty. */
export const wrap = (name: string, children: readonly (Xml | null)[]): Xml | null =>
  children.some((child) => child !== null) ? lido(name, {}, children) : null

/** Texts, each with its language. */
export const texts = (
  name: string,
  values: readonly { text: string; lang: string }[],
  attributes: Attributes = {},
): Xml[] =>
  values.map(({ text, lang }) => lido(name, { ...attributes, 'xml:lang': lang || null }, text))

/** A name, in each language there is. */
export const appellation = (
  name: string,
  values: readonly LocalizedText[],
  attributes: Attributes = {},
): Xml => lido(name, attributes, texts('appellationValue', values))

const identified = (address: string): Xml[] => [
  element('skos:Concept', { 'rdf:about': address }),
  lido('conceptID', uri, address),
]

/** A term of a vocabulary. */
export const concept = (name: string, term: Term, attributes: Attributes = {}): Xml =>
  lido(
    name,
    attributes,
    identified(term.uri),
    textLanguages.map((lang) => lido('term', { 'xml:lang': lang }, term[lang])),
  )

/** A term that staff typed. */
export const typedConcept = (
  name: string,
  values: readonly LocalizedText[],
  attributes: Attributes = {},
): Xml => lido(name, attributes, texts('term', values))

/** A licence. */
export const rightsType = ({
  uri: address,
  label,
}: {
  readonly uri: string
  readonly label: string
}): Xml =>
  lido(
    'rightsType',
    { 'lido:type': specificRights },
    identified(address),
    lido('term', { 'xml:lang': 'en' }, label),
  )

/** A museum or foundation, known by its address. */
export const legalBody = (
  name: string,
  title: string,
  address: string,
  attributes: Attributes = {},
): Xml =>
  lido(
    name,
    attributes,
    lido('legalBodyID', uri, address),
    lido('legalBodyName', {}, lido('appellationValue', {}, title)),
    lido('legalBodyWeblink', {}, address),
  )
