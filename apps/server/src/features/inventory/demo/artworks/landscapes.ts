import type { DemoArtwork } from '../demo-item.ts'

export const landscapes: readonly DemoArtwork[] = [
  {
    name: 'Genfersee von Chexbres aus',
    description: `Wer den See von oben sieht, sieht zuerst Ordnung: unten das Ufer, dann die Fläche, dann die Berge, dann den Himmel, und alles noch einmal im Spiegel. Hodler nannte das Parallelismus und meinte damit nicht nur ein Mittel der Komposition, sondern ein Gesetz der Natur. Was sich wiederholt, sagt er, verstärkt sich.

Er hat diese Aussicht zwischen 1895 und 1911 immer wieder gemalt, oft vom selben Punkt über den Rebbergen des Lavaux. Die frühen Fassungen zeigen noch Wege, Häuser und Bäume, die späteren lassen weg, was nicht Linie oder Fläche ist. Unser Bild steht in der Mitte: Am unteren Rand liegt ein Streifen Gras, auf dem man stehen könnte, darüber beginnt sogleich das Wasser, ein grosser Bogen, der die Krümmung der Erde anzudeuten scheint.

Die Farben sind dünn aufgetragen, an mehreren Stellen scheint die Grundierung durch. Im Streiflicht erkennt man die Fäden des Rasters, mit dem der Maler die Umrisse von der Skizze übertragen hat, und am rechten Rand eine korrigierte Uferlinie. Die Wolken sind zuletzt entstanden, nass in nass und ohne Zögern.

Die Musik dazu: Franz Liszt hat den Genfersee sechzig Jahre früher gesehen, als junger Mann auf der Flucht vor dem Gerede der Pariser Salons. Sein Stück «Au lac de Wallenstadt» gehört einem anderen See, doch es tut dasselbe wie das Bild: Die linke Hand wiederholt eine einzige Bewegung, Takt für Takt, und die Melodie liegt darüber wie das Licht. Wer das Bild drei Minuten lang anschaut, so lange, wie das Stück dauert, bemerkt, dass sich nichts bewegt und alles geschieht.

Zur Geschichte des Werks: vom Künstler 1906 an einen Arzt in Bern verkauft, dort bis 1951 in der Familie; 1952 über eine Auktion in Luzern in eine Sammlung nach Freiburg gelangt; seit 1998 im Besitz der Stiftung. Der Rahmen ist nicht ursprünglich. Eine Fotografie von 1911 zeigt das Bild in einem schmalen weissen Rahmen, den Hodler für seine Ausstellungen bevorzugte; eine Rekonstruktion liegt im Depot.

Zustand: stabil, feine Alterssprünge im Himmel, zwei kleine Retuschen am unteren Rand aus der Zeit um 1950. Das Bild darf nicht verliehen werden, wenn die Luftfeuchtigkeit am Ausstellungsort unter 45 Prozent liegt. Für Reproduktionen bitte die Aufnahme von 2019 verwenden, nicht die ältere, die zu blau ist.

Vermittlung: Kinder finden in diesem Bild meist zuerst das Schiff, das nicht darauf ist. Es lohnt sich, sie danach zu fragen, wo es fahren würde. Erwachsene fragen eher, wie viel das Bild wert sei; man antwortet am besten mit der Gegenfrage, wie lange sie davor gestanden haben.`,
    tags: {
      artist: 'Ferdinand Hodler',
      title: 'Genfersee von Chexbres aus',
      year: '1905',
      technique: 'Öl auf Leinwand',
      collection: 'Schenkung Dr. A. von Tscharner',
      composer: 'Franz Liszt',
      music: 'Au lac de Wallenstadt',
      music_detail: 'Années de pèlerinage, Première année: Suisse, S. 160\nNr. 2, Andante placido',
      music_interpreters: 'Anna-Lena Furrer, Klavier\nKlangskizze für den Saal: Werkstatt der Stiftung',
      reference: 'Inventar 1998, Blatt 12',
      signature: 'unten rechts: F. Hodler',
      location: 'Saal 1',
    },
    size: [82, 104],
    look: { manner: 'lake', mood: 'noon' },
    recording: 'lake',
  },
  {
    name: 'Thunersee am Morgen',
    description: `Der Niesen fehlt, obwohl er da sein müsste: Der Nebel hat ihn. Kleine Fassung, wohl vor dem Motiv begonnen und im Atelier nicht mehr angefasst. Auf dem Keilrahmen steht in Bleistift «7 Uhr, kalt». Die Leinwand ist so dünn grundiert, dass im Gegenlicht die Webkante zu sehen ist; deshalb hängt das Bild nie an der Fensterwand.`,
    tags: {
      artist: 'Ferdinand Hodler',
      title: 'Thunersee am Morgen',
      year: '1909',
      technique: 'Öl auf Leinwand',
      collection: 'Fonds général',
    },
    size: [46, 61],
    look: { manner: 'lake', mood: 'morning' },
  },
  {
    name: 'Der Niesen',
    description: `Eine Pyramide, ein Wolkenband, sonst nichts. Der Berg steht in der Mitte wie ein Mensch, den man porträtiert; Hodler soll gesagt haben, er male Berge wie Köpfe. Das Wolkenband ist keine Beobachtung, sondern eine Entscheidung.

Die Stiftung zeigt das Bild im Wechsel mit einer Fotografie vom selben Standort, aufgenommen 2011 an einem wolkenlosen Tag. Die meisten halten die Fotografie für weniger genau.`,
    tags: {
      artist: 'Ferdinand Hodler',
      title: 'Der Niesen',
      year: '1910',
      technique: 'Öl auf Leinwand',
      collection: 'Legat E. Kohler',
      composer: 'Johannes Brahms',
      music: 'Intermezzo Es-Dur',
      music_detail: 'op. 117 Nr. 1\nAndante moderato',
      music_interpreters: 'Anna-Lena Furrer, Klavier',
    },
    size: [83, 105],
    look: { manner: 'peak', mood: 'noon' },
    recording: 'lullaby',
  },
  {
    name: 'Abend am Genfersee',
    description: `Dans les derniers mois de sa vie, Hodler ne quittait plus son appartement du quai du Mont-Blanc. Il peignait ce qu’il voyait du balcon : l’eau, le Mont-Blanc, le ciel, en bandes de plus en plus larges, de plus en plus nues. Celui-ci date d’un soir de 1917. On y compte sept bandes, dont une presque invisible entre l’eau et la montagne : le peintre l’a reprise trois fois, les repentirs se voient en lumière rasante. Le cadre est celui de l’atelier.`,
    tags: {
      artist: 'Ferdinand Hodler',
      title: 'Abend am Genfersee',
      year: '1917',
      technique: 'Öl auf Leinwand',
      collection: 'Fonds général',
      composer: 'Claude Debussy',
      music: 'Voiles',
      music_detail: 'Préludes, Premier livre, no 2\nModéré',
      music_interpreters: 'Maxime Corboz, piano',
    },
    size: [60, 128],
    look: { manner: 'lake', mood: 'evening' },
    recording: 'evening',
  },
  {
    name: 'Barques à Ouchy',
    description: `Bocion connaissait les voiles latines du Léman mieux que beaucoup de bateliers : on peut lire, à leur réglage, la force du vent et l’heure. Ici, un petit séchard de fin de matinée, deux barques à pierre qui rentrent de Meillerie, un pêcheur qui n’est pas pressé.

Le tableau a été nettoyé en 2012 ; le ciel est redevenu bleu, ce qui a surpris les habitués.`,
    tags: {
      artist: 'François Bocion',
      title: 'Barques à Ouchy',
      year: '1878',
      technique: 'Huile sur toile',
      collection: 'Don de la Société nautique',
    },
    size: [38, 66],
    look: { manner: 'lake', mood: 'noon', sails: 3 },
  },
  {
    name: 'La rade, temps gris',
    description: 'Étude sur le motif, au revers d’un fond de boîte à cigares.',
    tags: {
      artist: 'François Bocion',
      title: 'La rade, temps gris',
      year: '1881',
      technique: 'Huile sur bois',
      collection: 'Fonds général',
    },
    size: [17, 27],
    look: { manner: 'lake', mood: 'storm', sails: 1 },
  },
  {
    name: 'Coucher de soleil devant Saint-Saphorin',
    description: `Un des derniers grands formats. Le peintre s’est placé dans une barque, à cent mètres du bord, face au couchant ; on distingue au premier plan l’herbe d’un rivage qu’il a ajouté après coup, pour que le regard ait où se poser. Exposé à Lausanne en 1887, vendu le premier jour, revenu au pays en 1953 avec un cadre américain trop lourd que l’on a gardé pour mémoire dans la réserve.`,
    tags: {
      artist: 'François Bocion',
      title: 'Coucher de soleil devant Saint-Saphorin',
      year: '1886',
      technique: 'Huile sur toile',
      collection: 'Legs Marguerite de Diesbach',
      composer: 'Gabriel Fauré',
      music: 'Barcarolle no 1 en la mineur',
      music_detail: 'op. 26\nAllegretto moderato',
      music_interpreters: 'Maxime Corboz, piano\nEsquisse sonore pour la salle : atelier de la fondation',
    },
    size: [71, 112],
    look: { manner: 'lake', mood: 'evening', sails: 2 },
    recording: 'boat',
  },
  {
    name: 'Orage à la Handeck',
    description: `Calame a fait de l’orage en montagne un genre à lui seul, et l’Europe entière voulait le sien. La composition de la Handeck, médaillée à Paris, a été répétée, variée, copiée par l’atelier. Notre version, de petit format, est de la main du maître pour les rochers et le ciel ; les sapins du premier plan sont sans doute d’un élève.`,
    tags: {
      artist: 'Alexandre Calame',
      title: 'Orage à la Handeck',
      year: 'ca. 1840',
      technique: 'Huile sur toile',
      collection: 'Dépôt de la Confédération suisse',
      provenance: 'Genève, vente Bovy 1867\nLyon, collection particulière\nAcquis en 1984',
    },
    size: [64, 52],
    look: { manner: 'peak', mood: 'storm' },
  },
  {
    name: 'Lac des Quatre-Cantons',
    description: '',
    tags: {
      artist: 'Alexandre Calame',
      title: 'Lac des Quatre-Cantons',
      year: '1852',
      technique: 'Lithographie rehaussée',
      collection: 'Cabinet des estampes',
    },
    size: [31, 44],
    look: { manner: 'lake', mood: 'storm', sails: 1 },
  },
  {
    name: 'Alpweide im Mittagslicht',
    description: `Segantini setzte Farbe neben Farbe, ohne sie zu mischen, in langen dünnen Strichen, zwischen die er zuweilen Blattgold legte. Aus der Nähe sieht man Fäden, aus drei Metern Luft. Skizze zu einem nicht ausgeführten Bild, entstanden bei Savognin. Auf der Rückseite eine Liste von Farben und Preisen, dazu der Satz: «Kobalt reicht nicht bis Sonntag.» Es hat gereicht, wie man sieht.`,
    tags: {
      artist: 'Giovanni Segantini',
      title: 'Alpweide im Mittagslicht',
      year: '1891',
      technique: 'Öl auf Karton',
      collection: 'Fonds général',
    },
    size: [36, 54],
    look: { manner: 'fields', mood: 'noon' },
  },
  {
    name: 'Winter im Bergell',
    description: `Blau ist hier keine Schattenfarbe, sondern das Licht selber. Giovanni Giacometti malte den Schnee von Stampa in kurzen, dicken Zügen, die dem Hang folgen. Im Haus nebenan lernte sein Sohn Alberto gerade laufen.

Das Bild war über vierzig Jahre lang in einem Schulhaus aufgehängt, neben dem Ofen. Die Restaurierung von 2005 hat Russ und Kreidestaub entfernt und dabei einen zweiten, kleineren Gipfel zum Vorschein gebracht.`,
    tags: {
      artist: 'Giovanni Giacometti',
      title: 'Winter im Bergell',
      year: '1903',
      technique: 'Öl auf Leinwand',
      collection: 'Ankauf 2004',
    },
    size: [50, 60],
    look: { manner: 'peak', mood: 'winter' },
  },
  {
    name: 'Herbst bei Maloja',
    description: `Les mélèzes ne durent ainsi qu’une dizaine de jours. Le peintre le savait et a posé l’orange d’abord, le reste ensuite. La musique choisie pour la salle vient du même pays et de la même saison : Raff, né à Lachen, avait intitulé sa dixième symphonie « Zur Herbstzeit » et s’y souvient de forêts qu’il n’avait plus revues depuis l’enfance.`,
    tags: {
      artist: 'Giovanni Giacometti',
      title: 'Herbst bei Maloja',
      year: '1911',
      technique: 'Öl auf Leinwand',
      collection: 'Ankauf 2004',
      composer: 'Joachim Raff',
      music: 'Zur Herbstzeit',
      music_detail: 'Sinfonie Nr. 10 f-Moll op. 213\nEindrücke und Empfindungen (Auszug)',
      music_interpreters: 'Freiburger Kammerorchester\nLeitung: Ursina Caduff',
      reference: 'Noten: Archiv La Grange, Mappe R 3',
    },
    size: [60, 65],
    look: { manner: 'lake', mood: 'autumn' },
    recording: 'autumn',
  },
  {
    name: 'Sternennacht über Stampa',
    description: `Gemalt nach einem Gang vom Wirtshaus heim, sagt ein Brief. Die Laternen am Wasser hat es nie gegeben: Das Tal war bis 1915 ohne Strom. Vielleicht hat er sie von einer Reise nach Paris mitgebracht, vielleicht fehlten dem Wasser einfach die Senkrechten. Die Sterne dagegen stimmen: Ein Astronom aus Zürich hat den Abend auf Anfang November bestimmt.`,
    tags: {
      artist: 'Giovanni Giacometti',
      title: 'Sternennacht über Stampa',
      year: '1912',
      technique: 'Öl auf Leinwand',
      collection: 'Legat E. Kohler',
      composer: 'Frédéric Chopin',
      music: 'Nocturne Des-Dur',
      music_detail: 'op. 27 Nr. 2\nLento sostenuto',
      music_interpreters: 'Anna-Lena Furrer, Klavier\nKlangskizze für den Saal: Werkstatt der Stiftung',
    },
    size: [55, 73],
    look: { manner: 'night' },
    recording: 'night',
  },
  {
    name: 'Les foins à Ropraz',
    description: `Burnand illustrait les Évangiles et peignait le Jorat, et l’on ne sait pas toujours où l’un finit et où l’autre commence. Les foins sont rentrés, le village attend l’orage qui ne viendra pas. Les figures, trop petites pour qu’on les voie dans l’inventaire, sont au nombre de onze ; la commune de Moudon, en faisant don du tableau, a joint une liste de leurs noms.`,
    tags: {
      artist: 'Eugène Burnand',
      title: 'Les foins à Ropraz',
      year: '1897',
      technique: 'Huile sur toile',
      collection: 'Don de la commune de Moudon',
      composer: 'Gustave Doret',
      music: 'Le Ranz des vaches',
      music_detail: 'Arrangement pour la Fête des Vignerons de 1905\nChœur d’hommes et cor des Alpes',
      music_interpreters: 'Chœur des armaillis de la Veveyse\nPierre-Alain Colliard, cor des Alpes',
      reference: 'Partition : Bibliothèque cantonale, cote MUS 214',
    },
    size: [92, 140],
    look: { manner: 'village', mood: 'noon' },
    recording: 'horn',
  },
  {
    name: 'Coteau en mai',
    description: `Menn, maître de Hodler, peignait clair quand Genève peignait brun. Il n’exposait presque plus ; ce coteau est resté dans l’atelier jusqu’à sa mort.`,
    tags: {
      artist: 'Barthélemy Menn',
      title: 'Coteau en mai',
      year: '',
      technique: 'Huile sur toile marouflée',
      collection: 'Fonds général',
    },
    size: [27, 41],
    look: { manner: 'fields', mood: 'morning' },
  },
]
