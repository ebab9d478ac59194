import type { DemoArtwork } from '../demo-item.ts'

export const moderns: readonly DemoArtwork[] = [
  {
    name: 'Kreise, bewegt',
    description: `Sophie Taeuber-Arp tanzte, webte, baute Marionetten und unterrichtete an der Kunstgewerbeschule Zürich, bevor sie ihre Kreise malte. Man merkt es ihnen an: Sie haben Gewicht, sie wippen, sie halten einander.

Gouache, vermutlich Vorstufe zu einem der Bilder mit bewegten Kreisen. Die Zirkelstiche sind offen; zwei davon gehören zu Kreisen, die sie dann nicht gemalt hat. Im Saal läuft dazu eine zweistimmige Invention von Bach, in der es nicht anders zugeht.`,
    tags: {
      artist: 'Sophie Taeuber-Arp',
      title: 'Kreise, bewegt',
      year: '1934',
      technique: 'Gouache auf Papier',
      collection: 'Ankauf 2009',
      composer: 'Johann Sebastian Bach',
      music: 'Invention Nr. 8 F-Dur',
      music_detail: 'BWV 779\nzweistimmig',
      music_interpreters: 'Reto Hunziker, Cembalo\nKlangskizze für den Saal: Werkstatt der Stiftung',
    },
    size: [34, 26],
    look: { manner: 'concrete', composition: 'circles' },
    recording: 'invention',
  },
  {
    name: 'Viertelkreise',
    description: 'Entwurf für einen Fussboden, nicht ausgeführt.',
    tags: {
      artist: 'Sophie Taeuber-Arp',
      title: 'Viertelkreise',
      year: '1927',
      technique: 'Gouache auf Karton',
      collection: 'Ankauf 2009',
    },
    size: [30, 40],
    look: { manner: 'concrete', composition: 'quarters' },
  },
  {
    name: 'Komposition mit offenen Feldern',
    description: `Van Doesburg wrote the manifesto of Concrete art in 1930: a picture means nothing but itself. This earlier sheet still has something of a window. Gift of a Dutch engineer who spent his summers at Murten. He used it for thirty years to explain to his apprentices why a bridge needs so few parts. Two pin holes in the upper corners date from those lessons and have been left alone.`,
    tags: {
      artist: 'Theo van Doesburg',
      title: 'Komposition mit offenen Feldern',
      year: '1923',
      technique: 'Gouache and ink on paper',
      collection: 'Gift of W. Verhoeven',
    },
    size: [40, 40],
    look: { manner: 'concrete', composition: 'lattice' },
  },
  {
    name: 'Harmonie in Ziegelrot',
    description: `Klee spielte jeden Morgen eine Stunde Geige, bevor er malte, meist Bach oder Mozart. Die Felder dieses Aquarells sind gebaut wie Takte: gleich hoch, verschieden lang, mit Pausen. Eine Partitur, die niemand spielen muss, weil sie schon klingt.

Das Blatt ist lichtempfindlich und wird höchstens drei Monate im Jahr gezeigt.`,
    tags: {
      artist: 'Paul Klee',
      title: 'Harmonie in Ziegelrot',
      year: '1923',
      technique: 'Aquarell auf Papier',
      collection: 'Legat E. Kohler',
      composer: 'Johann Sebastian Bach',
      music: 'Sarabande',
      music_detail: 'Partita Nr. 2 d-Moll BWV 1004\nfür Violine solo',
      music_interpreters: 'Meret Oesch, Violine',
      condition: 'lichtempfindlich, max. 50 lx',
    },
    size: [24, 32],
    look: { manner: 'rhythm', kind: 'polyphony' },
    recording: 'sarabande',
  },
  {
    name: 'Fünf Linien und Nebenstimmen',
    description: `Punkte, die eine Linie spazieren führen. Oder umgekehrt.`,
    tags: {
      artist: 'Paul Klee',
      title: 'Fünf Linien und Nebenstimmen',
      year: '1931',
      technique: 'Ölpause und Aquarell',
      collection: 'Ankauf 2012',
    },
    size: [31, 46],
    look: { manner: 'rhythm', kind: 'staves' },
  },
  {
    name: 'Progression in sieben Schritten',
    description: `Die Breite verdoppelt sich, die Höhe nimmt ab: Wer die Regel gefunden hat, kann das Bild zu Ende denken, bevor er es zu Ende gesehen hat. Brenzikofer war Vermesser in Olten und hat nie etwas verkauft. Nach seinem Tod 1949 fanden sich über zweihundert Tafeln in der Waschküche, alle gleich gross, alle nummeriert, keine signiert.`,
    tags: {
      artist: 'Hans-Ulrich Brenzikofer',
      title: 'Progression in sieben Schritten',
      year: '1941',
      technique: 'Tempera auf Hartfaser',
      collection: 'Nachlass Brenzikofer',
    },
    size: [60, 60],
    look: { manner: 'concrete', composition: 'progression' },
  },
  {
    name: 'Drehung um neun Grad',
    description: 'Nr. 117 der nachgelassenen Tafeln.',
    tags: {
      artist: 'Hans-Ulrich Brenzikofer',
      title: 'Drehung um neun Grad',
      year: '1943',
      technique: 'Tempera auf Hartfaser',
      collection: 'Nachlass Brenzikofer',
    },
    size: [60, 60],
    look: { manner: 'concrete', composition: 'rotation' },
  },
  {
    name: 'Schräge, sechzehnmal',
    description: 'Nr. 131 der nachgelassenen Tafeln. Kleine Fehlstelle links oben.',
    tags: {
      artist: 'Hans-Ulrich Brenzikofer',
      title: 'Schräge, sechzehnmal',
      year: '1944',
      technique: 'Tempera auf Hartfaser',
      collection: 'Nachlass Brenzikofer',
      condition: 'Fehlstelle 4 mm, gesichert',
    },
    size: [60, 60],
    look: { manner: 'concrete', composition: 'bands' },
  },
  {
    name: 'Boden für ein Treppenhaus',
    description: `Die einzige Arbeit Brenzikofers, die jemand bestellt hat: das Treppenhaus der Kreisschule. Ausgeführt wurde Linoleum, einfarbig.`,
    tags: {
      artist: 'Hans-Ulrich Brenzikofer',
      title: 'Boden für ein Treppenhaus',
      year: '1947',
      technique: 'Collage, Farbpapier',
      collection: 'Nachlass Brenzikofer',
    },
    size: [42, 59.4],
    look: { manner: 'concrete', composition: 'quarters' },
  },
  {
    name: 'Après le concert',
    description: `Marthe Joye-Perrin était violoniste à l’Orchestre de la Suisse romande jusqu’à ce que l’arthrose l’en empêche. Elle s’est mise à peindre à cinquante-six ans, d’abord ce qu’elle avait joué, puis ce qu’elle entendait encore. Les cercles sont des accords, dit-elle dans son journal : au centre la fondamentale, autour les harmoniques, et là où deux cercles se coupent, ce que l’on n’avait pas prévu.

La fondation conserve cinq de ses toiles, les carnets et le violon. Aucune n’est signée sur la face. Le titre, toujours au dos, est accompagné d’un numéro d’opus et d’un tempo ; l’ordre d’accrochage voulu par l’artiste suit les tempi, du plus lent au plus vif, et c’est celui de la salle 4.

La toile est la première de la série. Elle a été peinte dans la nuit du 14 au 15 mars 1938, au retour d’un concert au Victoria Hall où l’on avait donné, entre deux symphonies, une page de Lili Boulanger que presque personne ne connaissait. L’artiste y était non plus dans l’orchestre mais dans la salle, au deuxième balcon, côté jardin. « D’en haut, écrit-elle, on voit le son arriver. » Quatre centres, donc : les premiers violons, les bois, la harpe, et le silence d’un voisin qui avait cessé de tousser.

Techniquement, rien n’est simple. Les anneaux sont posés à main levée, au pinceau plat, en tournant autour de la toile couchée sur la table de la cuisine ; on retrouve dans la pâte quelques miettes, et sur le bord gauche l’empreinte d’une tasse. Les tons ont été préparés d’avance dans des couvercles de bocaux, numérotés comme des pupitres. Là où deux cercles se chevauchent, la couleur du dessous n’est jamais mélangée à celle du dessus : l’artiste attendait que la première sèche, parfois trois semaines, puis reprenait. C’est pourquoi la toile est datée d’une nuit et signée, au dos, de quatre mois.

Restauration de 2008 : dépoussiérage, consolidation de l’angle inférieur droit, aucun nettoyage du vernis, qui est d’elle et qui est jaune parce qu’elle le voulait ainsi. Éclairage : 80 lux au plus, jamais de face. Le tableau ne supporte pas le voisinage d’une fenêtre ; il a été prêté une seule fois, à Berne, et en est revenu avec une différence de teinte que l’on dit imaginaire et que tout le monde voit.

Pour les visites : commencer par écouter, les yeux fermés, une minute entière. Puis ouvrir les yeux et demander de quel côté le son arrive. Il y a autant de réponses que de personnes, et toutes sont sur la toile.`,
    tags: {
      artist: 'Marthe Joye-Perrin',
      title: 'Après le concert',
      year: '1938',
      technique: 'Huile sur toile',
      collection: 'Fonds Joye-Perrin',
      composer: 'Lili Boulanger',
      music: 'D’un matin de printemps',
      music_detail: 'pour violon et piano\nAssez animé',
      music_interpreters: 'Meret Oesch, violon\nMaxime Corboz, piano',
      reference: 'Journal de l’artiste, 14 mars 1938',
      location: 'Salle 4',
    },
    size: [65, 81],
    look: { manner: 'rhythm', kind: 'waves' },
  },
  {
    name: 'Adagio, dos de violon',
    description: `Toile no 2 selon l’accrochage de l’artiste. Le tempo est inscrit au dos : « aussi lent que possible, puis un peu plus ». L’enduit a été posé à l’éponge, les carrés au couteau, et l’on devine sous le vernis le tracé d’une portée complète : cinq lignes, que le tableau recouvre sans les effacer tout à fait.`,
    tags: {
      artist: 'Marthe Joye-Perrin',
      title: 'Adagio, dos de violon',
      year: '1939',
      technique: 'Huile sur toile',
      collection: 'Fonds Joye-Perrin',
      composer: 'Johann Sebastian Bach',
      music: 'Adagio',
      music_detail: 'Sonate no 1 en sol mineur, BWV 1001',
      music_interpreters: 'Meret Oesch, violon',
    },
    size: [65, 81],
    look: { manner: 'rhythm', kind: 'polyphony' },
  },
  {
    name: 'Fugue à trois',
    description: 'Toile no 4.',
    tags: {
      artist: 'Marthe Joye-Perrin',
      title: 'Fugue à trois',
      year: '1940',
      technique: 'Huile sur toile',
      collection: 'Fonds Joye-Perrin',
    },
    size: [65, 81],
    look: { manner: 'rhythm', kind: 'staves' },
  },
  {
    name: 'Rue de Carouge, le soir',
    description: `Toile no 3, la seule qui montre quelque chose : des fenêtres, de l’eau, des lampes. Elle disait que c’était quand même de la musique.`,
    tags: {
      artist: 'Marthe Joye-Perrin',
      title: 'Rue de Carouge, le soir',
      year: '1940',
      technique: 'Huile sur toile',
      collection: 'Fonds Joye-Perrin',
    },
    size: [65, 81],
    look: { manner: 'night' },
  },
  {
    name: 'Presto',
    description: 'Toile no 5, inachevée.',
    tags: {
      artist: 'Marthe Joye-Perrin',
      title: 'Presto',
      year: '1942',
      technique: 'Huile sur toile',
      collection: 'Fonds Joye-Perrin',
      composer: 'Émile Jaques-Dalcroze',
      music: 'Esquisses rythmiques',
      music_detail: 'Premier cahier (choix)',
      music_interpreters: 'Maxime Corboz, piano',
    },
    size: [65, 81],
    look: { manner: 'rhythm', kind: 'waves' },
  },
]
