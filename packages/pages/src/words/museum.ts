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
  /** Other items that are like this one. */
  readonly more: { readonly artist: string; readonly maker: string; readonly make: string }
  /** Where a page is neither kept nor to be had, or only in another language than the one asked for. */
  readonly offline: { readonly title: string; readonly text: string; readonly otherLanguage: string }
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
    more: { artist: 'More by this artist', maker: 'By the same maker', make: 'Same make' },
    offline: {
      title: 'No reception here',
      text: 'This page could not be loaded. What you have opened in this museum can still be read: start from the museum’s name above.',
      otherLanguage: 'Without reception you can read this page only in the language in which you opened it.',
    },
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
    more: { artist: 'Von derselben Hand', maker: 'Von derselben Hand', make: 'Gleiche Marke' },
    offline: {
      title: 'Hier ist kein Empfang',
      text: 'Diese Seite konnte nicht geladen werden. Was Sie in diesem Museum schon geöffnet haben, lässt sich weiter lesen: Tippen Sie oben auf den Namen des Museums.',
      otherLanguage: 'Ohne Empfang gibt es diese Seite nur in der Sprache, in der Sie sie geöffnet haben.',
    },
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
    more: { artist: 'Du même artiste', maker: 'Du même auteur', make: 'De la même marque' },
    offline: {
      title: 'Pas de réseau ici',
      text: 'Cette page n’a pas pu être chargée. Ce que vous avez déjà ouvert dans ce musée reste lisible : touchez le nom du musée en haut de la page.',
      otherLanguage: 'Sans réseau, cette page n’est lisible que dans la langue dans laquelle vous l’avez ouverte.',
    },
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
    more: { artist: 'Dello stesso artista', maker: 'Dello stesso autore', make: 'Della stessa marca' },
    offline: {
      title: 'Qui non c’è rete',
      text: 'Questa pagina non si è potuta caricare. Ciò che ha già aperto in questo museo resta leggibile: tocchi il nome del museo in alto.',
      otherLanguage: 'Senza rete questa pagina si può leggere solo nella lingua in cui l’ha aperta.',
    },
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
    more: { artist: 'Del mismo artista', maker: 'Del mismo autor', make: 'De la misma marca' },
    offline: {
      title: 'Aquí no hay cobertura',
      text: 'No se ha podido cargar esta página. Lo que ya ha abierto en este museo se puede seguir leyendo: toque el nombre del museo arriba.',
      otherLanguage: 'Sin cobertura, esta página solo se puede leer en el idioma en que la abrió.',
    },
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
    more: { artist: 'Do mesmo artista', maker: 'Do mesmo autor', make: 'Da mesma marca' },
    offline: {
      title: 'Aqui não há rede',
      text: 'Não foi possível carregar esta página. O que já abriu neste museu continua legível: toque no nome do museu em cima.',
      otherLanguage: 'Sem rede, esta página só pode ser lida no idioma em que a abriu.',
    },
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
    more: { artist: 'Другие работы этого автора', maker: 'Другие работы этого автора', make: 'Та же марка' },
    offline: {
      title: 'Здесь нет связи',
      text: 'Страница не загрузилась. То, что вы уже открывали в этом музее, по-прежнему можно читать: нажмите на название музея вверху.',
      otherLanguage: 'Без связи эту страницу можно читать только на том языке, на котором вы её открыли.',
    },
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
    more: { artist: '同一作者的其他作品', maker: '同一作者的其他作品', make: '同一品牌' },
    offline: {
      title: '此处没有信号',
      text: '无法加载此页面。您在本馆已打开的内容仍可阅读：请点按上方的博物馆名称。',
      otherLanguage: '没有信号时，此页面只能以您打开时的语言阅读。',
    },
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
    more: { artist: 'この作家のほかの作品', maker: '同じ作者によるもの', make: '同じメーカー' },
    offline: {
      title: 'ここは圏外です',
      text: 'このページを読み込めませんでした。この館ですでに開いたページは引き続きお読みいただけます。上の館名をタップしてください。',
      otherLanguage: '圏外では、このページは開いたときの言語でのみお読みいただけます。',
    },
  },
}
