import { type AttributeRow, type ItemType, parseNumber, withLangParameter } from '@vitrine/contract'
import type { StructuredData } from '../document/page.ts'
import { shortened } from '../document/page.ts'
import { type FactsheetProps, shownName } from './factsheet.tsx'

const context = 'https://schema.org'
/** More would make the page heavy and tell search engines nothing. */
const maxImages = 100

interface Described extends FactsheetProps {
  readonly rows: readonly AttributeRow[]
  readonly musicRows: readonly AttributeRow[]
  readonly recording: string | null
}

/** Items in the words of schema.org, with values as the page shows them. What can't be read as what it should be is left out. */
export const structuredData: Record<ItemType, (sheet: Described) => StructuredData> = {
  car: carData,
  art: artworkData,
}

function carData(sheet: Described): StructuredData {
  const { tags } = sheet
  const text = textIn(sheet)
  const power = quantity(tags.power_hp, 'BHP')
  const displacement = quantity(tags.displacement_cm3, 'CMQ')
  const engine = text('engine')
  return {
    '@context': context,
    '@type': 'Car',
    ...shared(sheet, shownName('car', sheet)),
    ...given('model', text('model')),
    ...given('vehicleModelDate', yearIn(tags.year)),
    ...given('bodyType', text('body')),
    ...given('countryOfOrigin', text('country'), (name) => ({ '@type': 'Country', name })),
    ...given('color', text('colour')),
    ...given('vehicleTransmission', text('transmission')),
    ...given('speed', quantity(tags.top_speed_kmh, 'KMH')),
    ...given('weight', quantity(tags.weight_kg, 'KGM')),
    ...((engine || power || displacement) && {
      vehicleEngine: {
        '@type': 'EngineSpecification',
        ...given('name', engine),
        ...given('enginePower', power),
        ...given('engineDisplacement', displacement),
      },
    }),
  }
}

/** With the music that belongs to it. */
function artworkData(sheet: Described): StructuredData {
  const { tags, recording, url } = sheet
  const text = textIn(sheet)
  const [name, title] = [shownName('art', sheet), text('title')]
  return {
    '@context': context,
    '@type': 'VisualArtwork',
    ...shared(sheet, name),
    ...given('alternateName', title === name ? undefined : title),
    ...given('artist', text('artist'), (name) => ({ '@type': 'Person', name })),
    ...given('dateCreated', yearIn(tags.year)),
    ...given('artMedium', text('technique')),
    ...given('size', text('dimensions')),
    ...given('isPartOf', text('collection'), (name) => ({ '@type': 'Collection', name })),
    ...given('audio', recording ?? undefined, (src) => ({
      '@type': 'AudioObject',
      contentUrl: new URL(src, url).href,
      ...given('name', text('music')),
      ...given('creator', text('composer'), (name) => ({ '@type': 'Person', name })),
    })),
  }
}

function shared({ url, description, pictures, ...page }: FactsheetProps, name: string) {
  return {
    name,
    url,
    mainEntityOfPage: {
      '@type': 'WebPage',
      url: withLangParameter(url, page),
      inLanguage: page.lang,
    },
    ...given('description', shortened(description.trim()) || undefined),
    ...given('image', imagesOf(pictures, url)),
  }
}

/** One address, or a list of them. */
function imagesOf(
  pictures: FactsheetProps['pictures'],
  url: string,
): string | string[] | undefined {
  const [first, ...others] = pictures.flatMap(
    ({ widths }) => new URL(widths.at(-1)?.src ?? '', url).href,
  )
  return first && others.length > 0 ? [first, ...others.slice(0, maxImages - 1)] : first
}

const textIn = ({ rows, musicRows }: Described) => {
  const values = new Map([...rows, ...musicRows].map(({ key, value }) => [key, value]))
  return (key: string) => values.get(key)
}

/** One property, or none where there is nothing to say. */
const given = <Value>(
  key: string,
  value: Value | undefined,
  shown: (value: Value) => unknown = (same) => same,
): object => (value === undefined ? {} : { [key]: shown(value) })

function quantity(typed: string | undefined, unitCode: string): StructuredData | undefined {
  const value = parseNumber(typed)
  return value === undefined ? undefined : { '@type': 'QuantitativeValue', value, unitCode }
}

const yearIn = (typed: string | undefined): string | undefined =>
  /^\s*(\d{4})\s*$/.exec(typed ?? '')?.[1]
