import { type Kysely, sql } from 'kysely'

/** Old and new labels of attributes. */
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
  for (const [key, ofKey] of Object.entries(corrections))
    for (const [language, [before, after]] of Object.entries(ofKey)) {
      const [was, is] = [before, after].map((label) => `"${language}":${JSON.stringify(label)}`)
      await sql`update tag_definition set labels = replace(labels, ${was}, ${is}) where tag_key = ${key}`.execute(
        db,
      )
    }
}
