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
    parkieren parkiert Velo Velos Traktandum Traktanden Billett Billette Spital Coiffeur Znüni
    Aarau Altdorf Appenzell Bellinzona Biel Bulle Chur Davos Estavayer Freiburg Genf Glarus Greyerz Herisau Interlaken
    Lausanne Liestal Locarno Lugano Luzern Montreux Murten Neuenburg Olten Payerne Romont Sarnen Schaffhausen Schwyz
    Sion Sitten Solothurn Stans Thun Vevey Wallis Waadt Winterthur Yverdon Zug Tessin Graubünden`),
  fr: split(`
    audioguide audioguides cartel cartels dépoussiérage numérisation passe-partout vernissage vernissages prêteur
    carburateur culasse embrayage pare-chocs vilebrequin garde-boue
    Aarau Bellinzone Bienne Bulle Coire Delémont Estavayer Fribourg Gruyères Lausanne Locarno Lugano Lucerne Martigny
    Montreux Morat Neuchâtel Nyon Payerne Romont Sierre Sion Soleure Thoune Vevey Winterthour Yverdon Valais Vaud Tessin`),
  en: split(`
    audioguide audioguides conservator conservators datalogger mudguard mudguards provenance
    Basel Berne Chur Fribourg Geneva Lausanne Locarno Lucerne Lugano Montreux Morat Murten Neuchâtel Payerne Sion
    Solothurn Thun Vevey Winterthur Yverdon Zurich`),
}

function split(words: string): string[] {
  return words.trim().split(/\s+/)
}
