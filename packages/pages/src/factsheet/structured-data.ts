import { type AttributeRow, type ItemType, parseNumber, withLangParameter } from '@vitrine/contract'
import { type StructuredData, truncateForPreview } from '../document/page.ts'
import { type FactsheetProps, toDisplayName } from './factsheet.tsx'

const context = 'https://schema.org'
/** Limits the size of the page; search engines need no more. */
const maxImages = 100

interface DescribedItem extends FactsheetProps {
  readonly rows: readonly AttributeRow[]
  readonly musicRows: readonly AttributeRow[]
  readonly recording: string | null
}

/**
 * Builds schema.org data of an item with the page's values. Leaves out values that can't be parsed.
 */
export const buildStructuredData: Record<ItemType, (sheet: DescribedItem) => StructuredData> = {
  car: toCarData,
  art: toArtworkData,
}

function toCarData(sheet: DescribedItem): StructuredData {
  const { tags } = sheet
  const getValue = createValueLookup(sheet)
  // Codes of units by UN/CEFACT: BHP is brake horsepower, CMQ a cubic centimetre.
  const power = toQuantity(tags.power_hp, 'BHP')
  const displacement = toQuantity(tags.displacement_cm3, 'CMQ')
  const engine = getValue('engine')
  return {
    '@context': context,
    '@type': 'Car',
    ...toCommonProperties(sheet, toDisplayName('car', sheet)),
    ...toOptionalProperty('model', getValue('model')),
    ...toOptionalProperty('vehicleModelDate', parseYear(tags.year)),
    ...toOptionalProperty('bodyType', getValue('body')),
    ...toOptionalProperty('countryOfOrigin', getValue('country'), (name) => ({
      '@type': 'Country',
      name,
    })),
    ...toOptionalProperty('color', getValue('colour')),
    ...toOptionalProperty('vehicleTransmission', getValue('transmission')),
    ...toOptionalProperty('speed', toQuantity(tags.top_speed_kmh, 'KMH')),
    ...toOptionalProperty('weight', toQuantity(tags.weight_kg, 'KGM')),
    ...((engine || power || displacement) && {
      vehicleEngine: {
        '@type': 'EngineSpecification',
        ...toOptionalProperty('name', engine),
        ...toOptionalProperty('enginePower', power),
        ...toOptionalProperty('engineDisplacement', displacement),
      },
    }),
  }
}

function toArtworkData(sheet: DescribedItem): StructuredData {
  const { tags, recording, url } = sheet
  const getValue = createValueLookup(sheet)
  const [name, title] = [toDisplayName('art', sheet), getValue('title')]
  return {
    '@context': context,
    '@type': 'VisualArtwork',
    ...toCommonProperties(sheet, name),
    ...toOptionalProperty('alternateName', title === name ? undefined : title),
    ...toOptionalProperty('artist', getValue('artist'), (name) => ({ '@type': 'Person', name })),
    ...toOptionalProperty('dateCreated', parseYear(tags.year)),
    ...toOptionalProperty('artMedium', getValue('technique')),
    ...toOptionalProperty('size', getValue('dimensions')),
    ...toOptionalProperty('isPartOf', getValue('collection'), (name) => ({
      '@type': 'Collection',
      name,
    })),
    ...toOptionalProperty('audio', recording ?? undefined, (src) => ({
      '@type': 'AudioObject',
      contentUrl: new URL(src, url).href,
      ...toOptionalProperty('name', getValue('music')),
      ...toOptionalProperty('creator', getValue('composer'), (name) => ({
        '@type': 'Person',
        name,
      })),
    })),
  }
}

function toCommonProperties({ url, description, pictures, ...page }: FactsheetProps, name: string) {
  return {
    name,
    url,
    mainEntityOfPage: {
      '@type': 'WebPage',
      url: withLangParameter(url, page),
      inLanguage: page.lang,
    },
    ...toOptionalProperty('description', truncateForPreview(description.trim()) || undefined),
    ...toOptionalProperty('image', listImages(pictures, url)),
  }
}

/** Returns one URL or a list of several, as schema.org allows both. */
function listImages(
  pictures: FactsheetProps['pictures'],
  url: string,
): string | string[] | undefined {
  const [first, ...others] = pictures.map(
    ({ widths }) => new URL(widths.at(-1)?.src ?? '', url).href,
  )
  return first && others.length > 0 ? [first, ...others.slice(0, maxImages - 1)] : first
}

const createValueLookup = ({ rows, musicRows }: DescribedItem) => {
  const values = new Map([...rows, ...musicRows].map(({ key, value }) => [key, value]))
  return (key: string) => values.get(key)
}

/** Creates an object with one property, or an empty one if the value is undefined. */
const toOptionalProperty = <Value>(
  key: string,
  value: Value | undefined,
  convert: (value: Value) => unknown = (original) => original,
): object => (value === undefined ? {} : { [key]: convert(value) })

function toQuantity(typed: string | undefined, unitCode: string): StructuredData | undefined {
  const value = parseNumber(typed)
  return value === undefined ? undefined : { '@type': 'QuantitativeValue', value, unitCode }
}

/** Reads a year of four digits; 'um 1905' is no date for schema.org. */
const parseYear = (typed: string | undefined): string | undefined =>
  /^\s*(\d{4})\s*$/.exec(typed ?? '')?.[1]
