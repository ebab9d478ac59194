/**
 * What happens in a museum, again and again and never twice the same way. A scene is told by taking one line of each
 * group; a group with an empty line may be left out. '{name}' stands for a word of that list.
 */
export interface Scene {
  readonly language: 'de' | 'fr'
  readonly tags: readonly string[]
  /** The months in which it happens, 1 to 12; any month where there are none. */
  readonly months?: readonly number[]
  /** Happens a few times a year. */
  readonly rare?: true
  readonly told: readonly (readonly string[])[]
}

export const demoTags = [
  'Werkstatt',
  'Restaurierung',
  'Leihgaben',
  'Besuch',
  'Führung',
  'Presse',
  'Sicherheit',
  'Gebäude',
  'Archiv',
  'Ankauf',
  'Konzert',
  'Personal',
] as const

export const words: Record<string, readonly string[]> = {
  car: [
    'Jaguar E-Type',
    'Peugeot 201',
    'Citroën Traction Avant',
    'Lancia Lambda',
    'Martini Six',
    'Delahaye 135',
    'Bugatti Type 40',
    'Alfa Romeo 6C',
    'Pic-Pic',
    'Fiat Topolino',
    'Mercedes 170 V',
    'Rover P4',
  ],
  hall: ['Saal 1', 'Saal 2', 'Saal 3', 'der Remise', 'der Galerie', 'der grossen Halle'],
  salle: ['la salle 1', 'la salle 2', 'la salle 3', 'la remise', 'la galerie', 'la grande halle'],
  expert: ['Herrn Brülhart', 'Frau Dr. Sciboz', 'Herrn Gremaud', 'Frau Oberson', 'Herrn Dr. Kolly', 'Frau Jungo'],
  expertin: ['Herr Brülhart', 'Frau Dr. Sciboz', 'Herr Gremaud', 'Frau Oberson', 'Herr Dr. Kolly', 'Frau Jungo'],
  monsieur: ['M. Brülhart', 'Mme Sciboz', 'M. Gremaud', 'Mme Oberson', 'M. Kolly', 'Mme Jungo'],
  town: ['Bern', 'Basel', 'Luzern', 'Winterthur', 'Chur', 'Thun', 'Solothurn', 'Murten'],
  ville: ['Lausanne', 'Genève', 'Neuchâtel', 'Sion', 'Bulle', 'Vevey', 'Payerne', 'Morat'],
  few: ['2', '3', '4', '5', '6'],
  some: ['12', '14', '17', '18', '21', '24', '26'],
  many: ['34', '41', '58', '63', '72', '96', '110'],
  francs: ['180', '340', '620', '890', '1250', '2400', '3800'],
  hour: ['8.15', '9.30', '10.45', '13.30', '14.15', '16.00'],
  heure: ['8 h 15', '9 h 30', '10 h 45', '13 h 30', '14 h 15', '16 h'],
  percent: ['44', '47', '52', '55', '58', '61', '64'],
  tage: ['zwei Tage', 'drei Tage', 'eine Woche', 'zwei Wochen', 'einen Monat'],
  delai: ['deux jours', 'trois jours', 'une semaine', 'deux semaines', 'un mois'],
}

const german: Omit<Scene, 'language'>[] = [
  {
    tags: ['Werkstatt'],
    told: [
      [
        '{car}: Ölwechsel gemacht, Filter ersetzt.',
        'Ölwechsel am {car}.',
        'Am {car} Öl und Filter gewechselt, {few} Liter gebraucht.',
      ],
      [
        'Bremsen geprüft, Beläge noch gut.',
        'Die hinteren Bremsen ziehen ungleich, das müssen wir vor der nächsten Fahrt einstellen.',
        'Reifendruck auf {few} Räder korrigiert, das Reserverad war fast leer.',
      ],
      ['', 'Kosten: {francs} Franken, Rechnung liegt beim Sekretariat.', 'Nächste Kontrolle im Frühling.'],
    ],
  },
  {
    tags: ['Werkstatt'],
    told: [
      [
        'Der {car} springt nicht an.',
        'Heute Morgen wollte der {car} nicht anspringen.',
        '{car} blieb beim Umstellen stehen.',
      ],
      [
        'Die Batterie war leer, über Nacht geladen.',
        'Ursache war der Vergaser, die Schwimmernadel klemmte.',
        'Es lag am Zündverteiler, die Kontakte waren verschmutzt.',
      ],
      [
        'Danach lief er {some} Minuten ohne Störung.',
        'Wir beobachten ihn noch {tage}.',
        'Ein Ersatzteil kommt aus {town}, Lieferzeit etwa {tage}.',
      ],
    ],
  },
  {
    tags: ['Restaurierung'],
    told: [
      [
        'Besuch von {expert} wegen der Kratzer am {car}.',
        'Mit {expert} den Lack am {car} angeschaut.',
        '{car}: Gutachten zum Zustand der Karosserie erhalten.',
      ],
      [
        'Der Schaden ist nur oberflächlich und lässt sich polieren.',
        'Unter dem Kotflügel sitzt Rost, den man von aussen nicht sieht.',
        'Der Originallack ist zu etwa {percent} Prozent erhalten, wir lassen ihn unbedingt stehen.',
      ],
      [
        'Die Offerte soll in {few} Wochen kommen.',
        'Kostenschätzung {francs} Franken, Entscheid im Stiftungsrat.',
        'Vorher und nachher wird fotografiert, die Bilder kommen ins Archiv.',
      ],
    ],
  },
  {
    tags: ['Restaurierung', 'Gebäude'],
    told: [
      [
        'Luftfeuchtigkeit in {hall} bei {percent} Prozent.',
        'Messung des Klimas in {hall}: {percent} Prozent Feuchtigkeit, 19 Grad.',
        'Der Datenlogger in {hall} zeigt {percent} Prozent.',
      ],
      [
        'Für die Gemälde ist das in Ordnung.',
        'Das ist für Leder und Holz an der Grenze, der Befeuchter läuft wieder.',
        'Gegenüber der letzten Messung hat sich wenig verändert.',
      ],
      ['', 'Die Werte stehen im Ordner Klima.', 'Nächste Messung in einer Woche.'],
    ],
  },
  {
    tags: ['Leihgaben'],
    told: [
      [
        'Anfrage aus {town} für den {car}.',
        'Das Museum in {town} möchte den {car} ausleihen.',
        'Telefon mit {town}: Sie hätten gern den {car} für ihre Sommerausstellung.',
      ],
      [
        'Dauer {few} Monate, Transport und Versicherung zahlen sie.',
        'Wir haben um den Klimabericht und die Versicherungssumme gebeten.',
        'Der Vertrag ist im Entwurf, {expertin} liest ihn noch gegen.',
      ],
      [
        'Antwort bis Ende Monat versprochen.',
        'Der Platz in {hall} bliebe so lange leer, dort könnte die Plakatwand stehen.',
        '',
      ],
    ],
  },
  {
    tags: ['Leihgaben', 'Sicherheit'],
    told: [
      [
        'Rückgabe des {car} aus {town}.',
        'Der {car} ist aus {town} zurück.',
        'Um {hour} Uhr kam der Lastwagen mit dem {car}.',
      ],
      [
        'Protokoll unterschrieben, keine Schäden.',
        'Beim Abladen fiel ein Kratzer an der Stossstange auf, der im Protokoll nicht steht. Fotos gemacht und der Versicherung gemeldet.',
        'Kilometerstand und Tankinhalt notiert, alles wie bei der Abgabe.',
      ],
      ['Er steht wieder in {hall}.', 'Bis zur Reinigung bleibt er in {hall}.'],
    ],
  },
  {
    tags: ['Besuch', 'Führung'],
    told: [
      [
        'Führung für eine Schulklasse aus {town}, {some} Kinder.',
        'Schulklasse aus {town} mit {some} Kindern und zwei Lehrpersonen.',
        'Gruppe aus {town}, {some} Personen, Führung durch beide Häuser.',
      ],
      [
        'Am längsten blieben sie beim {car} stehen.',
        'Viele Fragen zum {car}: Wie schnell, wie teuer, wer durfte fahren?',
        'Das Suchspiel in {hall} hat gut funktioniert.',
      ],
      [
        '',
        'Der Audioguide Nummer {few} ist stumm, Batterie ersetzt.',
        'Es braucht mehr Garderobenhaken, die Jacken lagen am Boden.',
        'Die Lehrerin möchte im Herbst wiederkommen.',
      ],
    ],
  },
  {
    tags: ['Besuch'],
    told: [
      [
        'Ruhiger Tag mit {some} Besuchern.',
        '{many} Eintritte, davon {few} mit Museumspass.',
        'Wegen des Regens voller als sonst: {many} Personen.',
      ],
      [
        'Ein Besucher aus {town} sagt, sein Grossvater habe einen {car} gefahren, und will uns Fotos schicken.',
        'Mehrere Gäste fanden die Beschriftung beim {car} zu klein.',
        'Eine Dame vermisste ihren Schirm, er lag in {hall}.',
        'Lob für die Beleuchtung in {hall}.',
      ],
      ['', 'An der Kasse fehlen Prospekte auf Englisch.', 'Das Kartenlesegerät fiel um {hour} Uhr für kurze Zeit aus.'],
    ],
  },
  {
    tags: ['Presse'],
    told: [
      [
        'Interview mit einer Journalistin aus {town}.',
        'Das Regionalfernsehen war da und hat in {hall} gedreht.',
        'Anfrage der Zeitung aus {town} für einen Artikel.',
      ],
      [
        'Im Mittelpunkt steht der {car}.',
        'Es geht um die Geschichte der Sammlung und die Pläne für das nächste Jahr.',
        'Sie wollen wissen, warum wir den {car} nicht mehr fahren.',
      ],
      [
        'Der Text wird uns vor dem Druck gezeigt.',
        'Erscheint voraussichtlich in {few} Wochen.',
        'Wir haben {few} Bilder freigegeben, Quelle muss genannt werden.',
      ],
    ],
  },
  {
    tags: ['Sicherheit'],
    told: [
      [
        'Fehlalarm um {hour} Uhr in {hall}.',
        'Die Alarmanlage hat in {hall} ausgelöst.',
        'Test der Brandmelder in {hall} mit der Firma aus {town}.',
      ],
      [
        'Ursache war eine Spinne auf dem Melder.',
        'Die Feuerwehr war nach {few} Minuten da, obwohl nichts brannte.',
        '{few} Melder müssen ersetzt werden.',
      ],
      ['Protokoll abgelegt.', 'Der Schlüsselplan wird bei dieser Gelegenheit nachgeführt.', ''],
    ],
  },
  {
    tags: ['Gebäude'],
    told: [
      [
        'Das Dach über {hall} ist undicht.',
        'Nach dem Gewitter Wasser am Boden in {hall}.',
        'Der Torantrieb in {hall} klemmt schon wieder.',
      ],
      [
        'Eimer aufgestellt und den {car} um zwei Meter verschoben.',
        'Der Spengler aus {town} kommt morgen um {hour} Uhr.',
        'Die Gemeinde ist informiert, sie übernimmt die Hälfte.',
      ],
      ['Kosten noch offen.', 'Offerte über {francs} Franken erhalten.', 'Bis dahin bleibt der Bereich abgesperrt.'],
    ],
  },
  {
    tags: ['Gebäude'],
    months: [11, 12, 1, 2],
    told: [
      ['Heizung in {hall} ausgefallen.', 'In {hall} nur 12 Grad, die Heizung läuft nicht.'],
      [
        'Der Installateur fand eine defekte Pumpe.',
        'Die Kunstwerke sind nicht betroffen, das Klima blieb stabil.',
        'Ein Ersatz kommt aus {town}, bis dahin stehen {few} Öfen bereit.',
      ],
    ],
  },
  {
    tags: ['Gebäude', 'Sicherheit'],
    months: [12, 1, 2],
    told: [
      [
        'Schnee vor dem Eingang, um {hour} Uhr geräumt und gesalzen.',
        'Über Nacht {some} Zentimeter Schnee, der Hof ist seit {hour} Uhr frei.',
      ],
      [
        'Der Weg zum Parkplatz ist noch glatt, Schild aufgestellt.',
        'Vom Dach der Remise rutschen Lawinen, der Durchgang bleibt gesperrt.',
        'Trotzdem kamen {some} Gäste.',
      ],
    ],
  },
  {
    tags: ['Archiv'],
    told: [
      [
        'Im Nachlass von {expert} {some} Fotografien gefunden.',
        '{some} Dias aus den Sechzigerjahren eingescannt.',
        'Briefwechsel mit dem Hersteller des {car} geordnet.',
      ],
      [
        'Die meisten sind nicht datiert, auf {few} Bildern ist der {car} zu sehen.',
        'Signaturen vergeben und in säurefreie Mappen gelegt.',
        'Ein Teil ist verblasst, die Originale bleiben ab jetzt im Dunkeln.',
      ],
      ['', 'Für die Bestimmung frage ich in {town} nach.', 'Die Liste liegt auf dem Server im Ordner Archiv.'],
    ],
  },
  {
    tags: ['Ankauf'],
    told: [
      [
        'Angebot für einen {car} aus Privatbesitz in {town}.',
        'Mit {expert} eine Plastik in {town} besichtigt.',
        'Auktion in {town}: Los {many} wäre ein passendes Gegenstück zum {car}.',
      ],
      [
        'Papiere vollständig, Zustand ehrlich, Preis hoch.',
        'Schätzung {francs} Franken, wir gehen höchstens bis zur Hälfte darüber.',
        'Die Herkunft ist nicht lückenlos, ohne Nachweis kaufen wir nicht.',
      ],
      ['Der Stiftungsrat entscheidet an der nächsten Sitzung.', 'Antwort an den Verkäufer bis Freitag.'],
    ],
  },
  {
    tags: ['Konzert'],
    told: [
      [
        'Konzert in der Galerie, {many} Plätze besetzt.',
        'Hauptprobe für das Konzert am Sonntag.',
        'Der Flügel wurde um {hour} Uhr gestimmt.',
      ],
      [
        'Die Akustik mit geöffneten Türen ist deutlich besser.',
        'Die Stühle aus {town} kamen eine Stunde zu spät.',
        'Nach der Pause fiel ein Scheinwerfer aus, gespielt wurde trotzdem.',
      ],
      ['Einnahmen {francs} Franken.', 'Die Musiker kommen nächstes Jahr gern wieder.', ''],
    ],
  },
  {
    tags: ['Personal'],
    told: [
      [
        'Teamsitzung mit {few} Personen.',
        'Einsatzplan für den nächsten Monat besprochen.',
        'Neue Aushilfe für die Kasse eingeführt.',
      ],
      [
        'Am Wochenende brauchen wir immer zwei Personen am Empfang.',
        'Ferien sind eingetragen, in der letzten Woche fehlt noch jemand für die Führungen.',
        'Der Kurs zur Brandbekämpfung findet in {town} statt, {few} Anmeldungen.',
      ],
    ],
  },
  {
    tags: ['Werkstatt', 'Leihgaben'],
    months: [3, 4, 5, 9, 10],
    told: [
      ['Ausfahrt mit dem {car} vorbereitet.\n', 'Vorbereitung für das Treffen in {town} mit dem {car}.\n'],
      [
        '- Versicherung bestätigt\n- Nummernschild montiert\n- Werkzeug und Feuerlöscher im Wagen',
        '- Tank gefüllt\n- Kühlwasser aufgefüllt\n- Begleitfahrzeug reserviert für {hour} Uhr',
        '- Licht geprüft\n- Reifen {few} Jahre alt, noch gut\n- Fahrer bestimmt',
      ],
      ['\nAbfahrt um {hour} Uhr, Rückkehr am Abend.', '\nBei Regen fahren wir nicht.'],
    ],
  },
  {
    tags: ['Restaurierung', 'Archiv'],
    rare: true,
    told: [
      [
        'Zustandsprotokoll zum {car} abgeschlossen. Es umfasst {some} Seiten und {many} Aufnahmen.',
        'Die Untersuchung des {car} ist fertig. {expertin} war zwei Tage hier und hat jedes Teil aufgenommen.',
      ],
      [
        'Die Karosserie ist in gutem Zustand. Am linken Kotflügel gibt es eine alte Reparatur aus Zinn, die hält. Die Sitze sind nicht original, der Stoff stammt aus den Siebzigerjahren.',
        'Der Rahmen ist gerade und ohne Risse. Die Holzteile der Türen sind vom Wurm befallen gewesen, der Befall ist alt. Der Motor lässt sich von Hand drehen.',
      ],
      [
        'Im Handschuhfach lagen eine Tankquittung und eine Strassenkarte. Beide sind jetzt im Archiv. Der erste Besitzer wohnte nach diesen Papieren in {town}.',
        'Die Fahrgestellnummer stimmt mit dem Werksbuch überein. Das Baujahr war bisher um ein Jahr falsch angegeben. Wir korrigieren das Schild in {hall}.',
      ],
      [
        'Als Nächstes werden die Chromteile gereinigt. Danach entscheiden wir über die Reifen. Kosten insgesamt {francs} Franken.',
        'Empfohlen wird, nichts zu ersetzen und nur zu sichern. Die nächste Kontrolle ist in einem Jahr. {expertin} bleibt unsere Ansprechperson.',
      ],
    ],
  },
]

const french: Omit<Scene, 'language'>[] = [
  {
    tags: ['Werkstatt'],
    told: [
      [
        'Vidange de la {car} et graissage complet.',
        '{car} : niveau d’huile vérifié, {few} litres ajoutés.',
        'La {car} a tourné {some} minutes sans problème.',
      ],
      [
        'Le joint du radiateur fuit légèrement.',
        'Les freins arrière sont à régler avant la prochaine sortie.',
        'Rien à signaler, sauf un pneu un peu fatigué.',
      ],
      ['', 'Facture de {francs} francs transmise au secrétariat.', 'La pièce est commandée à {ville}, délai {delai}.'],
    ],
  },
  {
    tags: ['Restaurierung'],
    told: [
      [
        'Rendez-vous avec {monsieur} au sujet du cadre doré de {salle}.',
        '{monsieur} a examiné la toile de {salle}.',
        'Constat d’état du bronze de {salle}.',
      ],
      [
        'Le vernis a jauni, mais la couche picturale est stable.',
        'Une petite lacune est apparue dans l’angle inférieur gauche.',
        'Un dépoussiérage suffit, aucune intervention n’est nécessaire.',
      ],
      [
        'Devis attendu d’ici {delai}.',
        'Coût estimé à {francs} francs, à soumettre au conseil.',
        'Photos prises avant et après, classées aux archives.',
      ],
    ],
  },
  {
    tags: ['Restaurierung', 'Gebäude'],
    told: [
      [
        'Humidité dans {salle} : {percent} pour cent.',
        'Relevé du climat dans {salle} : {percent} pour cent et 20 degrés.',
      ],
      [
        'C’est correct pour les toiles.',
        'C’est un peu sec pour les instruments, l’humidificateur est de nouveau en marche.',
        'Les valeurs restent stables depuis {delai}.',
      ],
      ['', 'Prochain relevé dans une semaine.'],
    ],
  },
  {
    tags: ['Leihgaben'],
    told: [
      [
        'Demande de prêt du musée de {ville} pour la {car}.',
        'Le musée de {ville} souhaite emprunter un tableau de {salle}.',
        'Téléphone avec {ville} au sujet du prêt de la {car}.',
      ],
      [
        'Durée de {few} mois, transport et assurance à leur charge.',
        'Nous attendons leur rapport sur le climat des salles.',
        'Le contrat est prêt, il manque la signature de {monsieur}.',
      ],
      ['Réponse promise pour la fin du mois.', 'Le conseil doit encore donner son accord.', ''],
    ],
  },
  {
    tags: ['Leihgaben'],
    told: [
      [
        'Retour du tableau prêté à {ville}.',
        'La caisse de {ville} est arrivée à {heure}.',
        'Départ de la {car} pour {ville} à {heure}.',
      ],
      [
        'Constat signé, aucun dommage.',
        'Le bordereau mentionne une vis manquante, sans conséquence.',
        'Le transporteur a été ponctuel et très soigneux.',
      ],
      [
        'L’œuvre reste {delai} dans sa caisse pour s’acclimater.',
        'La place libre dans {salle} sera occupée par une vitrine.',
        '',
      ],
    ],
  },
  {
    tags: ['Besuch', 'Führung'],
    told: [
      [
        'Visite guidée pour une classe de {ville}, {some} élèves.',
        'Groupe de {ville}, {some} personnes, visite des deux maisons.',
        'Visite en français et en allemand, {some} participants.',
      ],
      [
        'Les enfants ont surtout aimé la {car}.',
        'Beaucoup de questions sur la provenance des œuvres de {salle}.',
        'Le parcours est un peu long pour les plus petits.',
      ],
      [
        '',
        'Il faudrait quelques chaises pliantes dans {salle}.',
        'L’enseignante demande un dossier pour préparer la prochaine visite.',
      ],
    ],
  },
  {
    tags: ['Besuch'],
    told: [
      [
        'Journée calme, {some} visiteurs.',
        '{many} entrées, surtout des familles.',
        'Beau temps, peu de monde : {some} entrées.',
      ],
      [
        'Une visiteuse de {ville} possède des lettres du peintre et propose de nous les montrer.',
        'Plusieurs personnes ont demandé le catalogue, il est épuisé.',
        'Un monsieur a reconnu la {car} de son oncle sur une photo.',
      ],
      ['', 'La caisse s’est bloquée à {heure}, redémarrage nécessaire.', 'Il manque des prospectus en anglais.'],
    ],
  },
  {
    tags: ['Presse'],
    told: [
      [
        'Entretien avec un journaliste de {ville}.',
        'La radio est venue enregistrer dans {salle}.',
        'Un magazine de {ville} prépare un dossier sur la collection.',
      ],
      [
        'La {car} sera en couverture.',
        'Ils s’intéressent au lien entre musique et peinture.',
        'Nous avons fourni {few} photos libres de droits.',
      ],
      ['Parution dans {delai}.', 'Le texte nous sera envoyé pour relecture.', ''],
    ],
  },
  {
    tags: ['Sicherheit'],
    told: [
      [
        'Exercice d’évacuation à {heure}, bâtiment vide en {few} minutes.',
        'Fausse alarme dans {salle} à {heure}.',
        'Contrôle des extincteurs par la maison de {ville}.',
      ],
      [
        'La porte de secours de {salle} ferme mal.',
        '{few} appareils sont à remplacer avant l’été.',
        'Tout est en ordre, le rapport est classé.',
      ],
    ],
  },
  {
    tags: ['Gebäude'],
    told: [
      [
        'Le store de {salle} est coincé.',
        'Une infiltration est visible au plafond de {salle}.',
        'L’éclairage de {salle} clignote depuis ce matin.',
      ],
      [
        'L’électricien passe demain à {heure}.',
        'Les œuvres voisines ont été déplacées par précaution.',
        'Le devis de {francs} francs nous paraît correct.',
      ],
      ['', 'La commune est informée.', 'Le secteur reste fermé pendant {delai}.'],
    ],
  },
  {
    tags: ['Archiv'],
    told: [
      [
        'Numérisation de {some} photographies de la {car}.',
        'Classement des lettres reçues de {ville}.',
        'Trouvé aux archives {few} esquisses non inventoriées.',
      ],
      [
        'Plusieurs dates restent à vérifier avec {monsieur}.',
        'Les originaux sont rangés dans des boîtes neutres.',
        'La liste complète est sur le serveur.',
      ],
    ],
  },
  {
    tags: ['Ankauf'],
    told: [
      [
        'Proposition de don de {monsieur} : une huile sur toile.',
        'Visite d’un collectionneur à {ville}.',
        'Vente aux enchères à {ville}, le lot {many} nous intéresse.',
      ],
      [
        'La provenance est documentée depuis 1938.',
        'Prix demandé : {francs} francs, c’est trop cher.',
        'L’état est bon, le cadre est moderne.',
      ],
      ['Décision à la prochaine séance.', 'Réponse à donner avant vendredi.'],
    ],
  },
  {
    tags: ['Konzert'],
    told: [
      [
        'Concert dans la galerie, {many} personnes.',
        'Répétition du quatuor à {heure}.',
        'Le piano a été accordé ce matin.',
      ],
      [
        'Très belle ambiance, le public est resté longtemps après.',
        'Le chauffage faisait du bruit, il faudra le couper avant.',
        'La musique choisie allait très bien avec les tableaux de {salle}.',
      ],
      ['', 'Recette de {francs} francs.', 'Les chaises louées à {ville} repartent lundi.'],
    ],
  },
  {
    tags: ['Personal'],
    told: [
      [
        'Séance d’équipe, {few} présents.',
        'Planning du mois prochain établi.',
        'Formation à l’accueil pour deux auxiliaires.',
      ],
      [
        'Il manque quelqu’un pour le dernier dimanche.',
        'Les horaires d’été commencent dans {delai}.',
        'Nous cherchons un guide qui parle aussi italien.',
      ],
    ],
  },
  {
    tags: ['Besuch', 'Konzert'],
    months: [5, 11],
    told: [
      [
        'Nuit des musées : {many} visiteurs avant minuit.',
        'La soirée portes ouvertes a attiré {many} personnes. C’est plus que l’an dernier.',
      ],
      [
        'Les visites à la lampe de poche ont été prises d’assaut. Il faudra prévoir deux guides de plus. La file d’attente allait jusqu’au portail.',
        'La {car} a démarré dans la cour à {heure}. Le public a applaudi. Les voisins avaient été prévenus par lettre.',
      ],
      [
        'Le bar a bien marché. La recette est de {francs} francs. Merci à toute l’équipe, qui est restée jusqu’à deux heures du matin.',
        'Une vitrine de {salle} a été touchée, sans dégât. Nous mettrons un cordon la prochaine fois. Le rapport est chez {monsieur}.',
      ],
    ],
  },
]

export const scenes: readonly Scene[] = [
  ...german.map((scene) => ({ ...scene, language: 'de' as const })),
  ...french.map((scene) => ({ ...scene, language: 'fr' as const })),
]
