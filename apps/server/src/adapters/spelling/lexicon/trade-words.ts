import type { SpellingLanguage } from './languages.ts'

/** Words of museums, garages and Swiss places that the dictionaries lack. Added to them as they stand. */
export const tradeWords: Record<SpellingLanguage, readonly string[]> = {
  de: split(`
    Audioguide Audioguides Befeuchter Entfeuchter Datenlogger Depotraum Digitalisat Digitalisate Exponat Exponate
    Gemälderahmen Klimabox Leihgeber Leihgeberin Leihnehmer Leihschein Leihvertrag Leihverträge Lichtschutz
    Museumsnacht Objektschild Offerte Offerten Passepartout Provenienz Provenienzforschung Remise Remisen säurefrei säurefreie
    säurefreien Saaltext Saaltexte Teamsitzung Unterlagen Vernissage Vernissagen Vitrine Vitrinen Zustandsprotokoll
    Anlasser Blinker Chassis Fahrgestell Fahrgestellnummer Getriebeöl Hubraum Karosserie Keilriemen Kotflügel Kühlwasser
    Lenkrad Lichtmaschine Motorhaube Nummernschild Oldtimer Ölfilter Ölstand Ölwechsel Originallack Scheinwerfer
    Schwimmernadel Stossdämpfer Stossstange Vergaser Zündkerze Zündkerzen Zündspule Zündverteiler Zylinderkopf
    Franken Saal Säle Halle Gäste Besucher Besucherin Führung Führungen Ausstellung Ausstellungen Leihgabe Leihgaben Depot
    Restaurierung Restaurator Restauratorin Konservator Konservatorin Kurator Kuratorin Rahmen Gemälde Skulptur Plastik
    Zeichnung Aquarell Druckgrafik Radierung Holzschnitt Firnis Leinwand Sockel Vernissage Katalog Plakat Einladung
    Einladungen Konzert Klavier Schenkung Nachlass Inventar Inventarnummer Luftfeuchtigkeit Temperatur Beleuchtung Lampe
    Heizung Treppe Fenster Türe Türen Notausgang Feuerlöscher Schlüssel Alarm Alarmanlage Hauswart Kasse Prospekte Schulklasse
    Stiftungsrat Sitzung Protokoll Rechnung Rechnungen Vertrag Versicherung Gutachten Zustand Schaden Kratzer Transport
    Transporteur Kiste Kisten Verpackung Werkstatt Motor Getriebe Kupplung Bremse Bremsen Bremsbeläge Bremsleitung Reifen Kühler
    Kühlergrill Ölwanne Auspuff Batterie Zündung Lackierung Lack Rost Rostschutz Unterboden Polsterung Sitze Verdeck Windschutzscheibe
    Wagenheber Ersatzteil Ersatzteile Anhänger Ausfahrt Fahrzeugausweis
    repariert geprüft gereinigt geputzt ersetzt kontrolliert geliefert abgeholt bestellt montiert demontiert ausgebaut eingebaut
    ausgestellt ausgeliehen zurückgegeben beschädigt gestrichen gerahmt fotografiert dokumentiert inventarisiert restauriert verpackt
    transportiert unterschrieben verschoben eingetroffen gefunden vereinbart bestätigt bezahlt besprochen empfangen angerufen
    entstanden geschlossen geöffnet undicht verschmutzt zerkratzt vergilbt verrostet flackert wackelt klemmt fehlt fehlen
    Donnerstag Freitag Samstag Sonntag Montag Dienstag Mittwoch Vormittag Nachmittag
    parkieren parkiert Velo Velos Traktandum Traktanden Billett Billette Spital Coiffeur Znüni
    Aarau Altdorf Appenzell Bellinzona Biel Bulle Chur Davos Estavayer Freiburg Genf Glarus Greyerz Herisau Interlaken
    Lausanne Liestal Locarno Lugano Luzern Montreux Murten Neuenburg Olten Payerne Romont Sarnen Schaffhausen Schwyz
    Sion Sitten Solothurn Stans Thun Vevey Wallis Waadt Winterthur Yverdon Zug Tessin Graubünden`),
  fr: split(`
    audioguide audioguides cartel cartels dépoussiérage numérisation passe-partout vernissage vernissages prêteur
    réparé réparée nettoyé nettoyée remplacé remplacée contrôlé contrôlée contrôlés contrôlées livré livrée commandé commandée
    démonté démontée exposé exposée prêté prêtée endommagé endommagée encadré encadrée photographié restauré restaurée emballé
    signé signée reporté reportée arrivé arrivée confirmé confirmée payé constaté constatée vérifié vérifiée numérisé inventorié
    fissure déchirure écaille coincé coincée cassé cassée usé usée poussière visiteur visiteurs élèves exposition expositions
    salle salles chaises caisse caisses dépôt réserve réserves visite visites devis facture contrat assurance transport
    restauration restaurateur restauratrice conservateur conservatrice cadre tableau toile aquarelle gravure sculpture socle vernis
    éclairage chauffage alarme clé clés escalier fenêtre porte étage humidité température dégâts rayure inventaire donation
    châssis moteur freins boîte pneus pneu batterie allumage peinture rouille sellerie remorque mécanicien atelier
    carburateur culasse embrayage pare-chocs vilebrequin garde-boue
    Aarau Bellinzone Bienne Bulle Coire Delémont Estavayer Fribourg Gruyères Lausanne Locarno Lugano Lucerne Martigny
    Montreux Morat Neuchâtel Nyon Payerne Romont Sierre Sion Soleure Thoune Vevey Winterthour Yverdon Valais Vaud Tessin`),
  en: split(`
    visitor visitors visited painting paintings drawing drawings volunteers label labels cleaned repaired replaced checked
    delivered ordered framed photographed restored packed transported signed postponed cancelled arrived damaged noticed tested
    scratched rusty leather condition ceiling corner surface signature receipt schedule maintenance
    exhibition exhibitions gallery curator curators restorer restoration loan lender varnish canvas frame pedestal sculpture
    watercolour engraving inventory invoice insurance transport crate humidity lighting heating alarm staircase extinguisher
    engine gearbox clutch brakes carburettor upholstery bodywork radiator exhaust tyres battery workshop trailer leather
    audioguide audioguides conservator conservators datalogger mudguard mudguards provenance
    Basel Berne Chur Fribourg Geneva Lausanne Locarno Lucerne Lugano Montreux Morat Murten Neuchâtel Payerne Sion
    Solothurn Thun Vevey Winterthur Yverdon Zurich`),
}

function split(words: string): string[] {
  return words.trim().split(/\s+/)
}
