import { textLanguages } from '@vitrine/contract'
import type { LocalizedText, Term } from '../object-record/index.ts'
import { specificRights, uriType } from './lido-terms.ts'
import { element, type Xml } from './xml.ts'

// The parameters of `element` after the name of the element.
type Attributes = Parameters<typeof element>[1]
type Children =
  Parameters<typeof element> extends [string, Attributes, ...infer Rest] ? Rest : never

export const lidoElement = (name: string, attributes: Attributes, ...children: Children): Xml =>
  element(`lido:${name}`, attributes, ...children)

/** Null if there are no children, because LIDO allows no empty wrapper. */
export const optionalWrapper = (name: string, children: readonly (Xml | null)[]): Xml | null =>
  children.some((child) => child !== null) ? lidoElement(name, {}, children) : null

export const textElements = (
  name: string,
  values: readonly { text: string; lang: string }[],
  attributes: Attributes = {},
): Xml[] =>
  values.map(({ text, lang }) =>
    lidoElement(name, { ...attributes, 'xml:lang': lang || null }, text),
  )

export const appellationElement = (
  name: string,
  values: readonly LocalizedText[],
  attributes: Attributes = {},
): Xml => lidoElement(name, attributes, textElements('appellationValue', values))

const conceptIds = (address: string): Xml[] => [
  element('skos:Concept', { 'rdf:about': address }),
  lidoElement('conceptID', uriType, address),
]

/** A term of a published vocabulary, with its address. */
export const conceptElement = (name: string, term: Term, attributes: Attributes = {}): Xml =>
  lidoElement(
    name,
    attributes,
    conceptIds(term.uri),
    textLanguages.map((lang) => lidoElement('term', { 'xml:lang': lang }, term[lang])),
  )

/** A term typed by staff, without an address. */
export const typedTermElement = (
  name: string,
  values: readonly LocalizedText[],
  attributes: Attributes = {},
): Xml => lidoElement(name, attributes, textElements('term', values))

/** A licence, with its address. */
export const rightsTypeElement = (licence: { readonly uri: string; readonly label: string }): Xml =>
  lidoElement(
    'rightsType',
    { 'lido:type': specificRights },
    conceptIds(licence.uri),
    lidoElement('term', { 'xml:lang': 'en' }, licence.label),
  )

/** A museum or foundation, identified by the address of its website. */
export const legalBodyElement = (
  name: string,
  title: string,
  address: string,
  attributes: Attributes = {},
): Xml =>
  lidoElement(
    name,
    attributes,
    lidoElement('legalBodyID', uriType, address),
    lidoElement('legalBodyName', {}, lidoElement('appellationValue', {}, title)),
    lidoElement('legalBodyWeblink', {}, address),
  )
