import { expect, test } from 'vitest'
import { compareTranslation, formatTextDifference } from './compare-translation.ts'

type Languages = `${string} ${string}`

const marks = (
  languages: Languages,
  original: string,
  translation: string,
  names: string[] = [],
) => {
  const [from = '', to = ''] = languages.split(' ')
  const found = compareTranslation(
    { text: original, language: from },
    { text: translation, language: to },
    names,
  )
  return found.map(formatTextDifference)
}

test.for<[Languages, string, string, string[]?]>([
  [
    'fr de',
    'Facturée 165 000 francs français en 1927.',
    "1927 für 165'000 französische Francs verrechnet.",
  ],
  ['fr en', 'Facturée 165\u{202f}000 francs en 1927.', 'Invoiced at 165,000 francs in 1927.'],
  ['de en', 'Der Motor mit 1,5 l Hubraum leistet 12 PS.', 'The 1.5 l engine gives 12 hp.'],
  ['de fr', 'Bei 1.500 Umdrehungen, am 12.5.1927.', 'À 1500 tours, le 12 mai 1927.'],
  ['fr en', 'Au XIXe siècle, sous Louis XIV.', 'In the 19th century, under Louis XIV.'],
  ['de en', 'In den 1920er Jahren, ab 10.30 Uhr.', 'In the twenties, from 10:30.'],
  ['en fr', 'Built from 1927–31, a 6-cylinder.', 'Construite de 1927 à 1931, six cylindres.'],
  ['de fr', 'Zwölf Kilometer bis Genf, 3 Tage.', '12 kilomètres jusqu’à Genève, trois jours.'],
  [
    'fr de',
    'Une promenade à Bâle avec Ettore Bugatti.',
    'Ein Ausflug nach Basel mit Ettore Bugatti.',
    ['Bugatti'],
  ],
  [
    'de fr',
    'Bugattis Wagen steht im Hof.',
    'La voiture de Bugatti est dans la cour.',
    ['Ettore Bugatti'],
  ],
  [
    'de en',
    'Der Wagen und das Haus gehören der Stadt.',
    'The car and the house belong to the city.',
  ],
  [
    'en de',
    'The picture was painted in June, on a Monday.',
    'Das Bild wurde im Juni gemalt, an einem Montag.',
  ],
  ['en de', '', 'Ein Text von 1927.'],
  ['fr de', 'Deux barques qui rentrent.', 'Zwei Boote kehren heim.', ['Barques à Ouchy']],
  [
    'it fr',
    'Dipinto a Brissago. Der Gast blieb mit dem Hund.',
    'Peint à Brissago. L’hôte est resté avec le chien.',
  ],
  ['de en', 'Aus der Winterreise von Schubert.', 'From Winterreise (Winter Journey) by Schubert.'],
  ['en fr', 'A film about a school: the Film won.', 'Une œuvre sur une école : elle a gagné.'],
])(
  'accepts the same facts in another notation: %j',
  ([languages, original, translation, names]) => {
    expect(marks(languages, original, translation, names)).toEqual([])
  },
)

test.for<[Languages, string, string, string[], string[]?]>([
  ['fr de', 'Livrée en 1927 à Genève.', 'Nach Genf geliefert.', ['1927 is missing']],
  ['fr en', 'Douze voitures, dont 12 bleues.', 'Twenty-one cars, 21 of them blue.', ['12 → 21']],
  [
    'de fr',
    'Sie fährt 165 km/h.',
    'Elle roule à 165 mph.',
    ['km/h is missing', 'mph is not in the original'],
  ],
  ['de en', 'Ein Wagen mit 8 PS.', 'A car with 8 hp, one of 300.', ['300 is not in the original']],
  ['fr de', 'La Bugatti attend.', 'Der Wagen wartet.', ['Bugatti is missing'], ['Bugatti']],
  ['fr de', 'La Bugatti attend.', 'Der Bugati wartet.', ['Bugatti is missing'], ['Bugatti']],
  [
    'fr en',
    'Peinte pour Maxime Corboz.',
    'Painted for a friend.',
    ['Maxime is missing', 'Corboz is missing'],
  ],
  ['de en', 'Für Frau Käser gemalt.', 'Painted for Mrs Kaiser.', ['Kaiser is not in the original']],
  [
    'en fr',
    'A car.',
    'Une voiture, voir https://evil.example/x',
    ['https://evil.example/x is not in the original'],
  ],
])(
  'reports a lost, changed or added fact: %j',
  ([languages, original, translation, expected, names]) => {
    expect(marks(languages, original, translation, names)).toEqual(expected)
  },
)

test('compares only the numbers of titles', () => {
  const [original, translation] = [
    'Alpweide im Mittagslicht, 1927',
    'Alpine Pasture in Midday Light, 1972',
  ]
  const compare = (isName: boolean) =>
    compareTranslation(
      { text: original, language: 'de' },
      { text: translation, language: 'en' },
      ['Alpweide'],
      isName,
    )
  expect(compare(true).map(formatTextDifference)).toEqual(['1927 → 1972'])
  expect(compare(false)).not.toHaveLength(1)
})

test('compares texts of maximum length in linear time', () => {
  const long = (word: string) => word.repeat(20_000 / word.length)
  for (const word of ['1', '1 000 ', '1.', 'X', 'Aa ', "1'", 'http://', '«', ' ']) {
    expect(marks('fr en', long(word), `${long(word)}2`).length).toBeLessThan(20_000)
  }
})
