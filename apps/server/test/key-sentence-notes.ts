/**
 * Notes as staff write them, in three languages. The sentence that a summary must keep is marked by
 * `*`; the others are routine, such as the dehumidifier. The cues were chosen with these notes.
 */
export const knownNotes: readonly string[] = [
  'Rundgang am Morgen, alles in Ordnung. Der Entfeuchter im Depot wurde wie jede Woche geleert. *Am Rahmen von LG-024 ist unten links eine Ecke abgebrochen. Die Fenster wurden geschlossen. Danach haben wir die Prospekte aufgefüllt.',
  'Der Entfeuchter in Saal 3 läuft auf Stufe 2. Die Luft war angenehm. *Der Bugatti verliert Öl unter dem Getriebe. Der Boden wurde aufgewischt. Am Nachmittag kam eine kleine Gruppe.',
  'Heute war es ruhig im Haus. *Frau Dr. Sciboz vom Museum Thun möchte den Delage ausleihen. Der Entfeuchter wurde neu eingestellt. Die Post kam spät. Wir haben das Lager gewischt.',
  'Entfeuchter geleert, Lampen kontrolliert. Im Büro wurde aufgeräumt. *Bei LG-031 löst sich die Farbschicht am oberen Rand. Die Türen sind wieder geölt. Am Abend war alles abgeschlossen.',
  'Am Vormittag wurde der Entfeuchter im Keller entleert. Die Garderobe ist aufgeräumt. *Der linke Scheinwerfer des Lagonda ist gesprungen. Die Aufsicht war vollzählig. Das Licht brannte wie immer.',
  'Die Putzequipe war da und hat gründlich gearbeitet. Der Entfeuchter brummt etwas. *Herr Aeschlimann bringt am Montag 12 Plakate für die Sammlung. Der Gang ist frei. Die Pflanzen haben Wasser.',
  'Kontrolle im Depot: Klima gut. Der Entfeuchter zeigt 52 Prozent. *Auf dem Gemälde von Hodler ist Schimmel zu sehen. Die Regale sind beschriftet. Wir haben danach die Leiter versorgt.',
  'Der Entfeuchter wurde ausgewechselt, er ist jetzt leiser. *Beim Umhängen ist das Glas von LG-007 zerbrochen. Die Besucher haben nichts gemerkt. Der Saal blieb offen. Am Abend war Ruhe.',
  'Viele Familien am Sonntag. Die Kinder haben gezeichnet. *Die Rechnung der Firma Jungo beträgt 4200 Franken. Der Entfeuchter lief den ganzen Tag. Die Stühle stehen wieder im Saal.',
  'Der Entfeuchter steht nun beim Eingang. Es hat genug Platz für die Stühle. *Matthias Zurbriggen hat am Peugeot die Bremsen ersetzt. Das Tor quietscht. Die Werkstatt ist sauber.',
  'Le déshumidificateur de la réserve a été vidé comme chaque semaine. La matinée était calme. *Le cadre de LG-018 est abîmé dans l’angle supérieur. Les prospectus sont en place. On a fermé à l’heure.',
  'Tour du matin sans remarque. Le déshumidificateur fonctionne normalement. *Une tache d’humidité est apparue au dos de la toile de Vallotton. Les stores sont baissés. L’équipe était au complet.',
  'Peu de monde aujourd’hui. *Mme Gremaud de la Fondation Pierre Arnaud demande la Delahaye pour le printemps. Le déshumidificateur a été déplacé. Le couloir est libre. Les plantes ont été arrosées.',
  'Le déshumidificateur tourne dans la salle 2. L’air est plus agréable. *La porte de la Pic-Pic a une rayure de 20 cm. Le sol a été nettoyé. Un groupe est passé dans l’après-midi.',
  'On a vidé le déshumidificateur et contrôlé les lampes. Le bureau est rangé. *Le vernis de LG-040 se soulève près de la signature. Les portes sont huilées. Tout était fermé le soir.',
  'La réserve est propre. Le déshumidificateur affiche 51 pour cent. *Le pneu avant gauche de la Bugatti est crevé. Les étagères portent des étiquettes. L’échelle est de nouveau à sa place.',
  'Beaucoup de familles ce dimanche. Les enfants ont dessiné. *Claire Aebischer a signé le prêt de 6 gravures avec Sion. Le déshumidificateur a marché toute la journée. Les chaises sont rangées.',
  'Le nouveau déshumidificateur est plus silencieux. *Le verre de LG-009 s’est brisé pendant l’accrochage. Les visiteurs n’ont rien remarqué. La salle est restée ouverte. La soirée fut tranquille.',
  'L’équipe de nettoyage est passée. Le déshumidificateur fait un peu de bruit. *L’assurance rembourse 1800 francs pour le phare. Le passage est libre. Les fenêtres sont fermées.',
  'Le déshumidificateur est maintenant près de l’entrée. Il reste de la place pour les bancs. *Le clavecin a une corde cassée. Le portail grince. L’atelier est en ordre.',
  'The dehumidifier in the store was emptied as every week. The morning was calm. *The frame of LG-033 is chipped at the lower edge. The leaflets are filled up. We closed on time.',
  'Morning round without remarks. The dehumidifier runs normally. *Mould was found on the back of the Hodler. The blinds are down. The team was complete.',
  'Hardly anybody came today. *Mrs Keller from the Bern museum wants to borrow the Lagonda. The dehumidifier was moved. The corridor is free. The plants were watered.',
  'The dehumidifier in room 2 is set to 50 percent. The air is better now. *The Jaguar is leaking oil onto the hall floor. The floor was mopped. A small group came in the afternoon.',
  'We emptied the dehumidifier and checked the lamps. The office is tidy. *Paint is flaking near the signature of LG-012. The doors are oiled. Everything was locked at night.',
  'The store is clean. The dehumidifier hums a little. *The left headlamp of the Peugeot is smashed. The shelves have labels. The ladder is back in its place.',
  'Many families on Sunday. The children made drawings. *Regula Stämpfli bought 14 photographs at the auction in Geneva. The dehumidifier ran all day. The chairs are back.',
  'The new dehumidifier is quieter. *The glass of LG-002 shattered while it was being hung. Visitors noticed nothing. The room stayed open. The evening was calm.',
  'The cleaners were here. The dehumidifier needs no filter yet. *The carpenter asks 3600 francs for the showcases. The passage is free. The windows are shut.',
  'The dehumidifier now stands near the entrance. There is room for the benches. *Water is dripping onto the crate of LG-021. The gate squeaks. The workshop is in order.',
]

/** Notes that were not used to choose the cues. */
export const unseenNotes: readonly string[] = [
  'Am Morgen war die Post da. Der Entfeuchter wurde entleert. *Der Auspuff des Fiat Topolino hängt lose herunter. Die Toiletten sind geputzt. Am Abend zog Nebel auf.',
  'Die Studenten blieben bis zum Schluss. Der Entfeuchter läuft leise. *Auf der Leinwand von LG-036 sind 3 gelbe Punkte. Das Parkett wurde gewachst. Der Laden lief gut.',
  'Neue Flyer sind eingetroffen. Der Entfeuchter steht im Gang. *Anna Bossard leitet ab 1. Mai das Archiv. Die Leiter ist versorgt. Der Hof ist gefegt.',
  'Le courrier est arrivé tôt. Le déshumidificateur a été vidé. *Le pot d’échappement de la Fiat pend sous la voiture. Les toilettes sont propres. Le soir était frais.',
  'Les étudiants sont restés longtemps. Le déshumidificateur est silencieux. *Il y a 3 points jaunes sur la toile de LG-036. Le parquet a été ciré. La boutique a bien marché.',
  'De nouveaux dépliants sont là. Le déshumidificateur est dans le couloir. *Anne Chassot dirige les archives dès le 1er mai. L’échelle est rangée. La cour est balayée.',
  'The post came early. The dehumidifier was emptied. *The exhaust of the Fiat hangs loose. The toilets are clean. The evening was cool.',
  'The students stayed until the end. The dehumidifier is quiet. *There are 3 yellow spots on the canvas of LG-036. The parquet was waxed. The shop did well.',
  'New leaflets have arrived. The dehumidifier is in the corridor. *Anna Bossard runs the archive from 1 May. The ladder is put away. The yard is swept.',
  'Der Entfeuchter wurde geleert. Die Garderobe ist voll. *Der Lack am Kotflügel des Jaguar blättert ab. Die Gäste waren freundlich. Der Tag war kurz.',
]
