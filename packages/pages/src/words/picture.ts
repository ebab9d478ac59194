import type { LabelLanguage } from '@vitrine/contract'

interface PictureWords {
  readonly enlarge: string
  readonly larger: string
  readonly smaller: string
  readonly close: string
}

export const pictureWords: Record<LabelLanguage, PictureWords> = {
  en: { enlarge: 'Enlarge', larger: 'Zoom in', smaller: 'Zoom out', close: 'Close' },
  de: { enlarge: 'Vergrössern', larger: 'Grösser', smaller: 'Kleiner', close: 'Schliessen' },
  fr: { enlarge: 'Agrandir', larger: 'Zoom avant', smaller: 'Zoom arrière', close: 'Fermer' },
  it: { enlarge: 'Ingrandire', larger: 'Ingrandisci', smaller: 'Riduci', close: 'Chiudi' },
  es: { enlarge: 'Ampliar', larger: 'Acercar', smaller: 'Alejar', close: 'Cerrar' },
  pt: { enlarge: 'Ampliar', larger: 'Aproximar', smaller: 'Afastar', close: 'Fechar' },
  ru: { enlarge: 'Увеличить', larger: 'Крупнее', smaller: 'Мельче', close: 'Закрыть' },
  zh: { enlarge: '放大图片', larger: '放大', smaller: '缩小', close: '关闭' },
  ja: { enlarge: '画像を拡大', larger: '拡大', smaller: '縮小', close: '閉じる' },
}
