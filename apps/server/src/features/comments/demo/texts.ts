/** What the staff have written about items over the past year. */
export interface DemoComment {
  readonly identifier: string
  /** First name of a demo user. */
  readonly by: 'Claire' | 'Matthias' | 'Noémie' | 'Regula' | 'Luca' | 'Étienne' | 'Vreni'
  readonly daysAgo: number
  readonly text: string
}

const comment = (identifier: string, by: DemoComment['by'], daysAgo: number, text: string): DemoComment => ({
  identifier,
  by,
  daysAgo,
  text,
})

export const demoComments: readonly DemoComment[] = [
  comment(
    'LM-013',
    'Matthias',
    0,
    'Ölstand nach der Ausfahrt vom Sonntag kontrolliert, in Ordnung. Rad hinten links hat Spiel.',
  ),
  comment('LG-001', 'Noémie', 0, 'Nouvelle légende imprimée et posée.'),
  comment('LM-043', 'Luca', 1, 'Il cartellino dice 1970, la scheda pure. Va bene così, con «Formmodell» in evidenza.'),
  comment('LG-032', 'Regula', 1, 'À vérifier'),
  comment('LM-048', 'Noémie', 2, 'Il manque une description. Qui s’en charge ?'),
  comment('LM-048', 'Matthias', 3, 'Mache ich bis Ende Monat.'),
  comment('LG-009', 'Claire', 4, 'Description à écrire, voir le dossier Calame dans l’armoire 3.'),
  comment('LM-025', 'Vreni', 6, 'Erledigt'),
  comment(
    'LG-016',
    'Étienne',
    8,
    'Une visiteuse dit être l’arrière-petite-nièce de Rosa Gugger. J’ai pris ses coordonnées.',
  ),
  comment('LM-003', 'Claire', 11, 'À vérifier'),
  comment('LM-003', 'Luca', 10, 'Vérifié dans les archives de Saint-Blaise : le châssis a bien été livré nu.'),
  comment(
    'LG-060',
    'Regula',
    13,
    'Kein Titel, kein Datum. So lassen, aber bei «Titel» den Inventartitel in Klammern setzen?',
  ),
  comment('LM-008', 'Matthias', 16, 'Akku der Luftentfeuchtung im Depot Nord getauscht.'),
  comment(
    'LG-031',
    'Noémie',
    19,
    'Sortie de vitrine le 1er du mois, trois mois d’exposition maximum. Prochaine date notée dans l’agenda.',
  ),
  comment('LM-020', 'Étienne', 23, 'Photo manquante'),
  comment('LG-022', 'Étienne', 23, 'Photo manquante'),
  comment('LM-027', 'Claire', 27, 'La porte droite ne ferme plus. Ne pas ouvrir pendant les visites, svp.'),
  comment('LM-027', 'Matthias', 25, 'Schloss eingestellt, rechts darf wieder geöffnet werden. Bitte sanft.'),
  comment('LM-010', 'Vreni', 33, 'Reifen vorne rechts verliert Luft, alle zwei Wochen nachpumpen.'),
  comment('LG-012', 'Luca', 38, 'La partitura è nella cartella R 3, non R 5. Corretto.'),
  comment('LG-042', 'Noémie', 45, 'Les écoles demandent une fiche simple pour cette grange. On en parle au colloque ?'),
  comment('LG-042', 'Claire', 44, 'Oui, jeudi.'),
  comment(
    'LM-006',
    'Regula',
    52,
    'Gruppe aus Vevey sucht Fotos vom alten Hotel mit diesem Wagen. Im Archiv nachsehen.',
  ),
  comment('LM-009', 'Étienne', 60, 'Capote nettoyée et imperméabilisée. Prévoir de recommencer dans deux ans.'),
  comment('LG-013', 'Matthias', 71, 'Lampe über dem Bild flackert.'),
  comment('LG-013', 'Vreni', 69, 'Erledigt'),
  comment('LM-034', 'Luca', 84, 'I finestrini del tetto sono undici per lato, non otto: chi ha contato?'),
  comment('LM-034', 'Regula', 83, 'Acht im Dach stimmt. Die anderen fünfzehn sind rundum.'),
  comment('LM-024', 'Noémie', 97, 'Photo manquante'),
  comment('LG-033', 'Claire', 110, 'Prêt demandé par le musée d’Olten pour l’automne. Réponse avant le 15.'),
  comment(
    'LM-040',
    'Matthias',
    128,
    'Das Dach wurde nach dem Sturm getrocknet. Kein Schaden, Geruch noch zwei Wochen.',
  ),
  comment('LG-004', 'Étienne', 150, 'À vérifier'),
  comment('LG-004', 'Noémie', 149, 'Date confirmée par la lettre du 3 octobre 1917.'),
  comment(
    'LM-016',
    'Claire',
    175,
    'Number on the engine block does not match the papers. The club in Milan thinks it was swapped in 1934, which would explain the invoice.',
  ),
  comment('LG-035', 'Luca', 201, 'Numerazione controllata: la 131 è giusta, la 132 manca dal 1998.'),
  comment('LM-038', 'Vreni', 226, 'Feuerlöscher neben dem Wagen ersetzt.'),
  comment('LM-018', 'Regula', 247, 'Für die Hochzeit im Juni angefragt. Nein, wir vermieten nicht.'),
  comment('LG-049', 'Matthias', 271, 'Erledigt'),
  comment('LM-001', 'Claire', 295, 'Départ au premier tour de volant. Bravo à l’atelier !'),
  comment('LG-053', 'Noémie', 318, 'Textes des cartes de vœux transcrits, fichier dans le dossier partagé.'),
  comment('LM-031', 'Étienne', 341, 'À vérifier'),
  comment('LM-022', 'Matthias', 362, 'Zündschlüssel hängt jetzt am Brett, Haken 14.'),
]
