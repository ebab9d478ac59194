import { describe, expect, test } from 'vitest'
import { createCorrector } from './correct.ts'
import { lexiconFolder, readLexicons } from './lexicon/lexicon-file.ts'
import { toWordKeys } from './tokens.ts'

describe('correct', () => {
  const corrector = createCorrector(readLexicons(lexiconFolder))
  const correct = (text: string, protectedWords: string[] = []) =>
    corrector.correct(text, new Set(protectedWords.flatMap(toWordKeys)))
  const expectUnchanged = (text: string, protectedWords: string[] = []) =>
    expect(correct(text, protectedWords)).toBe(text)

  test.for([
    ['Wir habne die Baterie geladen.', 'Wir haben die Batterie geladen.'],
    ['Die Werkstat ist geschlosen.', 'Die Werkstatt ist geschlossen.'],
    ['Der Fahrer hat die werkstatt abgeschlossen.', 'Der Fahrer hat die Werkstatt abgeschlossen.'],
    ['Die Tueren sind geoeffnet.', 'Die Türen sind geöffnet.'],
    ['La voiture a été restauree hier.', 'La voiture a été restaurée hier.'],
    ['Nous attendons l’huille du moteur.', 'Nous attendons l’huile du moteur.'],
    ['L’oeuvre reste au musée.', 'L’œuvre reste au musée.'],
    [
      "La salle est ouverte jusqu’a lundi, et jusqu'a midi ensuite.",
      "La salle est ouverte jusqu’à lundi, et jusqu'à midi ensuite.",
    ],
    [
      'Le tableau pend a gauche, la gravure a côté de la porte.',
      'Le tableau pend à gauche, la gravure à côté de la porte.',
    ],
    ['Nous avons nettoyé les deux autre voitures.', 'Nous avons nettoyé les deux autres voitures.'],
    ['We recieved the letter yesterday.', 'We received the letter yesterday.'],
  ])('corrects: %s', ([written = '', meant = '']) => {
    expect(correct(written)).toBe(meant)
  })

  test('corrects each line in its own language', () => {
    expect(
      correct('Die Baterie war heute Morgen leer.\nLa voiture a été restauree par le garage.'),
    ).toBe('Die Batterie war heute Morgen leer.\nLa voiture a été restaurée par le garage.')
  })

  test('keeps names after a title, protected words and names in French sentences', () => {
    expectUnchanged('Herr Baterie und Frau Dr. Werkstat kommen heute.')
    expectUnchanged('Wir haben Baterie heute gesehen.', ['Anna Baterie'])
    expectUnchanged('Wir haben Bateries Wagen gesehen.', ['Anna Baterie'])
    expectUnchanged('Nous avons rencontré Gremaud et Sciboz à Fribourg.')
  })

  test('keeps URLs, codes, abbreviations and words in capitals', () => {
    expectUnchanged(
      'Siehe www.werkstat.ch, info@baterie.ch und C:\\Werkstat\\baterie, Nr. X12baterie oder BATERIE, evtl. ca. 3 Stk.',
    )
  })

  test('keeps names next to names, particles or model numbers', () => {
    expectUnchanged(
      'Die Skulptur von Niki de Saint Phalle steht wieder neben dem Isotta Fraschini.',
    )
    expectUnchanged(
      'Der Tatra 77 und der Facel Vega HK500 bleiben im Hof, Hannah Höch und Jan van Goyen im Saal.',
    )
    expectUnchanged(
      'Die Galerie Beyeler und Herr von Wattenwyl haben den Stresa und den Diatto von Berliet gesehen.',
    )
    expectUnchanged(
      'Nous avons vu la Facel Vega, le Monthey et la toile de Félix Vallotton à Leuk.',
    )
    expectUnchanged('Salmson und Amilcar stehen in der Halle.')
    expectUnchanged('We saw Monney and the Itala near Dinu Lipatti.')
  })

  test.for([
    'Monney is waiting outside with the keys.',
    'Werro called this morning about the invoice.',
    'Derain est de retour dans la salle.',
    'Jacquaz a appelé ce matin pour la facture.',
    'Repond viendra chercher les clés lundi.',
    'Sallin bringt die Schlüssel am Montag zurück.',
    'Boschung hat heute angerufen und kommt morgen.',
  ])('keeps a name that opens a sentence: %s', (text) => expectUnchanged(text))

  test.each([
    'Die Werkstatt von Köng liefert morgen die Teile.',
    'Frua hat das Fahrzeug im Jahr 1931 geliefert.',
    'Der Wagen steht heute in Morges.',
    'Nous avons reçu une lettre de Frua hier soir.',
    'We bought the painting from Bocion in March.',
  ])('keeps a make, an artist or a place with a spelling near a frequent word: %s', (text) =>
    expectUnchanged(text),
  )

  test('corrects the first word of a sentence if it is long or the correction frequent', () => {
    expect(correct('Teh brakes are worn.')).toBe('The brakes are worn.')
    expect(correct('Befor lunch we cleaned the gallery.')).toBe(
      'Before lunch we cleaned the gallery.',
    )
    expect(correct('Recieved the letter from the lender.')).toBe(
      'Received the letter from the lender.',
    )
    expect(correct('Malhereusement la lampe est cassée.')).toBe(
      'Malheureusement la lampe est cassée.',
    )
  })

  test('replaces ß by ss before other checks', () => {
    expect(correct('Die Straße ist groß, der Fußboden naß. STRAẞE')).toBe(
      'Die Strasse ist gross, der Fussboden nass. STRASSE',
    )
    expectUnchanged('Herr Weiß kommt.', ['Otto Weiß'])
  })

  test('restores French accents, even if another language has the word without', () => {
    expect(
      correct('Une fissure a été constatee, le niveau controlé, les caisses restent au depot.'),
    ).toBe('Une fissure a été constatée, le niveau contrôlé, les caisses restent au dépôt.')
    expect(correct('Le texte a été publie hier.')).toBe('Le texte a été publié hier.')
  })

  test('suggests British spellings and accepts American ones', () => {
    expect(correct('The colur of the label is wrong.')).toBe('The colour of the label is wrong.')
    expectUnchanged('The color of the catalog was canceled.')
  })

  test('keeps a typo between two equally likely English words', () => {
    expectUnchanged('The wether was bad all day.')
  })

  test('keeps Swiss spellings with ss', () => {
    expectUnchanged('Die Strasse ist gross, draussen giesst es.')
  })

  test('changes nothing but the corrected words', () => {
    const text = '  -\tDie  Baterie \r\n\n   * ist leer…  \n\u00a0«Werkstat»  '
    expect(correct(text)).toBe(text.replace('Baterie', 'Batterie').replace('Werkstat', 'Werkstatt'))
  })

  test('never splits a word', () => {
    const text = 'Wir haben zumbeispiel dieBatterie geladen und insbesonder alles geprüft.'
    expect(correct(text).split(' ')).toHaveLength(text.split(' ').length)
  })

  test('keeps extremely long words', () => {
    expectUnchanged(`Das ist ${'fahrzeugbereifungs'.repeat(200)} gewesen.`)
  })

  test('accepts German compounds', () => {
    expectUnchanged('Das Zustandsprotokoll zur Motorhaubenverriegelung liegt im Archivschrank.')
  })
})
