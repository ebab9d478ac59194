import { type Kysely, sql } from 'kysely'

/** Former and corrected labels by attribute and language. */
const corrections: Readonly<
  Record<string, Readonly<Record<string, readonly [before: string, after: string]>>>
> = {
  power_rpm: {
    de: ['Leistung bei Drehzahl', 'Drehzahl bei Höchstleistung'],
    fr: ['Régime de puissance', 'Régime à puissance maximale'],
    it: ['Regime di potenza', 'Regime alla potenza massima'],
    es: ['Régimen de potencia', 'Régimen de potencia máxima'],
    pt: ['Regime de potência', 'Regime à potência máxima'],
    ru: ['Обороты мощности', 'Обороты при максимальной мощности'],
    zh: ['功率转速', '最大功率转速'],
  },
  origin: { ja: ['産地', '製造地'] },
}

/** Corrects labels that staff have not changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [key, labels] of Object.entries(corrections))
    for (const [language, [before, after]] of Object.entries(labels)) {
      // As a label is written in the column, which is JSON.
      const toEntry = (label: string) => `"${language}":${JSON.stringify(label)}`
      await sql`
        update tag_definition set labels = replace(labels, ${toEntry(before)}, ${toEntry(after)})
        where tag_key = ${key}
      `.execute(db)
    }
}
