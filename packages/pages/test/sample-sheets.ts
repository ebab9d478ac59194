import type { ItemPageProps } from '../src/factsheet/item-page.tsx'

// Sample pages for tests.
const emptyParts = {
  musicRows: [],
  alternates: [],
  recording: null,
  scripts: null,
  qr: null,
  pdf: null,
  staffPath: null,
  textLanguages: [],
  ask: null,
  neighbours: null,
  framed: false,
  allPictures: false,
}
const picture = { alt: { fr: '', de: '', en: '' }, credit: '', licence: null }
const englishOriginal = { lang: 'en', pinned: false, outdated: false, original: null } as const
const imprint = { foundation: 'Fondation Vitrine', address: 'Chemin du Musée 1', year: 2026 }

export const scripts = {
  ask: '',
  embedded: '',
  page: '/public/page.js?v=1',
  player: '/public/player.js?v=1',
  zoom: '/public/zoom.js?v=1',
}

export const carSheet: ItemPageProps = {
  ...emptyParts,
  ...englishOriginal,
  type: 'car',
  imprint,
  url: 'https://museum.example.org/car/7',
  name: 'Bugatti Type 35',
  description: 'Light.\n\nAnd fast.',
  languages: { name: '', description: '' },
  tags: {
    model: 'Type 35',
    year: '1924',
    country: 'France',
    body: 'Grand Prix',
    engine: '8 cylinders',
    displacement_cm3: "1'991",
    power_hp: '90',
    top_speed_kmh: '180',
    weight_kg: '750',
    colour: 'Blue',
    transmission: '4 speeds',
  },
  rows: [
    { key: 'model', label: 'Model', value: 'Type 35' },
    { key: 'country', label: 'Country', value: 'France' },
    { key: 'body', label: 'Body', value: 'Grand Prix' },
    { key: 'engine', label: 'Engine', value: '8 cylinders' },
    { key: 'colour', label: 'Colour', value: 'Blue' },
    { key: 'transmission', label: 'Transmission', value: '4 speeds' },
  ],
  pictures: [
    { ...picture, width: 1600, height: 1200, widths: [{ src: '/api/image/7?v=abc', width: 1600 }] },
  ],
  qr: { size: 1, path: 'M0 0h1v1h-1z' },
  ask: { href: 'https://chat.example.org', outside: true },
}

export const artSheet: ItemPageProps = {
  ...emptyParts,
  ...englishOriginal,
  type: 'art',
  imprint,
  url: 'https://museum.example.org/art/5',
  name: 'Genfersee',
  description: 'A lake.',
  languages: { name: 'de', description: 'en' },
  tags: {
    artist: 'Ferdinand Hodler',
    title: 'Genfersee von Chexbres aus',
    year: '1905',
    dimensions: '82 × 104 cm',
    technique: 'Öl auf Leinwand',
    collection: 'Fonds général',
    composer: 'Franz Liszt',
    music: 'Au lac de Wallenstadt',
  },
  rows: [
    { key: 'artist', label: 'Artist', value: 'Ferdinand Hodler' },
    { key: 'title', label: 'Title', value: 'Genfersee von Chexbres aus' },
    { key: 'technique', label: 'Technique', value: 'Oil on canvas' },
    { key: 'dimensions', label: 'Dimensions', value: '82 × 104 cm' },
    { key: 'collection', label: 'Collection', value: 'Fonds général' },
  ],
  musicRows: [
    { key: 'composer', label: 'Composer', value: 'Franz Liszt' },
    { key: 'music', label: 'Music', value: 'Au lac de Wallenstadt' },
  ],
  pictures: [],
  recording: '/api/recording/105?v=def',
  scripts,
}
