import type { LabelLanguage } from '../languages.ts'

/** Units that other languages write in their own way. */
const units: Readonly<Record<string, { readonly [language in LabelLanguage]?: string }>> = {
  hp: { de: 'PS', fr: 'ch', it: 'CV', es: 'CV', pt: 'cv', ru: 'л. с.', zh: '马力', ja: '馬力' },
  kW: { ru: 'кВт', zh: '千瓦' },
  rpm: { de: 'U/min', fr: 'tr/min', it: 'giri/min', ru: 'об/мин', zh: '转/分', ja: '回転/分' },
  'km/h': { ru: 'км/ч', zh: '公里/小时' },
  'cm³': { ru: 'см³', zh: '立方厘米' },
  kg: { ru: 'кг', zh: '公斤' },
}

export const unitIn = (language: LabelLanguage, unit: string): string => units[unit]?.[language] ?? unit
