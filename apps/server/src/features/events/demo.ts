import { dayOf } from '@vitrine/contract'
import { days } from '../../clock.ts'
import type { Tx } from '../../db/tables.ts'
import { sanitise } from './sanitise.ts'
import { eventStore } from './store.ts'

interface DemoEvent {
  readonly inDays: number
  readonly time?: string
  readonly start?: true
  /** Of what goes on. */
  readonly lastInDays?: number
  readonly inactive?: true
  readonly fr: string
  readonly de: string
  readonly en: string
}

const demoEvents: readonly DemoEvent[] = [
  {
    inDays: -48,
    time: '18:00',
    fr: '<p><strong>Nuit des musées</strong><br>Les moteurs tournent dans la cour du Manège.</p>',
    de: '<p><strong>Museumsnacht</strong><br>Im Hof des Manège laufen die Motoren.</p>',
    en: '<p><strong>Night of the museums</strong><br>Engines running in the courtyard of Le Manège.</p>',
  },
  {
    inDays: -9,
    fr: '<p><strong>Journée portes ouvertes de l’atelier</strong></p>',
    de: '<p><strong>Tag der offenen Werkstatt</strong></p>',
    en: '<p><strong>Open day in the workshop</strong></p>',
  },
  {
    inDays: 6,
    time: '19:30',
    fr: '<p><strong>Concert à La Grange</strong><br>Un quatuor à cordes répond aux tableaux. Réservation : <a href="mailto:accueil@example.org">accueil@example.org</a></p>',
    de: '<p><strong>Konzert in La Grange</strong><br>Ein Streichquartett antwortet den Bildern. Anmeldung: <a href="mailto:accueil@example.org">accueil@example.org</a></p>',
    en: '<p><strong>Concert at La Grange</strong><br>A string quartet answers the paintings. Bookings: <a href="mailto:accueil@example.org">accueil@example.org</a></p>',
  },
  {
    inDays: 20,
    start: true,
    lastInDays: 110,
    fr: '<p><strong>Rouge</strong> – nouvelle exposition au Manège<br><em>Douze voitures, une couleur.</em></p>',
    de: '<p><strong>Rot</strong> – neue Ausstellung im Manège<br><em>Zwölf Wagen, eine Farbe.</em></p>',
    en: '<p><strong>Red</strong> – new exhibition at Le Manège<br><em>Twelve cars, one colour.</em></p>',
  },
  {
    inDays: 34,
    time: '10:00',
    inactive: true,
    fr: '<p><strong>Sortie d’automne</strong> (parcours à confirmer)</p>',
    de: '<p><strong>Herbstausfahrt</strong> (Strecke noch offen)</p>',
    en: '<p><strong>Autumn drive</strong> (route to be confirmed)</p>',
  },
  {
    inDays: 62,
    time: '14:00',
    fr: '<p><strong>Visite guidée en famille</strong></p><ul><li>Le Manège à 14 h</li><li>La Grange à 15 h 30</li></ul>',
    de: '<p><strong>Familienführung</strong></p><ul><li>Le Manège um 14 Uhr</li><li>La Grange um 15.30 Uhr</li></ul>',
    en: '<p><strong>Guided tour for families</strong></p><ul><li>Le Manège at 2 pm</li><li>La Grange at 3.30 pm</li></ul>',
  },
]

/** Some past, some to come, one that is not shown yet. */
export async function seedEvents(tx: Tx, now: string): Promise<void> {
  const store = eventStore(tx)
  const dayIn = (count: number) => dayOf(new Date(Date.parse(now) + days(count)))
  for (const { inDays, lastInDays, time = '', start, inactive, fr, de, en } of demoEvents) {
    const fields = {
      date: dayIn(inDays),
      start: start ? 1 : 0,
      last_day: lastInDays === undefined ? '' : dayIn(lastInDays),
      time,
      show_time: time ? 1 : 0,
      text_fr: sanitise(fr),
      text_de: sanitise(de),
      text_en: sanitise(en),
      active: inactive ? 0 : 1,
    } as const
    await store.add(fields, now)
  }
}
