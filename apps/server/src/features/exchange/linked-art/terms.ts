import { type LabelLanguage, languages } from '@vitrine/contract'
import type { Measurement } from '../measurements.ts'

const term =
  <Type extends string>(type: Type) =>
  (id: number, label: string) => ({ id: `http://vocab.getty.edu/aat/${id}`, type, _label: label })

const concept = term('Type')
const unit = term('MeasurementUnit')
const language = term('Language')
const material = term('Material')

/** Terms of the Art & Architecture Thesaurus by which readers of Linked Art classify the parts of a record. */
export const types = {
  typeOfWork: concept(300435443, 'Type of Work'),
  painting: concept(300033618, 'Painting'),
  paintingTechnique: concept(300054216, 'Painting'),
  primaryName: concept(300404670, 'Primary Name'),
  title: concept(300195168, 'Title'),
  accessionNumber: concept(300312355, 'Accession Number'),
  briefText: concept(300418049, 'Brief Text'),
  description: concept(300435416, 'Description'),
  materials: concept(300435429, 'Material Statement'),
  dimensions: concept(300435430, 'Dimension Statement'),
  inscription: concept(300435414, 'Inscription'),
  credit: concept(300435418, 'Credit Line'),
  rights: concept(300435434, 'Copyright/License Statement'),
  webPage: concept(300264578, 'Web Page'),
  digitalImage: concept(300215302, 'Digital Image'),
} as const

export const units: Record<Measurement['unit'], ReturnType<typeof unit>> = {
  mm: unit(300379097, 'millimeters'),
  cm: unit(300379098, 'centimeters'),
  m: unit(300379099, 'meters'),
  kg: unit(300379226, 'kilograms'),
}

export const languageTerm = (lang: LabelLanguage) => language(languages[lang].aat, languages[lang].name)

const oil = material(300015050, 'oil paint')
const watercolour = material(300015045, 'watercolor')
const gouache = material(300070114, 'gouache')
const tempera = material(300015062, 'tempera')
const ink = material(300015012, 'ink')
const charcoal = material(300022414, 'charcoal')
const chalk = material(300011727, 'chalk')
const canvas = material(300014078, 'canvas')
const paper = material(300014109, 'paper')
const cardboard = material(300014224, 'cardboard')
const wood = material(300011914, 'wood')
const copper = material(300011020, 'copper')
const glass = material(300010797, 'glass')

/** The materials of artworks, by the words of catalogues in four languages. */
export const media = new Map([
  ...named(oil, 'huile', 'öl', 'oil', 'olio'),
  ...named(watercolour, 'aquarelle', 'aquarell', 'watercolour', 'watercolor', 'acquerello'),
  ...named(gouache, 'gouache'),
  ...named(tempera, 'tempera', 'détrempe'),
  ...named(ink, 'encre', 'tinte', 'tusche', 'ink', 'inchiostro'),
  ...named(charcoal, 'fusain', 'kohle', 'charcoal', 'carboncino'),
  ...named(chalk, 'craie', 'kreide', 'chalk'),
])
export const supports = new Map([
  ...named(canvas, 'toile', 'leinwand', 'canvas', 'tela'),
  ...named(paper, 'papier', 'paper', 'carta'),
  ...named(cardboard, 'carton', 'karton', 'cardboard', 'cartone'),
  ...named(wood, 'bois', 'holz', 'wood', 'legno'),
  ...named(copper, 'cuivre', 'kupfer', 'copper', 'rame'),
  ...named(glass, 'verre', 'glas', 'glass', 'vetro'),
])
/** Works in these media are paintings. */
export const paints: ReadonlySet<unknown> = new Set([oil, tempera])

function named<T>(thing: T, ...words: readonly string[]): (readonly [string, T])[] {
  return words.map((word) => [word, thing] as const)
}
