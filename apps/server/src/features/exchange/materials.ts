import { aatTerm } from './aat-term.ts'

const materialTerm = aatTerm('Material')

const oil = materialTerm(300015050, 'oil paint')
const watercolour = materialTerm(300015045, 'watercolor')
const gouache = materialTerm(300070114, 'gouache')
const tempera = materialTerm(300015062, 'tempera')
const ink = materialTerm(300015012, 'ink')
const charcoal = materialTerm(300022414, 'charcoal')
const chalk = materialTerm(300011727, 'chalk')
const canvas = materialTerm(300014078, 'canvas')
const paper = materialTerm(300014109, 'paper')
const cardboard = materialTerm(300014224, 'cardboard')
const wood = materialTerm(300011914, 'wood')
const copper = materialTerm(300011020, 'copper')
const glass = materialTerm(300010797, 'glass')

/** Maps each word to the same material. */
function toEntries<T>(material: T, ...words: readonly string[]): (readonly [string, T])[] {
  return words.map((word) => [word, material] as const)
}

/** Media by the words of catalogues in four languages. */
const mediaByWord = new Map([
  ...toEntries(oil, 'huile', 'öl', 'oil', 'olio'),
  ...toEntries(watercolour, 'aquarelle', 'aquarell', 'watercolour', 'watercolor', 'acquerello'),
  ...toEntries(gouache, 'gouache'),
  ...toEntries(tempera, 'tempera', 'détrempe'),
  ...toEntries(ink, 'encre', 'tinte', 'tusche', 'ink', 'inchiostro'),
  ...toEntries(charcoal, 'fusain', 'kohle', 'charcoal', 'carboncino'),
  ...toEntries(chalk, 'craie', 'kreide', 'chalk'),
])

/** Supports by the words of catalogues in four languages. */
const supportsByWord = new Map([
  ...toEntries(canvas, 'toile', 'leinwand', 'canvas', 'tela'),
  ...toEntries(paper, 'papier', 'paper', 'carta'),
  ...toEntries(cardboard, 'carton', 'karton', 'cardboard', 'cartone'),
  ...toEntries(wood, 'bois', 'holz', 'wood', 'legno'),
  ...toEntries(copper, 'cuivre', 'kupfer', 'copper', 'rame'),
  ...toEntries(glass, 'verre', 'glas', 'glass', 'vetro'),
])

/** Only the beginning of a longer text is searched, to limit the time. */
const maxTechniqueLength = 200

/** A work in these media only is a painting. */
const paints: ReadonlySet<unknown> = new Set([oil, tempera])

/** Splits 'gouache and ink on paper' into 'gouache and ink' and 'paper'. */
const mediaOnSupport = /^(.*?)\s(?:sur|auf|on|su)\s+(\p{L}+)/u
/** A comma, or 'and' in one of the languages. */
const mediaSeparator = /(?<!\s)(?:\s*,|\s+(?:et|und|and|e)\s)\s*/

/**
 * Finds the materials of a technique such as 'Gouache and ink on paper'. Returns none unless all
 * media and the support are known: a woodcut ('Gravure sur bois') is not made of wood.
 */
export function findMaterials(technique: string) {
  const [, mediaText = '', supportText = ''] =
    mediaOnSupport.exec(technique.toLowerCase().slice(0, maxTechniqueLength)) ?? []
  const support = supportsByWord.get(supportText)
  const usedMedia = mediaText.split(mediaSeparator).map((word) => mediaByWord.get(word))
  const knownMedia = new Set(usedMedia.filter((medium) => medium !== undefined))
  if (!support || usedMedia.includes(undefined)) return { materials: [], isPainting: false }

  return {
    materials: [...knownMedia, support],
    isPainting: [...knownMedia].every((medium) => paints.has(medium)),
  }
}
