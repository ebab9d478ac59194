import type { LabelLanguage } from '@vitrine/contract'

interface PictureWords {
  readonly picture: string
  readonly enlarge: string
  readonly larger: string
  readonly smaller: string
  readonly close: string
  /** What the strip below the first picture is. */
  readonly more: string
  /** Leads to all of them, '{count}' in all. */
  readonly all: string
}

export const pictureWords: Record<LabelLanguage, PictureWords> = {
  en: {
    picture: 'Picture',
    enlarge: 'Enlarge',
    larger: 'Zoom in',
    smaller: 'Zoom out',
    close: 'Close',
    more: 'More pictures',
    all: 'All {count} pictures',
  },
  de: {
    picture: 'Bild',
    enlarge: 'Vergrössern',
    larger: 'Grösser',
    smaller: 'Kleiner',
    close: 'Schliessen',
    more: 'Weitere Bilder',
    all: 'Alle {count} Bilder',
  },
  fr: {
    picture: 'Image',
    enlarge: 'Agrandir',
    larger: 'Zoom avant',
    smaller: 'Zoom arrière',
    close: 'Fermer',
    more: 'Autres images',
    all: 'Les {count} images',
  },
  it: {
    picture: 'Immagine',
    enlarge: 'Ingrandire',
    larger: 'Ingrandisci',
    smaller: 'Riduci',
    close: 'Chiudi',
    more: 'Altre immagini',
    all: 'Tutte le {count} immagini',
  },
  es: {
    picture: 'Imagen',
    enlarge: 'Ampliar',
    larger: 'Acercar',
    smaller: 'Alejar',
    close: 'Cerrar',
    more: 'Más imágenes',
    all: 'Las {count} imágenes',
  },
  pt: {
    picture: 'Imagem',
    enlarge: 'Ampliar',
    larger: 'Aproximar',
    smaller: 'Afastar',
    close: 'Fechar',
    more: 'Mais imagens',
    all: 'Todas as {count} imagens',
  },
  ru: {
    picture: 'Снимок',
    enlarge: 'Увеличить',
    larger: 'Крупнее',
    smaller: 'Мельче',
    close: 'Закрыть',
    more: 'Другие снимки',
    all: 'Все снимки: {count}',
  },
  zh: {
    picture: '图片',
    enlarge: '放大图片',
    larger: '放大',
    smaller: '缩小',
    close: '关闭',
    more: '更多图片',
    all: '全部 {count} 张图片',
  },
  ja: {
    picture: '画像',
    enlarge: '画像を拡大',
    larger: '拡大',
    smaller: '縮小',
    close: '閉じる',
    more: 'その他の画像',
    all: '画像をすべて見る（{count}枚）',
  },
}
