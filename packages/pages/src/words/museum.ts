import type { LabelLanguage } from '@vitrine/contract'

/** What a museum's start page says, and what leads from one of its pages to the next. */
interface MuseumWords {
  readonly number: string
  readonly open: string
  readonly erase: string
  /** {number} is what was typed. */
  readonly noSuchNumber: string
  readonly browse: string
  readonly none: string
  readonly previous: string
  readonly next: string
  /** {page} and {pages} are numbers. */
  readonly pageOf: string
  readonly events: string
  readonly allEvents: string
  readonly around: string
  readonly more: { readonly maker: string; readonly make: string }
}

export const museumWords: Record<LabelLanguage, MuseumWords> = {
  en: {
    number: 'Number on the label',
    open: 'Open',
    erase: 'Erase',
    noSuchNumber: 'Nothing on show has the number {number}. Please check the label.',
    browse: 'The collection',
    none: 'Nothing is on show at present.',
    previous: 'Previous',
    next: 'Next',
    pageOf: 'Page {page} of {pages}',
    events: 'Coming up',
    allEvents: 'All events',
    around: 'Nearby',
    more: { maker: 'More by this artist', make: 'Same make' },
  },
  de: {
    number: 'Nummer auf dem Schild',
    open: 'Öffnen',
    erase: 'Löschen',
    noSuchNumber: 'Unter der Nummer {number} ist nichts ausgestellt. Bitte prüfen Sie das Schild.',
    browse: 'Die Sammlung',
    none: 'Zurzeit ist nichts ausgestellt.',
    previous: 'Zurück',
    next: 'Weiter',
    pageOf: 'Seite {page} von {pages}',
    events: 'Demnächst',
    allEvents: 'Alle Anlässe',
    around: 'Gleich daneben',
    more: { maker: 'Von derselben Hand', make: 'Gleiche Marke' },
  },
  fr: {
    number: 'Numéro sur l’étiquette',
    open: 'Ouvrir',
    erase: 'Effacer',
    noSuchNumber: 'Aucun objet exposé ne porte le numéro {number}. Veuillez vérifier l’étiquette.',
    browse: 'La collection',
    none: 'Rien n’est exposé actuellement.',
    previous: 'Précédent',
    next: 'Suivant',
    pageOf: 'Page {page} sur {pages}',
    events: 'Prochainement',
    allEvents: 'Tous les événements',
    around: 'À côté',
    more: { maker: 'Du même artiste', make: 'De la même marque' },
  },
  it: {
    number: 'Numero sull’etichetta',
    open: 'Aprire',
    erase: 'Cancellare',
    noSuchNumber: 'Nessun oggetto esposto ha il numero {number}. Controlli l’etichetta.',
    browse: 'La collezione',
    none: 'Al momento non è esposto nulla.',
    previous: 'Precedente',
    next: 'Successivo',
    pageOf: 'Pagina {page} di {pages}',
    events: 'Prossimamente',
    allEvents: 'Tutti gli eventi',
    around: 'Qui accanto',
    more: { maker: 'Dello stesso artista', make: 'Della stessa marca' },
  },
  es: {
    number: 'Número de la cartela',
    open: 'Abrir',
    erase: 'Borrar',
    noSuchNumber: 'Ninguna pieza expuesta tiene el número {number}. Compruebe la cartela.',
    browse: 'La colección',
    none: 'En este momento no hay nada expuesto.',
    previous: 'Anterior',
    next: 'Siguiente',
    pageOf: 'Página {page} de {pages}',
    events: 'Próximamente',
    allEvents: 'Todos los eventos',
    around: 'Al lado',
    more: { maker: 'Del mismo artista', make: 'De la misma marca' },
  },
  pt: {
    number: 'Número na etiqueta',
    open: 'Abrir',
    erase: 'Apagar',
    noSuchNumber: 'Nenhuma peça exposta tem o número {number}. Verifique a etiqueta.',
    browse: 'A coleção',
    none: 'De momento não há nada em exposição.',
    previous: 'Anterior',
    next: 'Seguinte',
    pageOf: 'Página {page} de {pages}',
    events: 'Brevemente',
    allEvents: 'Todos os eventos',
    around: 'Ao lado',
    more: { maker: 'Do mesmo artista', make: 'Da mesma marca' },
  },
  ru: {
    number: 'Номер на этикетке',
    open: 'Открыть',
    erase: 'Стереть',
    noSuchNumber: 'Среди экспонатов нет номера {number}. Проверьте этикетку.',
    browse: 'Коллекция',
    none: 'Сейчас ничего не выставлено.',
    previous: 'Назад',
    next: 'Далее',
    pageOf: 'Страница {page} из {pages}',
    events: 'Скоро',
    allEvents: 'Все мероприятия',
    around: 'Рядом',
    more: { maker: 'Другие работы этого автора', make: 'Та же марка' },
  },
  zh: {
    number: '标签上的编号',
    open: '打开',
    erase: '删除',
    noSuchNumber: '展品中没有编号 {number}。请核对标签。',
    browse: '馆藏',
    none: '目前没有展品。',
    previous: '上一个',
    next: '下一个',
    pageOf: '第 {page} 页，共 {pages} 页',
    events: '近期活动',
    allEvents: '全部活动',
    around: '相邻展品',
    more: { maker: '同一作者的其他作品', make: '同一品牌' },
  },
  ja: {
    number: 'ラベルの番号',
    open: '開く',
    erase: '消す',
    noSuchNumber: '番号 {number} の展示品はありません。ラベルをご確認ください。',
    browse: 'コレクション',
    none: '現在、展示品はありません。',
    previous: '前へ',
    next: '次へ',
    pageOf: '{pages} ページ中 {page} ページ',
    events: '近日開催',
    allEvents: 'すべてのイベント',
    around: '隣の展示品',
    more: { maker: 'この作家のほかの作品', make: '同じメーカー' },
  },
}
